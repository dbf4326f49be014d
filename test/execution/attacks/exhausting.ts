/** `unit` times `count`, with `separator` between. */
function many(count: number, unit: string | ((i: number) => string), separator = ''): string {
  const text = typeof unit === 'string' ? () => unit : unit;
  return Array.from({ length: count }, (_, i) => text(i)).join(separator);
}

function nested(depth: number, open: string, inside: string, close: string): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

const BILLION = 'GENERATE_ARRAY(1, 1000000000)';
const MANY_ROWS = 'UNNEST(GENERATE_ARRAY(1, 100000))';

/**
 * Statements that ask for more time, memory or depth than there is, by name. Those that end at a deadline alone, such as
 * cross joins, are thrown by `npm run test:walls`.
 */
export const EXHAUSTING: Readonly<Record<string, string>> = {
  'a cross join of all views': `SELECT COUNT(*) FROM ${many(12, (i) => `${['edge', 'auth', 'postgres'][i % 3]}_logs AS t${i}`, ', ')}, ${MANY_ROWS}, ${MANY_ROWS} AS more`,
  'a window without partitions': `SELECT STRING_AGG(CAST(x AS STRING)) OVER (ORDER BY x) FROM ${MANY_ROWS} AS x`,
  'a hundred joins': `SELECT t0.id FROM edge_logs AS t0 ${many(99, (i) => `JOIN edge_logs AS t${i + 1} ON t${i}.id = t${i + 1}.id`, ' ')}`,
  'a hundred cross joins': `SELECT t0.id FROM edge_logs AS t0 ${many(99, (i) => `CROSS JOIN edge_logs AS t${i + 1}`, ' ')}`,
  'a hundred full joins': `SELECT id FROM edge_logs ${many(99, (i) => `FULL JOIN (SELECT id FROM auth_logs) AS t${i} USING (id)`, ' ')}`,
  'a hundred left joins': `SELECT t0.id FROM edge_logs AS t0 ${many(99, (i) => `LEFT JOIN edge_logs AS t${i + 1} ON t${i}.id = t${i + 1}.id`, ' ')}`,
  'a hundred unnested arrays': `SELECT COUNT(*) FROM edge_logs AS t ${many(99, (i) => `, UNNEST(t.metadata) AS m${i}`)}`,
  'a join on an inequality': `SELECT COUNT(*) FROM ${MANY_ROWS} AS a JOIN ${MANY_ROWS} AS b ON a * b < a + b`,
  'a generated array of a billion': `SELECT ${BILLION}`,
  'the length of a generated array': `SELECT ARRAY_LENGTH(${BILLION})`,
  'unnested generated arrays': `SELECT COUNT(*) FROM UNNEST(${BILLION}) AS a, UNNEST(${BILLION}) AS b`,
  'generated arrays in a row': `SELECT ARRAY(SELECT AS STRUCT ${BILLION} AS a FROM ${MANY_ROWS})`,
  'generated dates': "SELECT GENERATE_DATE_ARRAY('0001-01-01', '9999-12-31')",
  'generated timestamps':
    "SELECT ARRAY_LENGTH(GENERATE_TIMESTAMP_ARRAY('0001-01-01', '9999-12-31', INTERVAL 1 MICROSECOND))",
  'generated numbers with a tiny step': 'SELECT ARRAY_LENGTH(GENERATE_ARRAY(0.0, 1e9, 1e-9))',
  'an aggregated array': `SELECT ARRAY_AGG(a) FROM ${MANY_ROWS} AS a, ${MANY_ROWS} AS b`,
  'an array of all rows': `SELECT ARRAY(SELECT STRUCT(a, b) FROM ${MANY_ROWS} AS a, ${MANY_ROWS} AS b)`,
  'an aggregated string': `SELECT STRING_AGG(REPEAT('x', 1000)) FROM ${MANY_ROWS} AS a, ${MANY_ROWS} AS b`,
  'many quantiles': `SELECT APPROX_QUANTILES(a, 1000000) FROM ${MANY_ROWS} AS a`,
  'a repeated string': "SELECT REPEAT('x', 2000000000)",
  'repeated repeats': `SELECT LENGTH(${nested(6, 'REPEAT(', "'x'", ', 1000)')})`,
  'repeats in every row': `SELECT MAX(LENGTH(REPEAT('x', 1000000 + a))) FROM ${MANY_ROWS} AS a`,
  'a padded string': "SELECT LPAD('x', 2000000000, 'ab'), RPAD('x', 2000000000)",
  'doubled strings': `WITH s0 AS (SELECT REPEAT('x', 1000) AS s), ${many(24, (i) => `s${i + 1} AS (SELECT CONCAT(s, s) AS s FROM s${i})`, ', ')} SELECT LENGTH(s) FROM s24`,
  'replaced letters': "SELECT LENGTH(REPLACE(REPEAT('x', 1000000), 'x', REPEAT('y', 1000000)))",
  'a replaced pattern':
    "SELECT LENGTH(REGEXP_REPLACE(REPEAT('x', 1000000), 'x', REPEAT('y', 1000000)))",
  'an encoded string': `SELECT LENGTH(${nested(20, 'TO_HEX(CAST(', "REPEAT('x', 1000)", ' AS BYTES))')})`,
  'split letters': `SELECT ARRAY_LENGTH(SPLIT(REPEAT('x', 130000), ''))`,
  'joined arrays':
    "SELECT LENGTH(ARRAY_TO_STRING(ARRAY(SELECT CAST(x AS STRING) FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS x), REPEAT('x', 1000000)))",
  'doubled arrays': `WITH a0 AS (SELECT [1, 2, 3, 4] AS a), ${many(30, (i) => `a${i + 1} AS (SELECT ARRAY_CONCAT(a, a) AS a FROM a${i})`, ', ')} SELECT ARRAY_LENGTH(a) FROM a30`,
  'squared rows': `WITH q0 AS (SELECT 1 AS x UNION ALL SELECT 2), ${many(20, (i) => `q${i + 1} AS (SELECT a.x FROM q${i} AS a, q${i} AS b)`, ', ')} SELECT COUNT(*) FROM q20`,
  'doubled columns': `WITH w0 AS (SELECT 1 AS x), ${many(30, (i) => `w${i + 1} AS (SELECT STRUCT(x AS a, x AS b) AS x FROM w${i})`, ', ')} SELECT x FROM w30`,
  'squared columns': `SELECT COUNT(*) FROM (SELECT ${many(500, '*', ', ')} FROM ${many(90, (i) => `edge_logs AS t${i}`, ', ')})`,
  'a recursion without end':
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r',
  'a recursion that grows a string':
    "WITH RECURSIVE r AS (SELECT 'x' AS s UNION ALL SELECT s || s FROM r) SELECT COUNT(*) FROM r",
  'a distinct recursion':
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION DISTINCT SELECT n + 1 FROM r) SELECT COUNT(*) FROM r',
  'ten thousand OR terms': `SELECT id FROM edge_logs WHERE ${many(10_000, (i) => `id='${i}'`, ' OR ')}`,
  'a thousand OR terms': `SELECT id FROM edge_logs WHERE ${many(900, (i) => `id = '${i}'`, ' OR ')}`,
  'a thousand AND terms': `SELECT id FROM edge_logs WHERE ${many(900, (i) => `id != '${i}'`, ' AND ')}`,
  'a thousand mixed terms': `SELECT id FROM edge_logs WHERE ${many(280, (i) => `(id = '${i}' OR id LIKE '%${i}') AND id != 'x${i}'`, ' OR ')}`,
  'a long sum': `SELECT ${many(1_900, '1', ' + ')}`,
  'a long sum of columns': `SELECT ${many(700, 'LENGTH(id)', ' + ')} FROM edge_logs`,
  'a long concatenation': `SELECT ${many(1_900, 'id', ' || ')} FROM edge_logs`,
  'a long list': `SELECT id FROM edge_logs WHERE id IN (${many(1_900, (i) => `'${i}'`, ', ')})`,
  'a long list of expressions': `SELECT id FROM edge_logs WHERE id IN (${many(400, (i) => `CONCAT(id, '${i}')`, ', ')})`,
  'a long CASE': `SELECT CASE ${many(600, (i) => `WHEN id = '${i}' THEN ${i}`, ' ')} END FROM edge_logs`,
  'nested CASEs': `SELECT ${nested(90, 'CASE WHEN id IS NULL THEN 1 ELSE ', '2', ' END')} FROM edge_logs`,
  'a long array': `SELECT [${many(1_900, (i) => String(i), ', ')}]`,
  'a wide struct': `SELECT STRUCT(${many(1_900, '1', ', ')})`,
  'many columns': `SELECT ${many(900, (i) => `id AS c${i}`, ', ')} FROM edge_logs`,
  'many whole rows': `SELECT ${many(50, (i) => `e AS c${i}`, ', ')} FROM edge_logs AS e`,
  'all columns of all rows': 'SELECT * FROM edge_logs',
  'all rows in one array': 'SELECT ARRAY_AGG(e) FROM edge_logs AS e',
  'all rows in an array of each row': `SELECT ARRAY(SELECT AS STRUCT * FROM auth_logs) FROM edge_logs`,
  'an array in each row': 'SELECT GENERATE_ARRAY(1, 10000) FROM edge_logs',
  'a long text in each row': "SELECT REPEAT('x', 100000) FROM edge_logs",
  'a text to be redacted in each row': "SELECT REPEAT('10.0.0.1 ', 1000) FROM edge_logs",
  'many addresses': `SELECT ${many(60, (i) => `'10.0.0.${i}' AS c${i}`, ', ')} FROM edge_logs`,
  'many dates': `SELECT ${many(100, (i) => `DATETIME(timestamp) AS c${i}`, ', ')} FROM edge_logs`,
  'one long array': 'SELECT GENERATE_ARRAY(1, 1000000)',
  'one long array of rows': `SELECT ARRAY_AGG(STRUCT(x, x AS y, x AS z)) FROM ${MANY_ROWS} AS x`,
  'many subqueries': `SELECT ${many(300, (i) => `(SELECT COUNT(*) FROM edge_logs) AS c${i}`, ', ')}`,
  'many correlated subqueries': `SELECT ${many(100, (i) => `(SELECT MAX(a.id) FROM edge_logs AS a WHERE a.id = e.id) AS c${i}`, ', ')} FROM edge_logs AS e`,
  'many aggregates': `SELECT ${many(400, (i) => `COUNTIF(id = '${i}') AS c${i}`, ', ')} FROM edge_logs`,
  'many windows': `SELECT ${many(200, (i) => `SUM(1) OVER (PARTITION BY id ORDER BY timestamp, '${i}') AS c${i}`, ', ')} FROM edge_logs`,
  'many unions': many(700, 'SELECT id FROM edge_logs', ' UNION ALL '),
  'many distinct unions': many(600, 'SELECT id FROM edge_logs', ' UNION DISTINCT '),
  'many CTEs': `WITH c0 AS (SELECT id FROM edge_logs), ${many(350, (i) => `c${i + 1} AS (SELECT id FROM c${i})`, ', ')} SELECT id FROM c350`,
  'many grouping keys': `SELECT COUNT(*) FROM edge_logs GROUP BY ${many(300, (i) => `CONCAT(id, '${i}')`, ', ')}`,
  'a rollup of many columns': `SELECT COUNT(*) FROM edge_logs GROUP BY ROLLUP (${many(300, (i) => `CONCAT(id, '${i}')`, ', ')})`,
  'a rollup of many rows': `SELECT COUNT(*) FROM ${MANY_ROWS} AS x GROUP BY ROLLUP (${many(60, (i) => `x + ${i}`, ', ')})`,
  'deep parentheses': `SELECT ${nested(20_000, '(', '1', ')')}`,
  'deep brackets': `SELECT ${nested(20_000, '[', '1', ']')}`,
  'deep functions': `SELECT ${nested(95, 'UPPER(', 'id', ')')} FROM edge_logs`,
  'deep branching functions': `SELECT ${nested(60, 'IFNULL(SUBSTR(id, 1), ', 'id', ')')} FROM edge_logs`,
  'deep conditions': `SELECT ${nested(80, 'IF(id IS NULL, id, ', 'id', ')')} FROM edge_logs`,
  'deep casts': `SELECT ${nested(45, 'CAST(CAST(', '1', ' AS STRING) AS INT64)')}`,
  'deep safe calls': `SELECT ${nested(45, 'SAFE.SUBSTR(', 'id', ', 1)')} FROM edge_logs`,
  'deep arithmetic': `SELECT ${nested(45, '-(1 + ', 'LENGTH(id)', ')')} FROM edge_logs`,
  'deep subqueries': `SELECT ${nested(30, '(SELECT ', '1', ')')}`,
  'deep subqueries over long expressions': `SELECT ${nested(
    9,
    '(SELECT ',
    many(600, (i) => `id = '${i}'`, ' OR '),
    ')',
  )} FROM edge_logs`,
  'deep changes of BYTES': `SELECT ${nested(40, 'UPPER(', 'CAST(id AS BYTES)', ')')} FROM edge_logs`,
  'deep intervals': `SELECT ${nested(15, '(timestamp - (timestamp - ', 'INTERVAL 1 DAY', '))')} FROM edge_logs`,
  'deep time zones': `SELECT ${nested(20, "TIMESTAMP(FORMAT_TIMESTAMP('%F', ", 'timestamp', '), event_message)')} FROM edge_logs`,
  'whole entries as JSON': `SELECT ${many(250, (i) => `TO_JSON_STRING(metadata) AS c${i}`, ', ')} FROM edge_logs`,
  'whole entries compared': `SELECT ${many(150, (i) => `TO_JSON_STRING(e) = '${i}'`, ' OR ')} FROM edge_logs AS e`,
  'columns of joined views': `SELECT ${many(60, (i) => `TO_JSON_STRING(t${i})`, ' || ')} FROM ${many(60, (i) => `edge_logs AS t${i}`, ', ')}`,
  'deep correlated subqueries': `SELECT ${nested(12, '(SELECT MAX(', 'e.id', ') FROM edge_logs)')} FROM edge_logs AS e`,
  'deep derived tables': `SELECT * FROM ${nested(45, '(SELECT * FROM ', 'edge_logs', ')')}`,
  'deep joins': `SELECT 1 FROM ${many(45, (i) => `(edge_logs AS t${i} CROSS JOIN `)}auth_logs${')'.repeat(45)}`,
  'deep set operations': nested(
    45,
    '(SELECT id FROM edge_logs UNION ALL ',
    'SELECT id FROM auth_logs',
    ')',
  ),
  'deep arrays of rows': `SELECT ${nested(20, 'ARRAY(SELECT AS STRUCT ', '1', ' AS x)')}`,
  'deep negation': `SELECT ${'NOT '.repeat(90)}TRUE`,
  'deep signs': `SELECT ${'- '.repeat(90)}LENGTH(id) FROM edge_logs`,
  'a regular expression of many steps': `SELECT REGEXP_CONTAINS(REPEAT('a', 10000), '(a*)*b'), REGEXP_CONTAINS(REPEAT('a', 100000), '(a|aa)+$')`,
  'a regular expression of many states':
    "SELECT REGEXP_CONTAINS(id, '((a{1,100}){1,100}){1,100}') FROM edge_logs",
  'a long regular expression': `SELECT REGEXP_CONTAINS(id, '${many(5_000, '(a|b)')}') FROM edge_logs`,
  'many regular expressions': `SELECT ${many(300, (i) => `REGEXP_CONTAINS(event_message, r'(x{1,${i + 1}}|y)+$') AS c${i}`, ', ')} FROM edge_logs`,
  'an extracted pattern on a long text':
    "SELECT ARRAY_LENGTH(REGEXP_EXTRACT_ALL(REPEAT('ab', 60000), 'a(b?)'))",
  'nested patterns for LIKE': "SELECT REPEAT('a', 100000) LIKE CONCAT(REPEAT('%a', 5000), 'b')",
  'deep JSON': `SELECT JSON_VALUE(CONCAT(REPEAT('[', 100000), REPEAT(']', 100000)), '$[0]')`,
  'a long JSON path': `SELECT JSON_VALUE(event_message, '$${many(2_000, '.a')}') FROM edge_logs`,
  'wildcards in a constant pattern': `SELECT REPEAT('a', 100000) LIKE '${many(40, '%a_')}b'`,
  'generated arrays in every row': `SELECT MAX(ARRAY_LENGTH(GENERATE_ARRAY(1, 1000000 + x))) FROM ${MANY_ROWS} AS x`,
  'split letters in every row': `SELECT MAX(ARRAY_LENGTH(SPLIT(REPEAT('x', 100000 + x), ''))) FROM ${MANY_ROWS} AS x`,
  'large numbers': 'SELECT POW(10, 308) * 10, EXP(1000)',
  'a long literal': `SELECT '${'x'.repeat(65_000)}'`,
  'a long name': `SELECT ${'x'.repeat(60_000)} FROM edge_logs`,
  'a long comment': `SELECT 1 /*${'*'.repeat(65_000)}*/`,
  'more text than allowed': `SELECT 1 -- ${'x'.repeat(70_000)}`,
};
