import { expect, test } from 'vitest';
import { mergeQuery } from '../../../src/catalog/merging/merge-query.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { statsPlan } from '../../support/stats-plan.ts';

const merge = (sql: string) => printQuery(mergeQuery(parseQuery(sql), 'p'));

test('mergeQuery makes a stored query answer for all members', () => {
  const part = statsPlan({ functionId: 'f1', isPinned: true }).mergeAt?.({ now: 0n });
  const statement = part?.ways[0]?.statement();

  const text =
    statement &&
    printQuery(statement.tree).replaceAll(
      / (?=FROM|WHERE|GROUP BY|LEFT JOIN|ORDER BY|AND )|(?<=\), )/g,
      '\n',
    );

  expect(text).toMatchInlineSnapshot(`
    "WITH buckets AS (SELECT bucket
    FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@first_bucket, @last_bucket, INTERVAL @bucket_seconds SECOND)) AS bucket), 
    invocations AS (SELECT _position AS _member, t.timestamp, TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(t.timestamp), 
    @bucket_seconds) * @bucket_seconds) AS bucket, (SELECT MAX(m.execution_time_ms)
    FROM UNNEST(t.metadata) AS m
    WHERE m.project_ref = @project
    AND m.function_id = _each) AS execution_time_ms, EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.response) AS r
    WHERE m.project_ref = @project
    AND m.function_id = _each
    AND r.status_code >= 400) AS is_error
    FROM (SELECT CASE WHEN _row._own THEN _row.timestamp END AS timestamp, CASE WHEN _row._own THEN _row.id END AS id, CASE WHEN _row._own THEN _row.event_message END AS event_message, CASE WHEN _row._own THEN _row.metadata END AS metadata
    FROM (SELECT t.timestamp, t.id, t.event_message, t.metadata, EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS entry
    WHERE entry.project_ref = @_tenant)
    AND NOT EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS entry
    WHERE entry.project_ref IS DISTINCT
    FROM @_tenant)
    AND RAND() < 2 AS _own
    FROM \`deno-relay-logs\` AS t
    WHERE t.timestamp >= @first_bucket
    AND t.timestamp < @window_end
    AND EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS entry
    WHERE entry.project_ref = @_tenant)
    AND NOT EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS entry
    WHERE entry.project_ref IS DISTINCT
    FROM @_tenant)) AS _row) AS t CROSS JOIN UNNEST(@_members) AS _each WITH OFFSET AS _position
    WHERE EXISTS(SELECT 1
    FROM UNNEST(t.metadata) AS m
    WHERE m.project_ref = @project
    AND m.function_id = _each)), 
    statistics AS (SELECT invocations._member, bucket, MIN(execution_time_ms) AS min_execution_time, MAX(execution_time_ms) AS max_execution_time, AVG(execution_time_ms) AS avg_execution_time, APPROX_QUANTILES(execution_time_ms, 100)[SAFE_OFFSET(95)] AS p95_execution_time, APPROX_QUANTILES(execution_time_ms, 100)[SAFE_OFFSET(99)] AS p99_execution_time, COUNT(*) AS count, COUNTIF(is_error) AS error_count
    FROM invocations
    GROUP BY invocations._member, bucket) SELECT _position AS _member, b.bucket AS timestamp, CAST(s.min_execution_time AS FLOAT64) AS min_execution_time, CAST(s.max_execution_time AS FLOAT64) AS max_execution_time, s.avg_execution_time, CAST(s.p95_execution_time AS FLOAT64) AS p95_execution_time, CAST(s.p99_execution_time AS FLOAT64) AS p99_execution_time, IFNULL(s.count, 0) AS count, IFNULL(s.error_count, 0) AS error_count
    FROM buckets AS b CROSS JOIN UNNEST(@_members) AS _each WITH OFFSET AS _position
    LEFT JOIN statistics AS s ON s.bucket = b.bucket
    AND s._member = _position
    WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY _position
    ORDER BY timestamp) <= @_rows
    ORDER BY _member, timestamp"
  `);
});

/** What a SELECT that lists the members reads of them. */
const LISTED = 'CROSS JOIN UNNEST(@_members) AS _each WITH OFFSET AS _position';

/** The limit of each member, in an order. */
const limit = (member: string, order = '') =>
  `QUALIFY ROW_NUMBER() OVER (PARTITION BY ${member}${order}) <= @_rows`;

test('mergeQuery lists the members where the parameter is named, and groups by them', () => {
  expect(
    merge('SELECT x, COUNT(*) AS n FROM t WHERE y = @p GROUP BY x HAVING n > 1 ORDER BY x'),
  ).toBe(
    `SELECT _position AS _member, x, COUNT(*) AS n FROM t ${LISTED} WHERE y = _each AND y IN UNNEST(@_members) GROUP BY _position, x HAVING n > 1 ${limit('_position', ' ORDER BY x')} ORDER BY _member, x`,
  );
});

