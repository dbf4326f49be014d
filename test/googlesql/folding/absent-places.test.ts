import { expect, it } from 'vitest';
import {
  parseQuery,
  refuseAbsentPlaces,
  SCALARS,
  SqlError,
  type Table,
  type Type,
} from '#googlesql';

const TABLE: Table = {
  name: 't',
  columns: [
    { name: 'k', type: SCALARS.INT64, mode: 'NULLABLE' },
    { name: 's', type: SCALARS.STRING, mode: 'NULLABLE' },
    { name: 'd', type: SCALARS.DATE, mode: 'NULLABLE' },
  ],
};
const OPTIONAL: ReadonlyMap<string, Type> = new Map([
  ['top', SCALARS.INT64],
  ['s', SCALARS.STRING],
  ['share', SCALARS.FLOAT64],
]);
const OPTIONS = {
  tables: new Map([['t', TABLE]]),
  parameters: new Map([...OPTIONAL, ['required', SCALARS.INT64]]),
};

/** What is refused: the text from there on, and the message. */
function refusal(sql: string): readonly string[] {
  try {
    refuseAbsentPlaces(parseQuery(sql), OPTIONAL, OPTIONS);
    return [];
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return [sql.slice(error.offset), error.message];
  }
}

it.each([
  ['SELECT k FROM t WHERE @top IS NULL OR k = @top LIMIT @Top', '@Top', '@param Top = 10'],
  ['SELECT k FROM t LIMIT 1 OFFSET CAST(@top AS INT64)', '@top AS', '@param top = 10'],
  ['SELECT (SELECT k FROM t LIMIT @top) AS x', '@top) AS x', '@param top = 10'],
  ['SELECT ARRAY_AGG(k LIMIT @top) AS x FROM t', '@top) AS x', '@param top = 10'],
  ['SELECT k FROM t WHERE @top IS NULL OR k IN (SELECT k FROM t LIMIT @top)', '@top)', 'top = 10'],
  ['SELECT LAG(k, @top) OVER (ORDER BY k) AS x FROM t WHERE k > @top', '@top) OVER', 'top = 10'],
  ['SELECT SUM(k) OVER (ORDER BY k ROWS @top PRECEDING) FROM t', '@top PREC', '@param top = 10'],
  ['SELECT STRING_AGG(s, @s) AS x FROM t WHERE s != @s', '@s) AS x', "@param s = ','"],
  ['SELECT @top AS y, LAG(k, @top) OVER (ORDER BY k) AS x FROM t', '@top) OVER', 'top = 10'],
  [
    'SELECT k FROM t WHERE @top IS NULL OR k = (SELECT ANY_VALUE(ARRAY_LENGTH(l)) FROM (SELECT ARRAY_AGG(k LIMIT @top) AS l FROM t))',
    '@top) AS l',
    'top = 10',
  ],
  ['SELECT [@top] AS x FROM t', '@top]', '@param top = 10'],
  ['SELECT PERCENTILE_CONT(k, @share) OVER () AS x FROM t', '@share) OVER', '@param share = 0.5'],
])('refuses %s', (sql, place, tag) => {
  const [text, message] = refusal(sql);
  expect(text?.slice(0, place.length)).toBe(place);
  expect(message).toContain(`${tag}" in the head comment`);
});

it.each([
  'SELECT k FROM t LIMIT @required',
  'SELECT k, @top AS n, [@top, 1][OFFSET(0)] AS l FROM t WHERE k BETWEEN @top AND 10 ORDER BY @top',
  'SELECT k FROM t WHERE REGEXP_CONTAINS(s, @s) AND k IN UNNEST([@top])',
  'SELECT k FROM t WHERE @s IS NULL OR d = @s',
])('takes %s', (sql) => {
  expect(refusal(sql)).toEqual([]);
});
