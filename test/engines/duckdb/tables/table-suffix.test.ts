import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../../src/engines/opening/open-engine.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { loadProject } from '../../../../src/project/load-project.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { inferShared } from '../../../support/infer-shared.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { compileQuery, type Parameters } from '../../compile-query.ts';

/** Asks a project with a wildcard table over some files, by their names below its folder. */
async function openShards(data: string | undefined, files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const fields = [{ name: 'id', type: 'INT64' }];
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write('tables/e_.json', JSON.stringify(fields));
  const table = { wildcard: true, ...(data !== undefined && { data }) };
  write('fieldstone.json', JSON.stringify({ tables: { 'e_*': table } }));
  for (const [name, text] of Object.entries(files)) write(name, text);
  const project = await loadProject(folder, { inferFields: inferShared });
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, join(folder, '.data')),
    processes: sharedProcesses(),
  });
  onTestFinished(() => engine.close());
  const ask = async (sql: string, parameters: Parameters = {}) => {
    const query = compileQuery(sql, parameters, { tables: project.tables, isCallersSql: false });
    return (await engine.run(query, { signal: new AbortController().signal })).rows;
  };
  return { ask, folder };
}

const csv = (id: number) => `id\n${id}\n`;
const DAYS = {
  'd é/e_20260701.csv': csv(1),
  'd é/e_20260702.csv': csv(2),
  'd é/e_20260703.csv': csv(3),
};

test.each([
  ['CSV', 'csv', csv],
  ['NDJSON', 'ndjson', (id: number) => `{"id":${id}}\n`],
])('_TABLE_SUFFIX of %s is what the "*" of the data matched', async (_, end, text) => {
  const { ask } = await openShards(`[x]é/e_*.${end}`.replace('[x]', 'x'), {
    [`xé/e_ä😀.${end}`]: text(1),
    [`xé/e_.${end}`]: text(2),
    [`xé/f_a.${end}`]: text(3),
  });

  expect(await ask('SELECT id, _TABLE_SUFFIX AS s FROM `e_*` ORDER BY id')).toEqual([
    [1, 'ä😀'],
    [2, ''],
  ]);
});

test('_TABLE_SUFFIX may be a folder, and is part of no * and of no whole row', async () => {
  const { ask } = await openShards('*/e.csv', { 'a/e.csv': csv(1), 'b/e.csv': csv(2) });

  expect(await ask('SELECT *, t._table_suffix AS s FROM `e_*` AS t ORDER BY s')).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  expect(await ask("SELECT TO_JSON_STRING(t) FROM `e_*` AS t WHERE _TABLE_SUFFIX = 'b'")).toEqual([
    ['{"id":2}'],
  ]);
  expect(
    await ask(
      'SELECT _TABLE_SUFFIX AS s, COUNT(*) AS n FROM `e_*` GROUP BY s HAVING s IN (SELECT _TABLE_SUFFIX FROM `e_*`) ORDER BY s DESC',
    ),
  ).toEqual([
    ['b', 1],
    ['a', 1],
  ]);
});

test.each([
  ["_TABLE_SUFFIX = '20260702'", [2]],
  ["'20260702' = _TABLE_SUFFIX", [2]],
  ["_TABLE_SUFFIX > '20260701' AND _TABLE_SUFFIX < '20260703'", [2]],
  ["_TABLE_SUFFIX BETWEEN '20260702' AND '202607025'", [2]],
  ["_TABLE_SUFFIX IN ('20260702', '2026070')", [2]],
  ["STARTS_WITH(_TABLE_SUFFIX, '20260702')", [2]],
  ["_TABLE_SUFFIX LIKE '20260702%'", [2]],
  ["(_TABLE_SUFFIX = '20260702' OR _TABLE_SUFFIX = '2')", [2]],
  ["_TABLE_SUFFIX = COALESCE(@none, FORMAT_DATE('%Y%m%d', @day))", [2]],
  ["_TABLE_SUFFIX = FORMAT_DATE('%Y%m%d', @day) AND id > 0", [2]],
  // As an absent parameter's default is folded.
  ["_TABLE_SUFFIX = CAST('20260702' AS STRING)", [2]],
  ["(@day IS NULL OR _TABLE_SUFFIX = FORMAT_DATE('%Y%m%d', @day))", [2]],
])('files that cannot meet %s are not read', async (condition, expected) => {
  const { ask, folder } = await openShards('d é/e_*.csv', DAYS);
  writeFileSync(join(folder, 'd é/e_20260701.csv'), 'id\nx\n');
  writeFileSync(join(folder, 'd é/e_20260703.csv'), 'id\nx\n');
  const parameters = {
    day: { type: SCALARS.DATE, value: '2026-07-02' },
    none: { type: SCALARS.STRING, value: null },
  };

  expect((await ask(`SELECT id FROM \`e_*\` WHERE ${condition}`, parameters)).flat()).toEqual(
    expected,
  );
});

