import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type CheckFindings, checkProject } from '../../../../src/cli/check/check-project.ts';
import { printText } from '../../../../src/cli/check/print-findings.ts';
import { schemaFiles, writeSchemaFiles } from '../../../../src/cli/schema/schema-files.ts';
import { formatByteSize } from '../../../../src/config/byte-size.ts';
import { ProjectReader } from '../../../../src/serving/project-reader.ts';
import { documentedOf } from '../../../contract/scenarios/documented.ts';
import { stubBigQuery } from '../../../support/bigquery/environment.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { hideCredentials } from '../../../support/foreign-project.ts';
import { freshFiles } from '../../../support/fresh-files.ts';
import { commitFiles, initRepository, isolateGit, runGit } from '../../../support/git.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SINCE = `-- @param {TIMESTAMP} since
-- @example {"since": "2026-06-30T00:00:00"}
SELECT COUNT(*) AS n FROM orders AS o
WHERE `;

const BOUND = 'o.at >= COALESCE(@since, TIMESTAMP "2000-01-01")';

const SHARED = {
  'fieldstone.json': '{"tables": {"orders": {"time": "at"}}}',
  'tables/orders.json': JSON.stringify([
    { name: 'id', type: 'INT64' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'note', type: 'STRING' },
  ]),
  'package.json': '{"type": "module"}',
  '.gitignore': 'node_modules',
  'lib/marker.ts': `import { appendFileSync } from 'node:fs';
import { name } from 'a-package';
export const mark = (file: string) => appendFileSync(file, name + '\\n');
`,
};

/** An `endpoint.ts` that leaves a mark where it runs. */
const coded = (file: string) => ({
  'endpoints/coded/query.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/coded/endpoint.ts': `import { defineEndpoint } from 'fieldstone';
import { mark } from '../../lib/marker.ts';
mark(${JSON.stringify(file)});
export default defineEndpoint({});
`,
});

/** A declaration of a parameter that takes these values. */
function listed(values: string, example: string): string {
  return `export default { parameters: { note: { type: 'STRING!', values: { ${values} }, example: '${example}' } } };\n`;
}

const BEFORE = {
  'endpoints/same.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/lost.sql': `${SINCE}${BOUND}`,
  'endpoints/doubled.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/capped.sql': '-- @maxBytes 1TB\nSELECT o.id FROM orders AS o',
  // As refused before as it is now.
  'endpoints/over.sql': '-- @maxBytes 1KB\nSELECT o.id FROM orders AS o',
  'endpoints/unpriced.sql': 'SELECT o.id FROM orders AS o WHERE o.note = @note',
  'endpoints/listed/query.sql': 'SELECT o.id FROM orders AS o WHERE o.note = @note',
  'endpoints/listed/endpoint.ts': listed("a: 'A'", 'a'),
  'endpoints/example.sql': 'SELECT o.id FROM orders AS o WHERE o.at >= @since AND o.note IS NULL',
};

const NOW = {
  'endpoints/lost.sql': `${SINCE}TIMESTAMP_ADD(o.at, INTERVAL 0 DAY) >= COALESCE(@since, TIMESTAMP "2000-01-01")`,
  'endpoints/doubled.sql': 'SELECT o.id FROM orders AS o WHERE o.note IS NULL',
  'endpoints/capped.sql': '-- @maxBytes 1KB\nSELECT o.id FROM orders AS o',
  'endpoints/example.sql': `-- @example {"since": "2026-06-30T00:00:00"}
