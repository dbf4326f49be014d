import { describe, expect, it } from 'vitest';
import { foldAbsent, parseQuery, printQuery, SCALARS, type Table, type Type } from '#googlesql';

const COLUMNS = {
  k: 'INT64',
  n: 'INT64',
  x: 'FLOAT64',
  s: 'STRING',
  d: 'DATE',
  b: 'BOOL',
} as const;
const TABLE: Table = {
  name: 't',
  columns: Object.entries(COLUMNS).map(([name, kind]) => ({
    name,
    type: SCALARS[kind],
    mode: 'NULLABLE' as const,
  })),
};
const ABSENT: ReadonlyMap<string, Type> = new Map([
  ['p', SCALARS.INT64],
  ['s', SCALARS.STRING],
  ['f', SCALARS.FLOAT64],
  ['d', SCALARS.DATE],
  ['b', SCALARS.BOOL],
]);
/** `q` and `text` are present. */
const PARAMETERS = new Map([...ABSENT, ['q', SCALARS.INT64], ['text', SCALARS.STRING]]);
const OPTIONS = { tables: new Map([['t', TABLE]]), parameters: PARAMETERS };

function folded(sql: string): string {
  return printQuery(foldAbsent(parseQuery(sql), ABSENT, OPTIONS).tree);
}

/** The WHERE of a query with this one, folded; empty if it went. */
function foldedWhere(condition: string): string {
  return folded(`SELECT k FROM t WHERE ${condition}`).replace(/^SELECT k FROM t( WHERE )?/, '');
}

describe('a filter without its parameter', () => {
  it.each([
    ['n = @q AND (@d IS NULL OR d >= @d)', 'n = @q'],
    ['(@d IS NULL OR d >= @d) AND n = @q AND k > 1', 'n = @q AND k > 1'],
    ['n = @q AND ((@d IS NULL OR d >= @d) AND (k > 1 OR b))', 'n = @q AND (k > 1 OR b)'],
    ['(@d IS NULL OR d >= @d) AND (@P IS NULL OR k = @P)', ''],
    ['TRUE AND (@d IS NULL OR d >= @d)', 'TRUE'],
    ['@p IS NOT NULL AND k = @p OR n = 1', 'n = 1'],
    ['NOT (@p IS NOT NULL AND k = @p) AND b', 'b'],
    ['b AND (s LIKE @s) IS NULL', 'b'],
    ['IF(@p IS NULL, TRUE, k = @p) AND b', 'b'],
    ['CASE WHEN @p IS NOT NULL THEN k = @p ELSE TRUE END', ''],
    ['COALESCE(@b, TRUE)', ''],
  ])('is gone: %s', (condition, expected) => {
    expect(foldedWhere(condition)).toBe(expected);
  });

  it.each([
    ['k = @p', 'CAST(NULL AS BOOL)'],
    ['@p != k', 'CAST(NULL AS BOOL)'],
    ['s NOT LIKE @s', 'CAST(NULL AS BOOL)'],
    ['k = @p AND b', 'CAST(NULL AS BOOL) AND b'],
    ['k = @p AND FALSE', 'FALSE'],
    ['k = @p OR TRUE', ''],
    ['k = @p AND TRUE', 'CAST(NULL AS BOOL)'],
    ['@p IS NOT NULL', 'FALSE'],
    ['NOT @p IS NULL OR @p IS NOT NULL', 'FALSE'],
    ['NULL OR @p IS NOT NULL', 'CAST(NULL AS BOOL)'],
  ])('leaves what is not TRUE: %s', (condition, expected) => {
    expect(foldedWhere(condition)).toBe(expected);
  });
});

