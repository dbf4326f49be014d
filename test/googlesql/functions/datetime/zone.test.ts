import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';
import { compile, openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

test('an unknown zone in a row is an error that SAFE catches', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(PRELUDE.join(';\n'));
  const local = "gsql_local(TIMESTAMPTZ '2020-01-01 00:00:00+00', zone)";
  const instant = "epoch_us(gsql_instant_at(TIMESTAMP '2020-01-01', zone))";

  const safe = await connection.runAndReadAll(
    `SELECT zone, CAST(TRY(${local}) AS VARCHAR), TRY(${instant}) FROM (VALUES
      ('Asia/Tokyo'), ('Etc/GMT+5'), ('+01:30'), ('UTC'), ('Bad/Zone'), ('x y'), (''), (NULL)) AS t(zone)`,
  );
  const error = connection.run(`SELECT ${local} FROM (VALUES ('Bad/Zone')) AS t(zone)`);

  expect(safe.getRowsJson()).toEqual([
    ['Asia/Tokyo', '2020-01-01 09:00:00', '1577804400000000'],
    ['Etc/GMT+5', '2019-12-31 19:00:00', '1577854800000000'],
    ['+01:30', '2020-01-01 01:30:00', '1577831400000000'],
    ['UTC', '2020-01-01 00:00:00', '1577836800000000'],
    ['Bad/Zone', null, null],
    ['x y', null, null],
    ['', null, null],
    [null, null, null],
  ]);
  await expect(error).rejects.toThrow('Invalid time zone: Bad/Zone');
});

test.each([
  ['+5:3', '2020-01-01 05:03:00+05:03'],
  ['UTC+5:3', '2020-01-01 05:03:00+05:03'],
  ['UTC-0530', '2019-12-31 18:30:00-05:30'],
])('the offset %s is read as the reference reads it', async (zone, text) => {
  const sql = `SELECT STRING(TIMESTAMP '2020-01-01 00:00:00+00', '${zone}')`;

  expect(await evaluate(await openDatabase(), sql)).toEqual(['STRING', text]);
});

test.each(['+05:99', '+14:01', 'Z'])('the zone %s is refused', (zone) => {
  const sql = `SELECT STRING(TIMESTAMP '2020-01-01 00:00:00+00', '${zone}')`;

  expect(() => compile(sql)).toThrow(`Invalid time zone: ${zone}`);
});
