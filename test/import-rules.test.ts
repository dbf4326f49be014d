import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Imports that point upwards or sideways, or reach into a library: a file, and what it must not import. */
const WRONG: readonly (readonly [file: string, imported: string])[] = [
  ['src/cache/planted.ts', '../engines/engine.ts'],
  ['src/cache/redis/planted.ts', '../../engines/engine.ts'],
  ['src/redaction/rows/planted.ts', '../../engines/engine.ts'],
  ['src/googlesql/analysis/queries/planted.ts', '../../../errors.ts'],
  ['src/googlesql/planted.ts', '../engines/engine.ts'],
  ['src/engines/duckdb/rows/planted.ts', '../../bigquery/rows/decode.ts'],
  ['src/engines/bigquery/planted.ts', '../duckdb/duckdb-engine.ts'],
  ['src/execution/planted.ts', '../engines/duckdb/duckdb-engine.ts'],
  ['src/execution/planted.ts', '../googlesql/types.ts'],
  ['src/execution/planted.ts', '../rest/route.ts'],
  ['src/sources/cache/planted.ts', '../../execution/plan.ts'],
  ['src/catalog/planted.ts', '../endpoints/index.ts'],
  ['src/graphql/planted.ts', '../rest/route.ts'],
  ['src/graphql/planted.ts', '../main.ts'],
  ['src/graphiql/planted.ts', '../graphql/route.ts'],
  ['src/graphiql/editor/planted.ts', '../../errors.ts'],
  ['src/rest/planted.ts', 'graphql-yoga'],
  ['src/rest/planted.ts', '@pothos/core'],
  ['src/server/hooks/planted.ts', '../../execution/plan.ts'],
  ['src/auth/planted.ts', '../server/server.ts'],
  ['src/server/planted.ts', '../reload/open-settings.ts'],
  ['src/reload/planted.ts', '../catalog/registry.ts'],
  ['src/config/planted.ts', '../reload/config-file.ts'],
  ['src/metrics/planted.ts', '../rest/route.ts'],
  ['src/server/planted.ts', '../metrics/metrics.ts'],
  ['src/server/planted.ts', '../tracing/start-tracing.ts'],
  ['src/sources/planted.ts', '@opentelemetry/api'],
  ['src/metrics/planted.ts', '../tracing/start-tracing.ts'],
  ['src/tracing/planted.ts', '../graphql/route.ts'],
  ['src/bill/planted.ts', '../metrics/metrics.ts'],
  ['src/bill/planted.ts', '../server/server.ts'],
  ['src/sources/cache/planted.ts', '../../bill/bill.ts'],
  ['src/server/hooks/planted.ts', '../../bill/bill.ts'],
  ['src/async/planted.ts', '../config/config.ts'],
  ['src/endpoints/some.endpoint/planted.ts', '../../errors.ts'],
];

/** Imports that point down. */
const RIGHT: readonly (readonly [file: string, imported: string])[] = [
  ['src/cache/planted.ts', '../googlesql/index.ts'],
  ['src/execution/planted.ts', '../googlesql/index.ts'],
  ['src/sources/cache/planted.ts', '../../cache/entry.ts'],
  ['src/tracing/planted.ts', '../sources/source.ts'],
  ['src/engines/bigquery/planted.ts', '../engine.ts'],
  ['src/bill/planted.ts', '../cache/redis/link.ts'],
  ['src/metrics/planted.ts', '../bill/bill.ts'],
  ['src/cli/planted.ts', '../bill/open-ledger.ts'],
  ['src/graphql/graphiql/planted.ts', '../../graphiql/page-data.ts'],
  ['src/graphql/schema/planted.ts', '@pothos/core'],
  ['src/endpoints/some.endpoint/planted.ts', '../../endpoint/endpoint.ts'],
  ['src/reload/planted.ts', '../server/settings.ts'],
  ['src/cli/planted.ts', '../reload/read-config.ts'],
];

/** Which of the imports the linter refuses, each planted in a file of its own. */
async function refusedOf(imports: typeof WRONG): Promise<boolean[]> {
  const checkout = temporaryFolder();
  for (const name of ['biome.json', '.gitignore'])
    copyFileSync(join(ROOT, name), join(checkout, name));
  const files = imports.map(([file], i) => file.replace('planted', `planted-${i}`));
  for (const [i, [, imported]] of imports.entries()) {
    const file = join(checkout, files[i] ?? '');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { planted } from '${imported}';\n\nexport const used = planted;\n`);
  }
  const options = [
    'lint',
    '--only=style/noRestrictedImports',
    '--reporter=github',
    '--max-diagnostics=none',
  ];
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/biome'), options, {
    cwd: checkout,
  }).catch((error: { readonly stdout: string }) => error);
  return files.map((file) => stdout.includes(`/${file},`));
}

test('the linter refuses every arrow that points up, sideways or past an index', async () => {
  const refused = await refusedOf(WRONG);

  expect(WRONG.filter((_, i) => !refused[i])).toEqual([]);
});

test('the linter lets imports point down', async () => {
  const refused = await refusedOf(RIGHT);

  expect(RIGHT.filter((_, i) => refused[i])).toEqual([]);
});