describe('a choice without its parameter', () => {
  it.each([
    ["d >= COALESCE(@d, DATE '2020-01-01')", "d >= DATE '2020-01-01'"],
    ['k = COALESCE(@p, n)', 'k = n'],
    ['k = IFNULL(@p, 1)', 'k = CAST(1 AS INT64)'],
    ["d > COALESCE(@d, '2020-01-01')", "d > CAST('2020-01-01' AS DATE)"],
    ['x = COALESCE(NULL, @f, n)', 'x = CAST(n AS FLOAT64)'],
    ['x = COALESCE(@f, n, k)', 'x = COALESCE(CAST(n AS FLOAT64), CAST(k AS FLOAT64))'],
    ['x = COALESCE(@p, 1, 2)', 'x = COALESCE(CAST(1 AS INT64), CAST(2 AS INT64))'],
    ['x = COALESCE(@f, n, x)', 'x = COALESCE(n, x)'],
    ['k = COALESCE(@p, @q)', 'k = @q'],
    ['s = COALESCE(@s, @text)', 's = CAST(@text AS STRING)'],
    ['COALESCE(@p, @p) IS NULL', ''],
    ['k = IF(@p > 1, n, x)', 'k = x'],
    ['k = IF(@p IS NULL, n, x)', 'k = CAST(n AS FLOAT64)'],
    ['IF(@b, n, NULL) IS NULL', ''],
    ['k + IF(@b, n, NULL) > 1', 'k + CAST(NULL AS INT64) > 1'],
    [
      'k = CASE WHEN n = 1 THEN k WHEN @p = 1 THEN 2 ELSE n END',
      'k = CASE WHEN n = 1 THEN k ELSE n END',
    ],
    [
      'k = CASE WHEN n = 1 THEN n WHEN @p IS NULL THEN k WHEN b THEN 1 END',
      'k = CASE WHEN n = 1 THEN n ELSE k END',
    ],
    ['k = CASE WHEN b THEN n WHEN @b THEN x END', 'k = CASE WHEN b THEN CAST(n AS FLOAT64) END'],
    ['CASE @p WHEN 1 THEN b ELSE k = 1 END', 'k = 1'],
    ['CASE WHEN @b THEN b END IS NULL', ''],
  ])('has the type that it had: %s', (condition, expected) => {
    expect(foldedWhere(condition)).toBe(expected);
  });
});

describe('anything else', () => {
  it.each([
    ['d BETWEEN @d AND d', 'd BETWEEN CAST(NULL AS DATE) AND d'],
    ['k IN (@p, 1)', 'k IN (CAST(NULL AS INT64), 1)'],
    ['NULLIF(@p, 1) IS NULL', 'NULLIF(CAST(NULL AS INT64), 1) IS NULL'],
    ['CAST(@p AS STRING) IS NULL', 'CAST(CAST(NULL AS INT64) AS STRING) IS NULL'],
    ['LENGTH(@s) IS NULL', 'LENGTH(CAST(NULL AS STRING)) IS NULL'],
    ['k IS DISTINCT FROM @p', 'k IS DISTINCT FROM CAST(NULL AS INT64)'],
    ['@b IS TRUE', 'CAST(NULL AS BOOL) IS TRUE'],
    ["s LIKE ANY (@s, 'a')", "s LIKE ANY (CAST(NULL AS STRING), 'a')"],
    ['k = COALESCE(n, @p)', 'k = COALESCE(n, CAST(NULL AS INT64))'],
    ['k = COALESCE(NULL, n) AND k IN (@p)', 'k = COALESCE(NULL, n) AND k IN (CAST(NULL AS INT64))'],
    ['TRUE AND FALSE OR NULL IS NULL', 'TRUE AND FALSE OR NULL IS NULL'],
  ])('is not evaluated: %s', (condition, expected) => {
    expect(foldedWhere(condition)).toBe(expected);
  });

  it('is left alone outside of conditions', () => {
    const query = (p: string, d: string) =>
      `SELECT ${p} IS NULL AS a, COALESCE(${p}, k) AS c, COUNT(*) FROM t GROUP BY IF(${p} IS NULL, k, n), k ORDER BY COALESCE(${d}, MIN(d))`;
    expect(folded(query('@p', '@d'))).toBe(
      printQuery(parseQuery(query('CAST(NULL AS INT64)', 'CAST(NULL AS DATE)'))),
    );
  });

  it('is left alone in the windows of a condition', () => {
    const window = 'PARTITION BY COALESCE(@p, k) ORDER BY IF(@p IS NULL, k, n)';
    expect(folded(`SELECT k FROM t QUALIFY COUNT(*) OVER (${window}) > IFNULL(@p, k)`)).toBe(
      `SELECT k FROM t QUALIFY COUNT(*) OVER (${window.replaceAll('@p', 'CAST(NULL AS INT64)')}) > k`,
    );
  });
});

