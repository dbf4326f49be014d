import { expect, test } from 'vitest';
import {
  planningWork,
  refuseHeavyPlanning,
} from '../../../../src/engines/duckdb/queries/planning-work.ts';
import { compile } from '../../../googlesql/duckdb/compile.ts';

function nested(depth: number, open: string, inside: string, close: string): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

test('planningWork doubles for each lambda around', () => {
  const work = (depth: number) =>
    planningWork(nested(depth, 'list_transform([0], lambda x: ', '1', ')'));

  expect(work(21) / work(20)).toBeCloseTo(2, 1);
});

test('planningWork grows evenly with nesting that has no lambdas', () => {
  const work = (depth: number) => planningWork(nested(depth, 'upper(', 'x', ')'));

  expect(work(40) - work(20)).toBe(work(20) - work(0));
});

test('planningWork multiplies what a macro repeats', () => {
  const work = (depth: number) => planningWork(nested(depth, 'gsql_fold(', 'x', ')'));

  expect(work(5) / work(4)).toBeGreaterThan(4);
});

test('planningWork counts a macro with the macros inside it', () => {
  expect(planningWork('gsql_json_scalars(s, p)')).toBeGreaterThan(
    planningWork('gsql_json_items_of(s)'),
  );
});

test('planningWork sees no brackets or words in quotations', () => {
  expect(planningWork(`f('(((lambda a '' b', "lambda )")`)).toBe(planningWork('f(, )'));
});

test('refuseHeavyPlanning refuses what repeats itself too often, and lets the rest pass', () => {
  const refused = nested(24, 'list_transform([0], lambda x: ', '1', ')');
  const passed = nested(12, 'list_transform([0], lambda x: ', '1', ')');

  expect(() => refuseHeavyPlanning(refused)).toThrow('Not enough resources for query planning');
  expect(() => refuseHeavyPlanning(passed)).not.toThrow();
});

test('refuseHeavyPlanning refuses a text of more than a million characters', () => {
  expect(() => refuseHeavyPlanning(' '.repeat(1_000_001))).toThrow(
    expect.objectContaining({ code: 'SQL_INVALID' }),
  );
});

test('refuseHeavyPlanning counts neither words nor characters of the sources', () => {
  const source = '(SELECT a FROM read_parquet($files))'.repeat(10_000);

  expect(() => refuseHeavyPlanning(`SELECT * FROM ${source}`)).toThrow();
  expect(() => refuseHeavyPlanning(`SELECT * FROM ${source}`, [source])).not.toThrow();
});

const COLUMNS = `(SELECT 'a' AS s, b'a' AS b, TIMESTAMP '2026-07-01' AS t, INTERVAL 1 DAY AS i
  UNION ALL SELECT NULL, NULL, NULL, NULL)`;

test.each([
  ['s', 'REGEXP_REPLACE(', ', s, s)'],
  ['s', 'INITCAP(', ')'],
  ['s', 'CAST(CONTAINS_SUBSTR(s, ', ') AS STRING)'],
  ['s', 'CAST(CAST(', ' AS TIMESTAMP) AS STRING)'],
  ['s', 'CAST(CAST(', ' AS INTERVAL) AS STRING)'],
  ['s', 'JSON_VALUE(', ", '$.a')"],
  ['b', 'UPPER(', ')'],
  ['b', 'REPLACE(', ", b'a', b'b')"],
  ['b', 'LPAD(', ", 3, b'a')"],
  ['b', 'REVERSE(', ')'],
  ['t', '(', ' - INTERVAL 1 DAY)'],
  ['t', "TIMESTAMP(FORMAT_TIMESTAMP('%F', ", "), 'America/New_York')"],
  ['i', '(t - (t - ', '))'],
  ['i', 'JUSTIFY_INTERVAL(', ')'],
  ['i', 'MAKE_INTERVAL(EXTRACT(DAY FROM ', '))'],
])('printed calls nested in each other repeat nothing: %s in %s…%s', (column, open, close) => {
  const work = (depth: number) =>
    planningWork(compile(`SELECT ${nested(depth, open, column, close)} FROM ${COLUMNS}`).sql);

  expect(work(6) - work(5)).toBeLessThan(1.5 * (work(3) - work(2)));
});
