import { expect, test } from 'vitest';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../../functions/evaluate.ts';

const database = await openDatabase();

const day = (text: string) => (text === '' ? 'NULL' : `DATE '${text}'`);

/** The ranges of a table with a key, as `key: start, end`. */
function table(rows: readonly string[]): string {
  const values = rows.map((row) => {
    const [key, start = '', end = ''] = row.split(/[:,] ?/);
    return `STRUCT(${key} AS k, ${start === '-' ? 'NULL' : `RANGE(${day(start)}, ${day(end)})`} AS r)`;
  });
  return `SELECT * FROM UNNEST([${values}])`;
}

function sessions(rows: readonly string[], call: string) {
  const list =
    'CONCAT(k, IFNULL(CAST(session_range AS STRING), "-")) ORDER BY k, RANGE_START(r), r IS NULL';
  const from = `FROM RANGE_SESSIONIZE(${call}) AS s`;
  return evaluate(
    database,
    `SELECT (WITH t AS (${table(rows)}) SELECT ARRAY_AGG(${list}) ${from})`,
  );
}

const DOCUMENTED = [
  ...['10: 2010-01-10, 2010-03-10', '10: 2010-03-10, 2010-07-15', '10: 2010-06-15, 2010-08-18'],
  ...['20: 2010-03-10, 2010-07-20', '20: 2020-05-10, 2020-09-20'],
];

// The reference has no RANGE_SESSIONIZE: these are the examples of BigQuery's documentation.
test.each([
  ["TABLE t, 'r', ['k']", ['10[2010-01-10, 2010-08-18)', '10[2010-01-10, 2010-08-18)']],
  [
    "(SELECT * FROM t), 'r', ['k'], 'meets'",
    ['10[2010-01-10, 2010-08-18)', '10[2010-01-10, 2010-08-18)'],
  ],
  ["TABLE t, 'R', ['K'], 'OVERLAPS'", ['10[2010-01-10, 2010-03-10)', '10[2010-03-10, 2010-08-18)']],
])('RANGE_SESSIONIZE(%s) joins the ranges of a key, as documented', async (call, first) => {
  const [whole = '', last = ''] = first;
  const others = ['20[2010-03-10, 2010-07-20)', '20[2020-05-10, 2020-09-20)'];

  expect(await sessions(DOCUMENTED, call)).toEqual([
    'ARRAY<STRING>',
    [whole, last, last, ...others],
  ]);
});

test('sessions have no bound where a range has none, and rows without a range have no session', async () => {
  const rows = ['1: -', '1: , 2020-01-03', '1: , 2020-01-02', '1: 2020-01-05, 2020-01-06'];
  rows.push('1: 2020-01-05, 2020-01-07', '1: 2020-01-09, ', '2: 2020-02-05, 2020-02-07');

  expect(await sessions(rows, "TABLE t, 'r', []")).toEqual([
    'ARRAY<STRING>',
    [
      ...['1[UNBOUNDED, 2020-01-03)', '1[UNBOUNDED, 2020-01-03)', '1-'],
      ...['1[2020-01-05, 2020-01-07)', '1[2020-01-05, 2020-01-07)'],
      ...['1[2020-01-09, UNBOUNDED)', '2[2020-01-09, UNBOUNDED)'],
    ],
  ]);
});

test.each([
  ["TABLE t, r, ['k']", 'RANGE_SESSIONIZE accepts STRING literals only'],
  ["TABLE t, 'r', ['k'], 'x'", 'The option of RANGE_SESSIONIZE must be MEETS or OVERLAPS'],
  ["TABLE t, 'x', ['k']", 'Name x not found inside RANGE_SESSIONIZE'],
])('RANGE_SESSIONIZE(%s) is refused', async (call, error) => {
  expect(await sessions(DOCUMENTED, call)).toEqual({ error });
});

test('sessions of sessions count as levels of nesting', () => {
  const nested = (levels: number): string =>
    levels === 0 ? 't' : `(SELECT r FROM RANGE_SESSIONIZE(${nested(levels - 1)}, 'r', []))`;
  const parse = (levels: number) =>
    parseQuery(nested(levels).replaceAll('(t,', '(TABLE t,'), { maxDepth: 100 });

  expect(() => parse(5)).not.toThrow();
  expect(() => parse(12)).toThrow('Query is nested too deeply');
});

const RANGE = "RANGE<DATE> '[2020-01-01, 2020-01-05)'";

test.each([
  ['r', `SELECT ${RANGE} AS r, 1 AS k`],
  ['range_sessionize', `SELECT ${RANGE} AS range_sessionize, 1 AS k`],
  ['r', `SELECT ${RANGE} AS r, 1 AS k, 2 AS _range_begins, 3 AS _range_session, 4 AS session`],
])('RANGE_SESSIONIZE reads its column %s of a table of that name: %s', async (name, rows) => {
  const call = `RANGE_SESSIONIZE(TABLE ${name}, '${name}', ['k'])`;

  expect(
    await evaluate(
      database,
      `WITH ${name} AS (${rows}) SELECT CAST(session_range AS STRING) FROM ${call}`,
    ),
  ).toEqual(['STRING', '[2020-01-01, 2020-01-05)']);
});

test.each([
  [
    `SELECT (SELECT COUNT(*) FROM RANGE_SESSIONIZE(TABLE t, 'r', ['k'])) FROM (SELECT 1 AS k)`,
    'Name k not found inside RANGE_SESSIONIZE',
  ],
  [
    `SELECT * FROM RANGE_SESSIONIZE((SELECT r, 1 AS session_range FROM t), 'r', [])`,
    'Duplicate column names in the result are not supported. Found duplicate(s): session_range',
  ],
])('%s is refused', async (sql, error) => {
  expect(await evaluate(database, `WITH t AS (SELECT ${RANGE} AS r) ${sql}`)).toEqual({ error });
});

test('the keys of RANGE_SESSIONIZE count as nodes of the query', () => {
  const keys = Array.from({ length: 2000 }, () => "'k'").join(', ');
  const sql = `SELECT * FROM RANGE_SESSIONIZE(TABLE t, 'r', [${keys}])`;

  expect(() => parseQuery(sql)).not.toThrow();
  expect(() => parseQuery(sql, { maxNodes: 10_000 })).toThrow('the limit is 10000 expressions');
});