SELECT o.id FROM orders AS o WHERE o.at >= @since AND o.note IS NULL`,
  'endpoints/listed/endpoint.ts': listed("b: 'B'", 'b'),
  'endpoints/new.sql': 'SELECT o.id FROM orders AS o',
};

/** A BigQuery with three days of orders, each in a partition. */
async function openOrders(folder: string): Promise<void> {
  const { project } = await new ProjectReader(folder).read();
  const store = freshFiles(temporaryFolder());
  for (const day of ['2026-06-01', '2026-06-15', '2026-06-30']) {
    const rows = Array.from({ length: 50 }, (_, id) => {
      return { id, at: `${day}T12:00:00Z`, note: `A long note of the order ${id} on ${day}` };
    });
    await fillRows(store, [['orders', rows]], project.tables);
  }
  const server = await openBigQueryServer({
    store,
    tables: project.tables,
    dataset: 'shop',
    bytesScale: 1_000,
  });
  hideCredentials();
  stubBigQuery(server.url, 'shop');
}

/** A project whose last commit is BEFORE, and whose files are NOW; `marks` has what endpoint.ts of BEFORE wrote. */
async function openProject() {
  isolateGit();
  const folder = join(temporaryFolder(), 'a shop');
  const marks = join(temporaryFolder(), 'marks');
  const repository = join(folder, '..');
  initRepository(repository);
  const below = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`a shop/${name}`, text]));
  const installed = {
    'node_modules/a-package/package.json':
      '{"name": "a-package", "exports": "./index.js", "type": "module"}',
    'node_modules/a-package/index.js': 'export const name = "ran";',
  };
  commitFiles(repository, {
    ...below({ ...SHARED, ...BEFORE, ...coded(marks) }),
    ...installed,
    '.gitignore': 'node_modules',
  });
  const { endpoints, project } = await new ProjectReader(folder).read();
  await writeSchemaFiles(project, schemaFiles(endpoints));
  commitFiles(repository);
  for (const [name, text] of Object.entries(NOW)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'endpoints/coded/endpoint.ts'), 'export default {};');
  const later = await new ProjectReader(folder).read();
  await writeSchemaFiles(later.project, schemaFiles(later.endpoints));
  // It has run to print the contract.
  expect(readFileSync(marks, 'utf8')).toBe('ran\n');
  writeFileSync(marks, '');
  await openOrders(folder);
  return { folder, repository, marks };
}

const COSTS = ['bytes-above-cap', 'bytes-doubled', 'pruning-lost'];

function costsOf({ report }: CheckFindings) {
  return report.changes.filter(({ kind }) => COSTS.includes(kind));
}

function size(bytes: number | null | undefined): string {
  return formatByteSize(bytes ?? Number.NaN);
}

/** What the page says of what an endpoint costs. */
function documented(endpoint: string, kind: string, words: Readonly<Record<string, string>>) {
  const place = { endpoint, file: `endpoints/${endpoint}.sql`, line: 1 };
  return documentedOf(kind, words).map((effect) => ({ ...place, ...effect }));
}

test('bytes and pruning are compared with those of the commit, by dry runs', async () => {
  const { folder, marks, repository } = await openProject();
  const temporary = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
  // What is staged stays so.
  runGit(repository, 'add', 'a shop/endpoints/new.sql');
  const status = runGit(repository, 'status', '--porcelain');
  const findings = await checkProject(folder, { against: true, bigquery: true });
  const { report } = findings;
  const priced = Object.fromEntries(report.endpoints.map((one) => [one.endpoint, one]));

  expect(findings.problems).toEqual([]);
  expect(priced['same']).toMatchObject({ prunes: false, prunedBefore: false });
  expect(priced['same']?.bytes).toBeGreaterThan(0);
  expect(priced['listed']?.bytes).toBeGreaterThan(0);
  expect(priced['same']?.bytesBefore).toBe(priced['same']?.bytes);
  expect(priced['lost']).toMatchObject({ prunes: false, prunedBefore: true });
  expect(priced['lost']?.bytes).toBeGreaterThan(priced['lost']?.bytesBefore ?? 0);
  expect(priced['new']).toMatchObject({ bytesBefore: null, prunedBefore: null });
  expect(priced['unpriced']).toMatchObject({ bytes: null, bytesBefore: null, ok: true });
  // The example of now fits the version that had none.
  expect(priced['example']?.bytesBefore).toBe(priced['example']?.bytes);
  // That of now is no value of the version before.
  expect(priced['listed']?.bytesBefore).toBe(priced['listed']?.bytes);
  expect(priced['coded']?.bytesBefore).toBe(priced['coded']?.bytes);
  expect(findings.notes).toEqual(['unpriced: not priced: add @example']);

  expect(costsOf(findings)).toEqual(
    [
      documented('capped', 'bytes-above-cap', {
        arguments: 'its example arguments',
        now: size(priced['capped']?.bytes),
        cap: '1 KB',
      }),
      documented('doubled', 'bytes-doubled', {
        arguments: 'its example arguments',
        before: size(priced['doubled']?.bytesBefore),
        now: size(priced['doubled']?.bytes),
        ratio: String(
          Number(
            (Number(priced['doubled']?.bytes) / Number(priced['doubled']?.bytesBefore)).toFixed(1),
          ),
        ),
      }),
      documented('lost', 'bytes-doubled', {
        arguments: 'its example arguments',
        before: size(priced['lost']?.bytesBefore),
        now: size(priced['lost']?.bytes),
        ratio: '3',
      }),
      documented('lost', 'pruning-lost', { now: size(priced['lost']?.bytes) }),
    ].flat(),
  );
  expect(printText(findings, false)).toMatch(/^lost +[\d.]+ [KM]B +[\d.]+ [KM]B +3 .* no +yes$/m);
  expect(printText(findings, false)).toMatch(/^unpriced +not priced: add @example$/m);

  expect(readFileSync(marks, 'utf8')).toBe('ran\n');
  expect(readdirSync(temporary)).toEqual([]);
  expect(runGit(repository, 'worktree', 'list').split('\n')).toHaveLength(1);
  expect(runGit(repository, 'status', '--porcelain')).toBe(status);
});

test('without BigQuery no code of the commit runs, and with a file prices before are unknown', async () => {
  const { folder, marks } = await openProject();
  const plain = await checkProject(folder, { against: true });

  expect(plain.report.changes.map(({ kind }) => kind)).toContain('cap-lowered');
  expect(costsOf(plain)).toEqual([]);
  expect(readFileSync(marks, 'utf8')).toBe('');

  expect((await checkProject(folder, { bigquery: true })).report.changes).toEqual([]);
  const file = join(folder, 'schema/contract.json');
  const { report } = await checkProject(folder, { against: file, bigquery: true });
  expect(report.endpoints.map(({ bytesBefore }) => bytesBefore).filter(Boolean)).toEqual([]);
  expect(report.changes.map(({ endpoint, kind }) => [endpoint, kind])).toEqual([
    ['capped', 'bytes-above-cap'],
    ['over', 'bytes-above-cap'],
  ]);
  expect(readFileSync(marks, 'utf8')).toBe('');
});

test('a commit whose project cannot be read is said, and all else is checked', async () => {
  const { folder, repository } = await openProject();
  runGit(repository, 'checkout', '--quiet', 'HEAD', '--', '.');
  writeFileSync(join(folder, 'fieldstone.json'), '{');
  commitFiles(repository);
  writeFileSync(join(folder, 'fieldstone.json'), SHARED['fieldstone.json']);
  const { notes, report } = await checkProject(folder, { against: true, bigquery: true });

  expect(report.endpoints.find(({ endpoint }) => endpoint === 'same')).toMatchObject({
    bytes: expect.any(Number),
    bytesBefore: null,
  });
  expect(notes).toContainEqual(
    expect.stringMatching(/^Not all prices before are known: fieldstone\.json:1/),
  );
});