test('mergeQuery groups by the value of the member where groups have the parameter', () => {
  expect(merge('SELECT @p AS p, COUNT(*) AS n FROM t WHERE y = @p GROUP BY x')).toContain(
    'GROUP BY _position, _each, x',
  );
});

test('mergeQuery replaces the parameter in subqueries over the row and in nested expressions', () => {
  expect(
    merge(
      'SELECT IF(@P = x, 1, 2) AS a, EXISTS(SELECT 1 FROM UNNEST(t.list) AS i WHERE i = @p) AS b FROM t WHERE x = @p',
    ),
  ).toBe(
    `SELECT _position AS _member, IF(_each = x, 1, 2) AS a, EXISTS(SELECT 1 FROM UNNEST(t.list) AS i WHERE i = _each) AS b FROM t ${LISTED} WHERE x = _each AND x IN UNNEST(@_members) ${limit('_position')} ORDER BY _member`,
  );
});

test.each([
  ['@p IS NULL OR x = @p', 'x = _each AND x IN UNNEST(@_members)'],
  ['x = @p OR @p IS NULL', 'x = _each AND x IN UNNEST(@_members)'],
  [
    'x > 1 AND (@p IS NULL OR y = 1 OR x = @p)',
    'x > 1 AND (y = 1 OR x = _each) AND (y = 1 OR x IN UNNEST(@_members))',
  ],
  ['@p IS NULL AND x = @p', 'FALSE AND x = _each AND x IN UNNEST(@_members)'],
  ['@p IS NOT NULL AND x = @p', 'TRUE AND x = _each AND x IN UNNEST(@_members)'],
  [
    '(x = @p AND y = 1) OR (@p = z AND y = 2)',
    '(x = _each AND y = 1 OR _each = z AND y = 2) AND (x IN UNNEST(@_members) AND y = 1 OR z IN UNNEST(@_members) AND y = 2)',
  ],
  ['@p IN (x, y)', '_each IN (x, y) AND (x IN UNNEST(@_members) OR y IN UNNEST(@_members))'],
  ['x IS NOT DISTINCT FROM @p', 'x IS NOT DISTINCT FROM _each AND x IN UNNEST(@_members)'],
  [
    "LOWER(x) = @p OR @p = 'all'",
    "(LOWER(x) = _each OR _each = 'all') AND (LOWER(x) IN UNNEST(@_members) OR 'all' IN UNNEST(@_members))",
  ],
  [
    'EXISTS(SELECT 1 FROM UNNEST(t.list) AS i WHERE i = @p)',
    'EXISTS(SELECT 1 FROM UNNEST(t.list) AS i WHERE i = _each)',
  ],
])('mergeQuery makes of %s, whose parameter is never NULL, %s', (where, merged) => {
  expect(merge(`SELECT x FROM t WHERE ${where}`)).toBe(
    `SELECT _position AS _member, x FROM t ${LISTED} WHERE ${merged} ${limit('_position')} ORDER BY _member`,
  );
});

test('mergeQuery carries the member through CTEs and derived tables, and leaves independent ones alone', () => {
  expect(
    merge(
      'WITH a AS (SELECT x FROM t), b AS (SELECT x FROM a WHERE x = @p) SELECT d.x FROM (SELECT x FROM b) AS d WHERE d.x = @p',
    ),
  ).toBe(
    `WITH a AS (SELECT x FROM t), b AS (SELECT _position AS _member, x FROM a ${LISTED} WHERE x = _each AND x IN UNNEST(@_members)) SELECT d._member, d.x FROM (SELECT b._member, x FROM b) AS d WHERE d.x = @_members[SAFE_OFFSET(d._member)] AND d.x IN UNNEST(@_members) ${limit('d._member')} ORDER BY _member`,
  );
});

test('mergeQuery leaves its columns out of *', () => {
  expect(merge('SELECT *, 1 AS one FROM t WHERE x = @p')).toContain(
    'SELECT _position AS _member, * EXCEPT (_each, _position), 1 AS one FROM t',
  );
  const carried = 'WITH d AS (SELECT x, y FROM t WHERE x = @p)';
  expect(merge(`${carried} SELECT * EXCEPT (y) FROM d`)).toContain(
    'SELECT d._member, * EXCEPT (y, _member) FROM d WHERE TRUE QUALIFY',
  );
  expect(merge(`${carried} SELECT d.*, i.* FROM d JOIN i ON i.x = d.x`)).toContain(
    'SELECT d._member, d.* EXCEPT (_member), i.* FROM d JOIN i',
  );
});

