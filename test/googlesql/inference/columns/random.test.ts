import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { describeColumns, parseTable, type SchemaField, spellType } from '#googlesql';
import { compile, openDatabase, resolve, rowsOf } from '../../duckdb/compile.ts';
import { randomStatement } from './random-statement.ts';
import { contradicts } from './violations.ts';

const FIELDS: readonly SchemaField[] = [
  ...[
    { name: 'a', type: 'INT64', mode: 'REQUIRED' },
    { name: 's', type: 'STRING', mode: 'REQUIRED' },
  ],
  ...[
    { name: 'b', type: 'INT64' },
    { name: 't', type: 'STRING' },
    { name: 'c', type: 'BOOL' },
  ],
  { name: 'f', type: 'FLOAT64', mode: 'REQUIRED' },
  {
    ...{ name: 'r', type: 'RECORD' },
    fields: [
      { name: 'x', type: 'INT64', mode: 'REQUIRED' },
      { name: 'y', type: 'STRING' },
    ],
  },
  { name: 'l', type: 'STRING', mode: 'REPEATED' },
];

/** Rows with NULL in each column that may hold it, and with the floats that JSON does not have. */
const ROWS = [
  `(1, 'x', NULL, 'x', true, 1.5, {'x': 1, 'y': 'a'}, ['x'])`,
  `(2, 'x', 2, NULL, false, 'nan', {'x': 2, 'y': NULL}, [])`,
  `(3, '1', 1, '1', NULL, 'inf', NULL, ['1', ''])`,
  `(0, '', 0, '', NULL, 0, NULL, [])`,
];

const TABLES = { p: ROWS, q: ROWS.slice(1, 3), e: [] };

const sources = {
  tables: Object.fromEntries(
    Object.keys(TABLES).map((name) => [
      name,
      { table: parseTable(name, FIELDS), from: `random_${name}` },
    ]),
  ),
};

let database: DuckDBConnection;

beforeAll(async () => {
  database = await openDatabase();
  for (const [name, rows] of Object.entries(TABLES)) {
    const types = `a BIGINT, s VARCHAR, b BIGINT, t VARCHAR, c BOOLEAN, f DOUBLE, r STRUCT(x BIGINT, y VARCHAR), l VARCHAR[]`;
    await database.run(`CREATE OR REPLACE TEMP TABLE random_${name} (${types})`);
    if (rows.length > 0) await database.run(`INSERT INTO random_${name} VALUES ${rows.join(', ')}`);
  }
});

/** The rows of a statement; undefined if it is refused or fails, of which other tests judge the messages. */
async function rowsIfAny(sql: string) {
  try {
    return await rowsOf(database, compile(sql, sources));
  } catch {
    return undefined;
  }
}

/** How many columns were compared. */
interface Counts {
  rows: number;
  required: number;
  optional: number;
}

/** Compares the rows of a statement with what is proven of its columns. */
async function compare(sql: string, counts: Counts): Promise<void> {
  const rows = await rowsIfAny(sql);
  if (!rows) return;
  counts.rows += rows.length;
  for (const [i, { name, type }] of describeColumns(resolve(sql, sources), new Set()).entries()) {
    counts[type.isRequired ? 'required' : 'optional'] += 1;
    const isWrong = rows.some((row) => contradicts(row[i], type));
    if (isWrong) throw new Error(`${name} is not ${spellType(type)}: ${sql}`);
  }
}

test('no column that is said to be required is NULL in the rows of any statement', async () => {
  const counts = { rows: 0, required: 0, optional: 0 };
  const choices = fc.array(fc.nat(9_999), { minLength: 60, maxLength: 200, size: 'max' });

  await fc.assert(
    fc.asyncProperty(choices, (own) => compare(randomStatement(own), counts)),
    { numRuns: 250 },
  );

  expect(counts.rows).toBeGreaterThan(100);
  expect(counts.required).toBeGreaterThan(100);
  expect(counts.optional).toBeGreaterThan(100);
});
