import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../../../src/project/load-project.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { inferShared } from '../../../support/infer-shared.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { compileQuery } from '../../compile-query.ts';

const FIELDS = [
  { name: 'id', type: 'INT64' },
  { name: 'amount', type: 'NUMERIC' },
];

/** Asks a project with a table over Parquet files, each with the rows of a SELECT. */
async function openFiles(selects: readonly string[], fields: readonly object[] = FIELDS) {
  const folder = temporaryFolder();
  for (const name of ['data', 'tables']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'tables/t.json'), JSON.stringify(fields));
  const settings = { tables: { t: { data: 'data/*.parquet' } } };
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify(settings));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const [i, select] of selects.entries()) {
    await connection.run(`COPY (${select}) TO '${join(folder, `data/${i}.parquet`)}'`);
  }
  connection.closeSync();
  const project = await loadProject(folder, { inferFields: inferShared });
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, join(folder, '.data')),
    processes: sharedProcesses(),
  });
  onTestFinished(() => engine.close());
  return async (sql: string, isCallersSql = false) => {
    const query = compileQuery(sql, {}, { tables: project.tables, isCallersSql });
    return (await engine.run(query, { signal: new AbortController().signal })).rows;
  };
}

const amounts = (type: string, ...values: readonly string[]) =>
  `SELECT v.i AS id, CAST(v.a AS ${type}) AS amount FROM (VALUES ${values
    .map((value) => `(${value.length}::BIGINT, ${value})`)
    .join(', ')}) AS v(i, a)`;

const ALL = `SELECT SUM(amount) AS s, AVG(amount) AS m, MIN(amount) AS l, MAX(amount) AS g, SUM(amount * 2) AS d,
  COUNTIF(amount > 1) AS n FROM t`;

test.each([
  ['one file', ['DECIMAL(12, 2)']],
  ['files of other digits', ['DECIMAL(12, 2)', 'DECIMAL(9, 5)', 'DECIMAL(18, 2)']],
  ['a file of all digits beside', ['DECIMAL(12, 2)', 'DECIMAL(38, 9)']],
  ['a file of texts beside', ['DECIMAL(12, 2)', 'VARCHAR']],
  ['more digits behind the point than a NUMERIC', ['DECIMAL(38, 18)', 'DECIMAL(12, 2)']],
  ['no digits before the point', ['DECIMAL(12, 2)', 'DECIMAL(2, 2)']],
])('NUMERICs are the same however files store them: %s', async (_, types) => {
  const ask = await openFiles(
    types.map((type) =>
      type === 'DECIMAL(2, 2)'
        ? amounts(type, "'0.25'")
        : amounts(type, "'1.25'", "'-7.50'", 'NULL'),
    ),
  );
  const values = types.flatMap((type) => (type === 'DECIMAL(2, 2)' ? [0.25] : [1.25, -7.5]));
  const sum = values.reduce((a, b) => a + b);
  const expected = [
    String(sum),
    String(Number((sum / values.length).toFixed(9))),
    String(Math.min(...values)),
    String(Math.max(...values)),
    String(2 * sum),
    values.filter((value) => value > 1).length,
  ];

  expect(await ask(ALL)).toEqual([expected]);
  expect(await ask(ALL, true)).toEqual([expected]);
});

test('a file without a NUMERIC column has NULL there, beside files of few digits', async () => {
  const ask = await openFiles([amounts('DECIMAL(12, 2)', "'1.25'"), 'SELECT 7::BIGINT AS id']);

  expect(await ask('SELECT id, amount FROM t ORDER BY amount')).toEqual([
    [7, null],
    [6, '1.25'],
  ]);
  expect(await ask('SELECT SUM(amount) AS s, COUNT(amount) AS n FROM t')).toEqual([['1.25', 1]]);
});

test('a REQUIRED column that one of several files lacks is an error', async () => {
  const fields = [{ name: 'amount', type: 'NUMERIC', mode: 'REQUIRED' }];
  const ask = await openFiles([amounts('DECIMAL(12, 2)', "'1.25'"), 'SELECT 7 AS id'], fields);

  await expect(ask('SELECT SUM(amount) AS s FROM t')).rejects.toThrow();
});

test('a DECIMAL that is no NUMERIC is an error', async () => {
  const tooLong = await openFiles([amounts('DECIMAL(38, 2)', "'100000000000000000000000000000'")]);
  const tooFine = await openFiles([amounts('DECIMAL(38, 18)', "'0.0000000001'")]);

  await expect(tooLong('SELECT amount FROM t')).rejects.toThrow();
  await expect(tooFine('SELECT amount FROM t')).rejects.toThrow();
});