const FILTER = '(@p IS NULL OR k = @p)';

describe('a clause that is TRUE', () => {
  it.each([
    [
      `WITH c AS (SELECT * FROM t WHERE ${FILTER}) SELECT k FROM c`,
      'WITH c AS (SELECT * FROM t) SELECT k FROM c',
    ],
    [
      `SELECT (SELECT MAX(k) FROM t WHERE ${FILTER}) AS m FROM t`,
      'SELECT (SELECT MAX(k) FROM t) AS m FROM t',
    ],
    [
      `SELECT k FROM t WHERE n IN (SELECT n FROM t WHERE ${FILTER})`,
      'SELECT k FROM t WHERE n IN (SELECT n FROM t)',
    ],
    [
      `SELECT COUNT(*) AS n FROM t GROUP BY k HAVING ${FILTER}`,
      'SELECT COUNT(*) AS n FROM t GROUP BY k',
    ],
    ['SELECT COUNT(*) AS n FROM t HAVING @p IS NULL', 'SELECT COUNT(*) AS n FROM t'],
    ['SELECT k FROM t QUALIFY @p IS NULL OR RANK() OVER (ORDER BY k) = @p', 'SELECT k FROM t'],
    [
      `SELECT k FROM t JOIN UNNEST([1]) AS e ON ${FILTER}`,
      'SELECT k FROM t CROSS JOIN UNNEST([1]) AS e',
    ],
    [
      `SELECT a.k FROM t AS a LEFT JOIN t AS b ON ${FILTER.replace('k', 'a.k')}`,
      'SELECT a.k FROM t AS a LEFT JOIN t AS b ON TRUE',
    ],
    [
      `FROM t |> WHERE b |> WHERE ${FILTER} |> AGGREGATE COUNT(*) AS n GROUP BY k`,
      'SELECT k, COUNT(*) AS n FROM t WHERE b GROUP BY 1',
    ],
    [
      `FROM t |> WHERE ${FILTER} |> AGGREGATE COUNT(*) AS n`,
      'SELECT COUNT(*) AS n FROM t HAVING TRUE',
    ],
  ])('goes: %s', (sql, expected) => {
    expect(folded(sql)).toBe(expected);
  });

  it('stays a QUALIFY, where no window function would be left', () => {
    expect(
      folded('SELECT k FROM t QUALIFY (@p IS NULL OR RANK() OVER (ORDER BY k) = @p) AND b'),
    ).toBe(
      'SELECT k FROM t QUALIFY (CAST(NULL AS INT64) IS NULL OR RANK() OVER (ORDER BY k) = CAST(NULL AS INT64)) AND b',
    );
  });
});

it('folds a choice of several types in each place by its own', () => {
  const choice = parseQuery('SELECT k FROM t WHERE COALESCE(@p, v) > 1');
  const over = (from: string) => parseQuery(`SELECT k FROM (SELECT k, ${from} AS v FROM t) AS t`);
  // The same nodes over different columns, as a function's body in two calls.
  const bodies = ['n', 'x'].map((column) => {
    const { body } = over(column);
    const { body: own } = choice;
    if (body.kind !== 'select' || own.kind !== 'select') throw new Error('Not a SELECT');
    return { ...own, from: body.from };
  });
  const tree = {
    ...choice,
    body: { kind: 'set_operation', at: 0, operator: 'UNION', quantifier: 'ALL', inputs: bodies },
  } as const;
  expect(printQuery(foldAbsent(tree, ABSENT, OPTIONS).tree)).toContain(
    'WHERE COALESCE(CAST(NULL AS INT64), v) > 1 UNION ALL',
  );
});

