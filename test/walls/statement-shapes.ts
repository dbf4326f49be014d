/** A view that a statement may read, and what can be asked of an entry of its metadata. */
export interface View {
  readonly name: string;
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

/** What a shape is filled with: expressions about `t`, which is the view, or about others. */
export interface Parts {
  readonly view: View;
  readonly other: View;
  text(): string;
  number(): string;
  /** What fails on one of the asking tenant's rows and not on the others. */
  own(): string;
  check(): string;
  checkOf(view: View, alias: string): string;
  pick(values: readonly string[]): string;
}

/** What fails on one of the asking tenant's rows and not on the others. */
export const OF_OWN_ROWS = [
  'DIV(1, CAST(t.id AS INT64) - 15)',
  "CAST(REPLACE(t.id, '18', 'x') AS INT64)",
  "[1, 2, 3][ORDINAL(IF(t.id = '13', 4, 1))]",
];

/** What fails on a row without values, read as a whole. */
const OF_NO_ROW = [
  'CAST(TO_JSON_STRING(t) AS BOOL) IS NULL',
  "NOT REGEXP_CONTAINS('a', IFNULL(JSON_VALUE(TO_JSON_STRING(t), '$.id'), '('))",
  "DIV(1, IF(JSON_VALUE(TO_JSON_STRING(t), '$.id') IS NULL, 0, 1)) = 1",
  'DIV(1, (SELECT COUNT(x.id) FROM UNNEST([t]) AS x)) = 1',
];

/** What fails on some texts, as the element of a list. */
const OF_LIST = [
  'ARRAY(SELECT CAST(x AS INT64) FROM UNNEST([?]) AS x)',
  'ARRAY(SELECT DIV(1, LENGTH(x)) FROM UNNEST([?, ?]) AS x)',
  '(SELECT COUNT(*) FROM UNNEST([?]) AS x WHERE [1, 2, 3][ORDINAL(LENGTH(x))] > 0)',
  'ARRAY(SELECT AS STRUCT x, PARSE_JSON(x) AS y FROM UNNEST([?]) AS x)[OFFSET(0)].x',
  "(SELECT LOGICAL_OR(REGEXP_CONTAINS('a', x)) FROM UNNEST([?]) AS x)",
  "'a' IN (SELECT SUBSTR('abc', 1, IF(LENGTH(x) = 2, 1, -1)) FROM UNNEST([?]) AS x)",
  'EXISTS(SELECT 1 FROM UNNEST([?]) AS x WHERE SAFE_CAST(x AS INT64) > 0 OR DIV(1, LENGTH(x) - 200) = 0)',
  "ARRAY(SELECT FROM_HEX(x) FROM UNNEST(SPLIT(?, '')) AS x)[SAFE_OFFSET(0)]",
  // A function of the engine's own, which DuckDB takes for one that cannot fail.
  "(SELECT SUM(LENGTH(NORMALIZE(REPEAT('\\u0301', LENGTH(x)), NFD))) FROM UNNEST([?]) AS x)",
  // DuckDB raises errors that its TRY does not catch, and refuses what takes long.
  "ARRAY(SELECT SAFE.DATE(TIMESTAMP '2026-01-01', IF(LENGTH(x) = 2, 'UTC', x)) FROM UNNEST([?]) AS x)",
  "ARRAY(SELECT SAFE_CAST(CONCAT('2026-01-01 00:00:00 ', x) AS TIMESTAMP) FROM UNNEST([?]) AS x)",
  `(SELECT COUNTIF(REGEXP_CONTAINS(x, '${Array(50).fill('[a-z]{1000}').join('|')}')) FROM UNNEST([?]) AS x)`,
  `(SELECT COUNTIF(SAFE_CAST(x AS BYTES) LIKE b'%${'q'.repeat(6_000)}%') FROM UNNEST([?]) AS x)`,
];

type Shape = (parts: Parts) => string;

/** Comparisons of a record's fields that cannot fail, so that the file is read by them. */
function ofFields({ texts, numbers }: View): readonly string[] {
  const ofText = ["m.? >= ''", "m.? IN ('', 'a', 'error')", "STARTS_WITH(m.?, 'a')", "'m' > m.?"];
  const ofNumber = ['m.? >= 0', 'm.? BETWEEN 0 AND 300', '300 != m.?'];
  return [
    ...texts.flatMap((field) => ofText.map((text) => text.replace('?', field))),
    ...numbers.flatMap((field) => ofNumber.map((text) => text.replace('?', field))),
    'm IS NOT NULL',
  ];
}

/** The shapes of statements, every clause among them. */
export const SHAPES: readonly Shape[] = [
  ({ view, check }) => `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE ${check()}`,
  ({ view, check }) => `SELECT EXISTS(SELECT 1 FROM ${view.name} AS t WHERE ${check()}) AS e`,
  ({ view, check, text }) =>
    `SELECT ${text()} AS a, t.id FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp DESC, t.id LIMIT 5`,
  ({ view, number, text }) =>
    `SELECT ${number()} AS a, ${text()} AS b FROM ${view.name} AS t ORDER BY t.timestamp`,
  ({ view, check, number }) =>
    `SELECT t.id, COUNT(*) AS n FROM ${view.name} AS t WHERE ${check()} GROUP BY t.id HAVING MAX(${number()}) IS NULL OR COUNT(*) > 0 ORDER BY t.id`,
  ({ view, check, number }) =>
    `SELECT * FROM (SELECT t.id, t.timestamp, ${number()} AS x FROM ${view.name} AS t) WHERE x > 1 AND DIV(10, x) >= 0 AND (id IS NULL OR ${check().replaceAll('t.', '')}) ORDER BY timestamp`,
  ({ view, check, number }) =>
    `SELECT t.id, ROW_NUMBER() OVER (PARTITION BY ${number()} ORDER BY t.timestamp, t.id) AS r FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp, t.id`,
  ({ view, number }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE TRUE QUALIFY RANK() OVER (ORDER BY ${number()}) < 4 ORDER BY t.id`,
  ({ view, other, check, checkOf }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t JOIN ${other.name} AS u ON t.id = u.id AND ${checkOf(other, 'u')} WHERE ${check()}`,
  ({ view, other, checkOf }) =>
    `SELECT t.id, u.id AS v FROM ${view.name} AS t LEFT JOIN ${other.name} AS u ON t.id = u.id AND ${checkOf(other, 'u')} ORDER BY t.timestamp, u.id`,
  ({ view, other, text, check }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t, ${other.name} AS u WHERE CAST(u.id AS INT64) = CAST(${text()} AS INT64) AND ${check()}`,
  ({ view, other, check, checkOf }) =>
    `SELECT t.id, (SELECT COUNT(*) FROM ${other.name} AS u WHERE u.timestamp <= t.timestamp AND ${checkOf(other, 'u')}) AS n FROM ${view.name} AS t WHERE ${check()} ORDER BY t.id`,
  ({ view, other, checkOf }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE t.id IN (SELECT u.id FROM ${other.name} AS u WHERE ${checkOf(other, 'u')}) ORDER BY t.id`,
  ({ view, other, checkOf }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE NOT EXISTS(SELECT 1 FROM ${other.name} AS u WHERE u.id = t.id AND ${checkOf(other, 'u')})`,
  ({ view, check, number }) =>
    `SELECT (SELECT ${number()} FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp LIMIT 1) AS v`,
  ({ view, check }) => `SELECT (SELECT t.id FROM ${view.name} AS t WHERE ${check()}) AS v`,
  ({ view, check }) =>
    `WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 3 AND EXISTS(SELECT 1 FROM ${view.name} AS t WHERE ${check()})) SELECT MAX(i) AS m FROM r`,
  ({ view, check }) =>
    `WITH a AS (SELECT * FROM ${view.name} AS t WHERE ${check()}) SELECT (SELECT COUNT(*) FROM a) AS x, (SELECT MAX(id) FROM a) AS y`,
  ({ view, other, check, checkOf }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE ${check()} UNION ALL SELECT u.id FROM ${other.name} AS u WHERE ${checkOf(other, 'u')} ORDER BY 1`,
  ({ view, other }) =>
    `SELECT id FROM ${view.name} EXCEPT DISTINCT SELECT CONCAT(id, SUBSTR('a', 1, IF(id IS NULL, -1, 0))) FROM ${other.name} ORDER BY 1`,
  ({ view, number, pick }) =>
    `SELECT ${pick(['SUM', 'MIN', 'MAX', 'COUNT', 'COUNTIF', 'ANY_VALUE', 'APPROX_COUNT_DISTINCT'])}(${number()}) AS v FROM ${view.name} AS t`.replace(
      /COUNTIF\((.*)\) AS v/,
      'COUNTIF($1 > 0) AS v',
    ),
  ({ view, text, check }) =>
    `SELECT STRING_AGG(${text()}, ',' ORDER BY t.timestamp) AS v, ARRAY_LENGTH(ARRAY_AGG(t.id)) AS l FROM ${view.name} AS t WHERE ${check()}`,
  ({ view, check }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE ${check()} AND DIV(1, LENGTH(TO_JSON_STRING(m))) = 0`,
  ({ view }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t LEFT JOIN UNNEST(t.metadata) AS m ON DIV(1, IF(m IS NULL, 0, 1)) = 1`,
  ({ view, number }) =>
    `SELECT APPROX_QUANTILES(${number()}, 4)[OFFSET(2)] AS q FROM ${view.name} AS t`,
  ({ view, pick }) =>
    `SELECT * FROM ${view.name} AS t WHERE ${pick(['DIV(1, 0) = 1', "CAST('x' AS INT64) = 1", 'SQRT(-1) > 0', "PARSE_JSON('{') IS NULL", "REPEAT('a', -1) = 'a'"])}`,
  ({ view, number }) =>
    `SELECT x, COUNT(*) AS n FROM (SELECT DIV(100, ${number()}) AS x FROM ${view.name} AS t) WHERE x = 3 OR x = 5 GROUP BY x ORDER BY x`,
  ({ view, text }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE CAST(${text()} AS INT64) = 1 OR CAST(${text()} AS INT64) = 2`,
  ({ view, other, number }) =>
    `SELECT COUNT(*) AS n FROM (SELECT ${number()} AS k FROM ${view.name} AS t) AS a JOIN (SELECT CAST(u.id AS INT64) AS k FROM ${other.name} AS u) AS b ON a.k = b.k WHERE b.k = 12`,
  ({ view, number }) =>
    `SELECT GROUPING(x) AS g, x, COUNT(*) AS n FROM (SELECT ${number()} AS x, t.id FROM ${view.name} AS t) GROUP BY GROUPING SETS ((x), (), CUBE (id)) ORDER BY g, x, n`,
  ({ view, number, check }) =>
    `SELECT * FROM (SELECT ${number()} AS x, LENGTH(t.id) AS y FROM ${view.name} AS t WHERE ${check()}) PIVOT (SUM(DIV(100, x)) AS s, COUNT(*) AS n FOR y IN (1, 2))`,
  ({ view, number, check }) =>
    `SELECT * FROM (SELECT t.id, ${number()} AS x FROM ${view.name} AS t WHERE ${check()}) MATCH_RECOGNIZE (ORDER BY id MEASURES SUM(DIV(100, b.x)) AS s, COUNT(*) AS n PATTERN (a* b) DEFINE a AS x < NEXT(x), b AS DIV(100, x) > 1)`,
  ({ view, number, text }) =>
    `SELECT n, v FROM (SELECT CAST(${number()} AS STRING) AS a, ${text()} AS b FROM ${view.name} AS t) UNPIVOT INCLUDE NULLS (v FOR n IN (a, b)) ORDER BY n, v`,
  ({ view, other, text, checkOf }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE ${text()} LIKE ANY (SELECT CONCAT('%', u.id) FROM ${other.name} AS u WHERE ${checkOf(other, 'u')}) ORDER BY t.id`,
  ({ view, check }) =>
    `FROM ${view.name} AS t |> WHERE ${check()} |> RENAME id AS name |> WITH w AS (SELECT 1 AS one) |> CROSS JOIN w |> AGGREGATE COUNT(*) AS n, MAX(name) AS m`,
  ({ view, own }) => `SELECT t.id FROM ${view.name} AS t WHERE ${own()} < 100 LIMIT 2`,
  ({ view, own }) => `SELECT EXISTS(SELECT 1 FROM ${view.name} AS t WHERE ${own()} < 100) AS e`,
  ({ view, own }) =>
    `SELECT t.id, x FROM ${view.name} AS t CROSS JOIN UNNEST([${own()}]) AS x LIMIT 2`,
  ({ view, other, own }) =>
    `SELECT COUNT(*) AS n FROM (SELECT ${own()} AS k FROM ${view.name} AS t) AS a JOIN ${other.name} AS u ON a.k = LENGTH(u.id)`,
  ({ view, other, own }) =>
    `SELECT COUNT(*) AS n FROM ${other.name} AS u WHERE u.id NOT IN (SELECT CAST(${own()} AS STRING) FROM ${view.name} AS t)`,
  ({ view, other, own }) =>
    `SELECT (SELECT MAX(${own()}) FROM ${view.name} AS t) AS m FROM ${other.name} AS u LIMIT 1`,
  ({ view, other, own }) =>
    `SELECT u.id FROM ${other.name} AS u INTERSECT DISTINCT SELECT CAST(${own()} AS STRING) FROM ${view.name} AS t ORDER BY 1`,
  ({ view, own }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE ${own()} > 0 AND NOT (t.timestamp <= '2026-07-01 11:30:00')`,
  ({ view }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE (t.id = 'a' AND DIV(1, 0) = 1) OR (t.id = 'b' AND DIV(1, 0) = 1)`,
  ({ view }) => `SELECT t FROM ${view.name} AS t ORDER BY t.timestamp, t.id LIMIT 2`,
  ({ view, other, pick }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t, ${other.name} AS u WHERE ${pick(OF_NO_ROW)}`,
  ({ view, other, pick, checkOf }) =>
    `SELECT COUNT(*) AS n FROM ${other.name} AS u JOIN ${view.name} AS t ON t.id = u.id AND ${checkOf(other, 'u')} WHERE ${pick(OF_NO_ROW)}`,
  ({ view, other, pick }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t LEFT JOIN ${other.name} AS u ON t.id = u.id WHERE ${pick(OF_NO_ROW)} AND u.id IS NULL`,
  ({ view, other, pick }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE t.id IN (SELECT u.id FROM ${other.name} AS u) AND ${pick(OF_NO_ROW)} ORDER BY t.id`,
  ({ view, other, pick }) =>
    `SELECT x.id, COUNT(*) AS n FROM (SELECT t.id, t.timestamp FROM ${view.name} AS t WHERE ${pick(OF_NO_ROW)}) AS x JOIN ${other.name} AS u ON x.timestamp >= u.timestamp GROUP BY x.id ORDER BY x.id`,
  ({ view, other, pick }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE ${pick(OF_NO_ROW)} EXCEPT DISTINCT SELECT u.id FROM ${other.name} AS u ORDER BY 1`,
  // Evaluated in lambdas, once for each entry of a column's dictionary.
  ({ view, text, pick }) =>
    `SELECT t.id, ${pick(OF_LIST)} AS a FROM ${view.name} AS t ORDER BY t.timestamp, t.id`.replaceAll(
      '?',
      text(),
    ),
  ({ view, text, pick }) =>
    `SELECT COUNT(${pick(OF_LIST)}) AS n, MAX(t.id) AS m FROM ${view.name} AS t`.replaceAll(
      '?',
      text(),
    ),
  ({ view, pick }) =>
    `SELECT t.id, t.timestamp FROM ${view.name} AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE ${pick(ofFields(view))} ORDER BY t.timestamp, t.id`,
  ({ view, other, pick }) =>
    `SELECT COUNT(*) AS n, MAX(u.id) AS v FROM ${view.name} AS t LEFT JOIN UNNEST(t.metadata) AS m JOIN ${other.name} AS u ON u.id = t.id WHERE ${pick(ofFields(view))}`,
  // The records are read once their rows are found.
  ({ view, check, text, pick }) =>
    `SELECT ${text()} AS a, t.metadata FROM ${view.name} AS t WHERE t.id = ${pick(["'13'", "'18'", "'abc'"])} AND ${check()} LIMIT 1`,
  ({ view, own, pick }) =>
    `SELECT t.id, t.metadata FROM (SELECT *, 'a' AS c FROM ${view.name}) AS t WHERE t.c = 'a' AND ${own()} < 100 LIMIT ${pick(['1', '2', '40'])}`,
  ({ view, number, check, pick }) =>
    `SELECT * FROM (SELECT t.id, t.metadata, ${number()} AS x FROM (SELECT *, 'a' AS c FROM ${view.name}) AS t WHERE t.c = 'a' AND ${check()} LIMIT ${pick(['1', '20'])}) WHERE x > 0 OR DIV(1, x) > -5`,
  // Only the newest files are opened where nothing may raise an error.
  ({ view, text }) =>
    `SELECT t.id, LOWER(${text()}) AS a FROM ${view.name} AS t ORDER BY t.timestamp DESC, t.id LIMIT 3 OFFSET 1`,
  ({ view, text }) =>
    `SELECT t.id, (SELECT SUM(v) FROM UNNEST([LENGTH(${text()}), 9223372036854775800]) AS v) AS a FROM ${view.name} AS t ORDER BY t.timestamp DESC, t.id LIMIT 2`,
];
