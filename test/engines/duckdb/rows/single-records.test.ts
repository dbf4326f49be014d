import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { compileDecoder } from '../../../../src/engines/duckdb/rows/decode.ts';
import { compileRowEstimate } from '../../../../src/engines/duckdb/rows/estimate-row-bytes.ts';
import { arrayOf, SCALARS, structOf } from '../../../../src/googlesql/types.ts';

const HEADERS = arrayOf(structOf([{ name: 'ip', type: SCALARS.STRING }]));
const METADATA = arrayOf(
  structOf([
    { name: 'status', type: SCALARS.INT64 },
    { name: 'headers', type: HEADERS },
  ]),
);
const COLUMNS = [{ name: 'c', type: METADATA }];

const LISTS = "[{'status': 200::BIGINT, 'headers': [{'ip': '10.0.0.1'}]}]";
const RECORDS = "{'status': 200::BIGINT, 'headers': {'ip': '10.0.0.1'}}";

/** The decoded rows of a value, and the estimates of their bytes. */
async function read(value: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const sql = `SELECT CASE WHEN i % 3 > 0 THEN ${value} END FROM range(4) AS r(i)`;
  const [chunk] = await (await connection.run(sql)).fetchAllChunks();
  if (!chunk) throw new Error('There are no rows');
  return {
    rows: await compileDecoder(COLUMNS)(chunk, chunk.rowCount),
    bytes: await compileRowEstimate(COLUMNS)(chunk, 1_000_000),
  };
}

test('a record is read as the array that holds it alone, and takes as many bytes', async () => {
  const lists = await read(LISTS);
  expect(lists.rows).toEqual([[[]], [[[200, [['10.0.0.1']]]]], [[[200, [['10.0.0.1']]]]], [[]]]);
  expect(await read(RECORDS)).toEqual(lists);
});