test('a condition whose parameter is NULL rules no file out', async () => {
  const { ask } = await openShards('d é/e_*.csv', DAYS);
  const sql = 'SELECT id FROM `e_*` WHERE @first IS NULL OR _TABLE_SUFFIX >= @first ORDER BY id';
  const first = (value: string | null) => ({ first: { type: SCALARS.STRING, value } });

  expect((await ask(sql, first(null))).flat()).toEqual([1, 2, 3]);
  expect((await ask(sql, first('20260702'))).flat()).toEqual([2, 3]);
});

test('a file that an optional condition rules out is not even opened', async () => {
  const { ask } = await openShards('d é/e_*.csv', { ...DAYS, 'd é/e_20260700.csv': '"id\n1\n' });
  const sql = 'SELECT id FROM `e_*` WHERE @first IS NULL OR _TABLE_SUFFIX >= @first ORDER BY id';
  const first = (value: string | null) => ({ first: { type: SCALARS.STRING, value } });

  expect((await ask(sql, first('20260701'))).flat()).toEqual([1, 2, 3]);
  await expect(ask(sql, first(null))).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
});

test('rows are the same with and without pruning', async () => {
  const { ask } = await openShards('d é/e_*.csv', DAYS);
  const text = fc.constantFrom('', '2026', '20260701', '20260702', '202607025', '20260704', 'é');
  const comparison = fc
    .tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>='), text, fc.boolean())
    .map(([sign, value, isSwapped]) =>
      isSwapped ? `'${value}' ${sign} SUFFIX` : `SUFFIX ${sign} '${value}'`,
    );
  const other = fc.oneof(
    fc.tuple(text, text).map(([low, high]) => `SUFFIX BETWEEN '${low}' AND '${high}'`),
    fc.tuple(text, text).map(([one, two]) => `SUFFIX NOT IN ('${one}', '${two}')`),
    fc.tuple(text, text).map(([one, two]) => `SUFFIX IN ('${one}', '${two}')`),
    text.map((value) => `'${value}' IN (SUFFIX, '20260701')`),
    text.map((value) => `STARTS_WITH('${value}', SUFFIX)`),
    text.map((value) => `'${value}' LIKE SUFFIX`),
    fc
      .constantFrom('2026%', '2026070_', '%1', '20260702', '', String.raw`202607\\_%`)
      .map((pattern) => `SUFFIX LIKE '${pattern}'`),
    fc.constantFrom('id = 2', 'NULL', 'SUFFIX IS NULL', 'NOT SUFFIX < CAST(NULL AS STRING)'),
  );
  const condition = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      comparison,
      other,
      fc
        .tuple(tie('node'), fc.constantFrom('AND', 'OR'), tie('node'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie('node').map((inner) => `NOT (${inner})`),
    ),
  })).node;
  const idsBy = async (text: string, suffix: string) =>
    ask(`SELECT id FROM \`e_*\` WHERE ${text.replaceAll('SUFFIX', suffix)} ORDER BY id`);
  await fc.assert(
    fc.asyncProperty(condition, async (text) => {
      expect(await idsBy(text, '_TABLE_SUFFIX')).toEqual(
        await idsBy(text, "CONCAT(_TABLE_SUFFIX, '')"),
      );
    }),
    { numRuns: 60 },
  );
});

test('a wildcard table without data or of imports has no rows, and one whose files are gone fails', async () => {
  const { ask } = await openShards(undefined, {});
  expect(await ask('SELECT id, _TABLE_SUFFIX AS s FROM `e_*`')).toEqual([]);
  const { ask: askFiles, folder } = await openShards('e_*.csv', { 'e_a.csv': csv(1) });
  rmSync(join(folder, 'e_a.csv'));
  await expect(askFiles("SELECT id FROM `e_*` WHERE _TABLE_SUFFIX > ''")).rejects.toThrow();
});

test.each([
  ['SELECT * FROM `e_*` AS a JOIN `e_*` AS b USING (_TABLE_SUFFIX)', 'cannot be in USING'],
  ['SELECT _TABLE_SUFFIX FROM `e_*` AS a, `e_*` AS b', '_TABLE_SUFFIX is ambiguous'],
  ['SELECT _TABLE_SUFFIX AS s, COUNT(*) AS n FROM `e_*`', 'neither grouped nor aggregated'],
  ['SELECT DISTINCT id FROM `e_*` ORDER BY _TABLE_SUFFIX', 'not visible after SELECT DISTINCT'],
  ['SELECT x._TABLE_SUFFIX FROM (SELECT * FROM `e_*`) AS x', 'not found inside x'],
])('%s is refused', async (sql, message) => {
  const { ask } = await openShards(undefined, {});
  await expect(ask(sql)).rejects.toThrow(message);
});
