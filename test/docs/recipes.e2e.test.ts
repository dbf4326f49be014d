import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type CodeBlock, codeBlocks } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = [
  'src',
  'schema',
  'examples',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const RECIPES = '.github/CONTRIBUTING.md';
const run = promisify(execFile);

/** Does what a block says: a new file, or a change of one that is there. */
function follow(checkout: string, { attributes, place, text }: CodeBlock): string | undefined {
  const { title, before, instead } = attributes;
  if (title === undefined) return undefined;
  const file = join(checkout, title);
  const spot = before ?? instead;
  if (spot === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    return title;
  }
  const content = readFileSync(file, 'utf8');
  if (content.split(spot).length !== 2) {
    throw new Error(
      `${place} wants to change ${JSON.stringify(spot)}, which is not once in ${title}`,
    );
  }
  const changed = content.replace(spot, () => (before === undefined ? text : `${text}\n${before}`));
  writeFileSync(file, changed);
  return title;
}

test('the recipes of CONTRIBUTING work as they are written', { timeout: 180_000 }, async () => {
  const checkout = temporaryFolder();
  for (const part of PARTS) cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));

  const touched = codeBlocks(RECIPES).map((block) => follow(checkout, block));
  const tests = [...new Set(touched.filter((file) => file?.endsWith('.test.ts')))] as string[];
  const modules = join(ROOT, 'node_modules');
  const tools = { cwd: checkout };
  await run(process.execPath, ['src/graphql/print.ts'], tools);
  await run(join(modules, '.bin/tsc'), [], tools);
  await run(join(modules, '.bin/vitest'), ['run', '--typecheck.enabled=false', ...tests], tools);

  const schema = readFileSync(join(checkout, 'schema/schema.graphql'), 'utf8');
  expect(schema).toContain('postgresErrors(');
  expect(tests).toHaveLength(4);
});
