import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { follow } from './follow.ts';
import { codeBlocks } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = [
  'src',
  'schema',
  'examples',
  'test',
  'fieldstone.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const RECIPES = '.github/CONTRIBUTING.md';
const CLIENTS = 'docs/clients.md';
const run = promisify(execFile);

/** Tests of all endpoints and tables, which those of a recipe must not break. */
const OF_ALL = ['demo', 'cli/warehouse', 'functions/growth'];

test('the recipes of CONTRIBUTING work as they are written', async () => {
  const checkout = temporaryFolder();
  for (const part of PARTS) cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));

  const touched = codeBlocks(RECIPES).map((block) => follow(checkout, block));
  const tests = [...new Set(touched.filter((file) => file?.endsWith('.test.ts')))] as string[];
  const modules = join(ROOT, 'node_modules');
  const tools = { cwd: checkout };
  await run(process.execPath, ['src/bin.cjs', 'schema', '--write'], tools);
  await run(join(modules, '.bin/tsc'), [], tools);
  await run(
    join(modules, '.bin/vitest'),
    ['run', '--typecheck.enabled=false', ...tests, ...OF_ALL],
    tools,
  );

  const schema = readFileSync(join(checkout, 'schema/schema.graphql'), 'utf8');
  expect(schema).toContain('postgresErrors(');
  expect(tests).toHaveLength(4);
});

/** What each option of the page is for, as compilers ask for it. */
const COMPILERS = {
  "Vite's templates": { module: 'esnext', moduleResolution: 'bundler' },
  Node: { module: 'nodenext' },
};

test.each(Object.entries(COMPILERS))(
  'the types for a project of your own are right for %s',
  async (_, compiler) => {
    const project = temporaryFolder();
    mkdirSync(join(project, 'src'));
    cpSync(join(ROOT, 'schema/schema.graphql'), join(project, 'schema.graphql'));
    for (const file of ['scalars.ts', 'fetch-typed/client.ts']) {
      cpSync(join(ROOT, 'examples', file), join(project, 'src', basename(file)));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      ...compiler,
      target: 'es2024',
      lib: ['es2024', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['src'] }),
    );
    const tools = { cwd: project };

    const written = codeBlocks(CLIENTS).flatMap((block) => follow(project, block) ?? []);
    await run(join(ROOT, 'node_modules/.bin/graphql-codegen'), [], tools);
    await run(join(ROOT, 'node_modules/.bin/tsc'), [], tools);

    expect(written).toEqual(['codegen.ts', 'src/entries.ts']);
    const types = readFileSync(join(project, 'src/generated/graphql.ts'), 'utf8');
    expect(types).toContain('timestamp: string');
  },
);
