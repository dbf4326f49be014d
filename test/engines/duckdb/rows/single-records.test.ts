import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { readRows } from '../../../../src/engines/duckdb/rows/read-rows.ts';
import { RowBudget } from '../../../../src/engines/row-budget.ts';
import { arrayOf, SCALARS, structOf } from '../../../../src/googlesql/types.ts';
import type { Row } from '../../../../src/googlesql/value.ts';
import { rowsBytes, SLOT_BYTES } from '../../../../src/googlesql/value.ts';

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

const MAX_BYTES = 1_000_000;

/** The decoded rows of a value, and their bytes. */
async function read(value: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const sql = `SELECT CASE WHEN i % 3 > 0 THEN ${value} END FROM range(4) AS r(i)`;
  const chunks = await (await connection.run(sql)).fetchAllChunks();
  const budget = new RowBudget({ maxRows: 10, maxBytes: MAX_BYTES });
  const rows: Row[] = [];
  await readRows(COLUMNS, chunks, budget, async (chunk) => {
    rows.push(...chunk);
  });
  return { rows, bytes: MAX_BYTES - budget.bytesLeft };
}

test('a record is read as the array that holds it alone, and takes as many bytes', async () => {
  const lists = await read(LISTS);
  expect(lists.bytes).toBe(rowsBytes(lists.rows) - rowsBytes([]) - 4 * SLOT_BYTES);
  expect(lists.rows).toEqual([[[]], [[[200, [['10.0.0.1']]]]], [[[200, [['10.0.0.1']]]]], [[]]]);
  expect(await read(RECORDS)).toEqual(lists);
});