it('has columns of the same names and types', () => {
  const { resolved } = foldAbsent(
    parseQuery('SELECT @p, @s AS x, [@d, d][OFFSET(1)] AS y, k FROM t WHERE k = COALESCE(@f, 1)'),
    ABSENT,
    OPTIONS,
  );
  expect(resolved.output.map(({ name, column }) => [name, column.type.kind])).toEqual([
    ['f0_', 'INT64'],
    ['x', 'STRING'],
    ['y', 'DATE'],
    ['k', 'INT64'],
  ]);
  expect([...resolved.parameters]).toEqual([]);
});

it('folds chains of thousands of terms', () => {
  const terms = Array.from({ length: 1000 }, (_, i) => `(@p IS NULL OR k = @p) AND k != ${i}`);
  const plain = Array.from({ length: 1000 }, (_, i) => `k != ${i}`);
  expect(foldedWhere(terms.join(' AND '))).toBe(plain.join(' AND '));
});

const FILTERED = '|> WHERE @p IS NULL OR k = @p';

describe('pipe syntax', () => {
  it.each([
    `FROM t ${FILTERED}`,
    `FROM t ${FILTERED} |> WHERE b`,
    `FROM t |> SELECT k ${FILTERED}`,
    `FROM t |> SELECT k ${FILTERED} |> WHERE k > 1 ${FILTERED}`,
    `FROM t |> AGGREGATE COUNT(*) AS c GROUP BY k ${FILTERED} |> LIMIT 3`,
    `FROM t |> SELECT k |> LIMIT 9 ${FILTERED} |> LIMIT 3`,
    `FROM t |> EXTEND n + 1 AS m ${FILTERED} |> ORDER BY m ${FILTERED} |> LIMIT 3`,
    `WITH c AS (FROM t |> SELECT k ${FILTERED}) FROM c |> SELECT k ${FILTERED} |> UNION ALL (FROM t |> SELECT k ${FILTERED})`,
    `FROM t ${FILTERED} |> JOIN (SELECT n AS o FROM t) AS u ON t.k = u.o`,
    `FROM t AS a ${FILTERED} |> AS z |> JOIN (SELECT n AS o FROM t) AS u ON z.k = u.o`,
    `FROM t |> SELECT k, n |> AS a ${FILTERED} |> LEFT JOIN (SELECT n AS o FROM t) AS u ON a.k = u.o`,
    `FROM t |> SELECT k, n ${FILTERED} |> PIVOT(SUM(n) FOR k IN (1, 2))`,
    `FROM (SELECT k FROM t) AS a ${FILTERED}`,
    `FROM t |> DROP s ${FILTERED} |> SET n = 1 ${FILTERED} |> DISTINCT`,
    `FROM t |> RENAME n AS m ${FILTERED}`,
    `FROM t AS a |> SET n = 1 ${FILTERED} |> SELECT a.n`,
  ])('is that of the query without the filter: %s', (sql) => {
    expect(folded(sql)).toBe(printQuery(parseQuery(sql.replaceAll(FILTERED, ''))));
    expect(folded(sql.replaceAll('@p', '@q'))).toContain('@q IS NULL');
  });

  it('drops names that only the filter used', () => {
    expect(folded('FROM t AS a |> SET n = 1 |> WHERE @p IS NULL OR a.n = @p |> SELECT n')).toBe(
      printQuery(parseQuery('FROM t AS a |> SET n = 1 |> SELECT n')),
    );
  });

  it('keeps the columns of a value table', () => {
    const sql = `SELECT AS STRUCT k FROM t ${FILTERED}`;
    expect(folded(`SELECT ARRAY(${sql}) AS l`)).toBe(
      'SELECT ARRAY(SELECT AS STRUCT k FROM t) AS l',
    );
  });
});