test.each([
  ['SELECT UPPER(x) AS x, y FROM t', 'x DESC, y', 'x DESC, y', 'x DESC, y'],
  ['SELECT x, SUM(y) AS y FROM t', 'y, LENGTH(x)', 'y, LENGTH(x)', 'y, LENGTH(x)'],
  [
    'SELECT t.x, y AS z FROM t',
    '2, 1 DESC NULLS LAST',
    'z, x DESC NULLS LAST',
    '3, 2 DESC NULLS LAST',
  ],
  ['SELECT x, * EXCEPT (x) FROM t', '1', 'x', '2'],
])('mergeQuery limits the rows of each member of %s in the order %s', (select, order, own, all) => {
  expect(merge(`${select} WHERE k = @p ORDER BY ${order}`)).toContain(
    `${limit('_position', ` ORDER BY ${own}`)} ORDER BY _member, ${all}`,
  );
});

const DEPENDENT =
  'WITH d AS (SELECT x FROM t WHERE x = @p), e AS (SELECT x FROM t WHERE y = @p), i AS (SELECT x FROM t)';
const MERGED_CTES = `WITH d AS (SELECT _position AS _member, x FROM t ${LISTED} WHERE x = _each AND x IN UNNEST(@_members)), e AS (SELECT _position AS _member, x FROM t ${LISTED} WHERE y = _each AND y IN UNNEST(@_members)), i AS (SELECT x FROM t)`;

test.each([
  [
    'two dependent sides',
    'd JOIN e ON d.x = e.x',
    'd._member',
    'd JOIN e ON d.x = e.x AND e._member = d._member',
  ],
  [
    'a LEFT JOIN of two dependent sides',
    'd LEFT JOIN e ON d.x = e.x OR TRUE',
    'd._member',
    'd LEFT JOIN e ON (d.x = e.x OR TRUE) AND e._member = d._member',
  ],
  [
    'a CROSS JOIN of two dependent sides',
    'd CROSS JOIN e',
    'd._member',
    'd JOIN e ON e._member = d._member',
  ],
  ['a comma between two dependent sides', 'd, e', 'd._member', 'd JOIN e ON e._member = d._member'],
  ['a dependent left side', 'd LEFT JOIN i USING (x)', 'd._member', 'd LEFT JOIN i USING (x)'],
  ['a dependent right side', 'i JOIN d USING (x)', 'd._member', 'i JOIN d USING (x)'],
  [
    'a LEFT JOIN with a dependent right side',
    'i LEFT JOIN d ON d.x = i.x LEFT JOIN e ON e.x = i.x',
    '_position AS _member',
    `i ${LISTED} LEFT JOIN d ON d.x = i.x AND d._member = _position LEFT JOIN e ON e.x = i.x AND e._member = _position`,
  ],
])('mergeQuery keeps members apart in %s', (_, from, member, merged) => {
  const position = member.replace(' AS _member', '');
  const value = position === '_position' ? '_each' : `@_members[SAFE_OFFSET(${position})]`;
  expect(merge(`${DEPENDENT} SELECT 1 AS one FROM ${from} WHERE x = @p`)).toBe(
    `${MERGED_CTES} SELECT ${member}, 1 AS one FROM ${merged} WHERE x = ${value} AND x IN UNNEST(@_members) ${limit(position)} ORDER BY _member`,
  );
});

test.each([
  ['LIMIT', 'SELECT x FROM t WHERE x = @p LIMIT 1', 'LIMIT'],
  ['OFFSET', 'WITH d AS (SELECT x FROM t WHERE x = @p LIMIT 9 OFFSET 1) SELECT x FROM d', 'LIMIT'],
  [
    'ORDER BY in a CTE',
    'WITH d AS (SELECT x FROM t WHERE x = @p ORDER BY x) SELECT x FROM d',
    'ORDER BY inside',
  ],
  ['DISTINCT', 'SELECT DISTINCT x FROM t WHERE x = @p', 'SELECT DISTINCT'],
  ['AS STRUCT', 'SELECT AS STRUCT x FROM t WHERE x = @p', 'SELECT AS STRUCT'],
  ['a SELECT without FROM', 'SELECT @p AS x', 'without FROM'],
  ['a set operation', 'SELECT x FROM t WHERE x = @p UNION ALL SELECT x FROM t', 'set operation'],
  ['a query in parentheses', '(SELECT x FROM t WHERE x = @p LIMIT 1) ORDER BY x', 'parentheses'],
  ['an analytic function', 'SELECT SUM(x) OVER () AS s FROM t WHERE x = @p', 'analytic'],
  [
    'an analytic function inside an expression',
    'SELECT 1 + RANK() OVER (ORDER BY x) AS s FROM t WHERE x = @p',
    'analytic',
  ],
  ['QUALIFY', 'SELECT x FROM t WHERE x = @p QUALIFY TRUE', 'QUALIFY'],
  ['WINDOW', 'SELECT x FROM t WHERE x = @p WINDOW w AS (ORDER BY x)', 'WINDOW'],
  ['RIGHT JOIN', `${DEPENDENT} SELECT 1 AS x FROM i RIGHT JOIN d ON TRUE`, 'RIGHT JOIN'],
  ['FULL JOIN', `${DEPENDENT} SELECT 1 AS x FROM d FULL JOIN e ON TRUE`, 'FULL JOIN'],
  ['USING between two dependent sides', `${DEPENDENT} SELECT x FROM d JOIN e USING (x)`, 'USING'],
  ['USING after a LEFT JOIN', `${DEPENDENT} SELECT x FROM i LEFT JOIN d USING (x)`, 'USING'],
  [
    'parentheses around a join',
    `${DEPENDENT} SELECT 1 AS x FROM i JOIN (d JOIN e ON TRUE) ON TRUE`,
    'parentheses around a join',
  ],
  ['the parameter in a join', 'SELECT 1 AS x FROM t JOIN u ON t.x = @p', 'condition of a join'],
  ['the parameter in UNNEST', 'SELECT i FROM UNNEST([@p]) AS i', 'unnests an array'],
  [
    'GROUP BY ROLLUP',
    'SELECT COUNT(*) AS n FROM t WHERE x = @p GROUP BY ROLLUP (x)',
    'grouping sets',
  ],
  ['GROUP BY ALL', 'SELECT COUNT(*) AS n, x FROM t WHERE x = @p GROUP BY ALL', 'ALL'],
  ['ORDER BY the parameter', 'SELECT x FROM t WHERE x = @p ORDER BY x = @p', 'orders by'],
  [
    'a subquery over a table',
    'SELECT (SELECT MAX(u.x) FROM u WHERE u.x = @p) AS m FROM t WHERE t.x = @p',
    'subquery over a table',
  ],
  [
    'a subquery over a dependent CTE',
    `${DEPENDENT} SELECT x IN (SELECT x FROM d) AS m FROM i WHERE x = @p`,
    'subquery over a table',
  ],
  [
    'a subquery over a dependent CTE in a join',
    `${DEPENDENT} SELECT 1 AS m FROM d JOIN i ON EXISTS(SELECT 1 FROM e)`,
    'subquery over a table',
  ],
  ['whole rows', `${DEPENDENT} SELECT TO_JSON_STRING(d) AS m FROM d`, 'whole rows of "d"'],
  [
    'a derived table without alias',
    'SELECT x FROM (SELECT x FROM t WHERE x = @p)',
    'without alias',
  ],
  [
    'a nested WITH',
    'WITH d AS (WITH e AS (SELECT x FROM t WHERE x = @p) SELECT x FROM e) SELECT x FROM d',
    'nested WITH',
  ],
  [
    'WITH RECURSIVE',
    'WITH RECURSIVE d AS (SELECT x FROM t WHERE x = @p) SELECT x FROM d',
    'RECURSIVE',
  ],
  ['a parameter that is not compared', 'SELECT @p AS p, x FROM t WHERE y = 1', 'by equality'],
  ['another comparison', 'SELECT x FROM t WHERE x = @p AND y > @p', 'otherwise than'],
  ['a comparison with what is computed', 'SELECT x FROM t WHERE x = UPPER(@p)', 'otherwise than'],
  ['NOT', 'SELECT x FROM t WHERE NOT x = @p', 'otherwise than'],
  ['a comparison with itself', 'SELECT x FROM t WHERE @p = @p', 'otherwise than'],
  ['ORDER BY the number of one of *', 'SELECT *, 1 AS n FROM t WHERE x = @p ORDER BY 2', 'of *'],
  ['a result that depends on nothing', `${DEPENDENT} SELECT x FROM i`, 'does not depend'],
  ['a column of the name that is needed', 'SELECT _Member FROM t WHERE x = @p', '"_Member"'],
  ['an alias of the name that is needed', 'SELECT x AS _each FROM t WHERE x = @p', '"_each"'],
  [
    'a parameter of the name that is needed',
    'SELECT x FROM t WHERE x = @p AND y IN UNNEST(@_members)',
    '"_members"',
  ],
])('mergeQuery refuses %s', (_, sql, message) => {
  expect(() => merge(sql)).toThrow(message);
});
