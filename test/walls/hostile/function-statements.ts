const MANY = 'UNNEST(GENERATE_ARRAY(1, 100000))';
const THOUSAND = 'UNNEST(GENERATE_ARRAY(1, 1000))';

/** `text`, so many times inside of itself. */
function nested(times: number, before: string, middle: string, after: string): string {
  return `${before.repeat(times)}${middle}${after.repeat(times)}`;
}

/** CTEs each of which reads the one before it twice. */
function doubling(levels: number, twice: (name: string) => string, first: string): string {
  const ctes = Array.from({ length: levels }, (_, i) => `d${i + 1} AS (${twice(`d${i}`)})`);
  return `WITH d0 AS (${first}), ${ctes.join(', ')}`;
}

/** Statements of callers that ask for too much of single functions and clauses, by name. */
export const HOSTILE_FUNCTIONS: Readonly<Record<string, string>> = {
  // Texts
  'a text repeated in itself': "SELECT REPEAT(REPEAT(REPEAT('x', 1000), 1000), 1000)",
  'a text repeated below the bound in itself': `SELECT MAX(LENGTH(REPEAT(REPEAT('x', 300 + MOD(x, 7)), 400))) FROM ${MANY} AS x`,
  'a padding of a billion': "SELECT LPAD('x', 1000000000, 'y')",
  'a padding of a billion at the end': "SELECT RPAD('x', 1000000000)",
  'a padding that each row says': `SELECT MAX(LENGTH(RPAD('x', 100000 + x, 'ab'))) FROM ${MANY} AS x`,
  'bytes repeated': `SELECT MAX(LENGTH(REPEAT(b'x', 100000 + MOD(x, 7)))) FROM ${MANY} AS x`,
  'bytes as hexadecimal digits': `SELECT MAX(LENGTH(TO_HEX(REPEAT(b'x', 60000 + MOD(x, 7))))) FROM ${MANY} AS x`,
  'bytes in base 64': `SELECT MAX(LENGTH(TO_BASE64(REPEAT(b'x', 90000 + MOD(x, 7))))) FROM ${MANY} AS x`,
  'letters replaced by long texts': `SELECT MAX(LENGTH(REPLACE(REPEAT('a', 1000 + MOD(x, 7)), 'a', REPEAT('b', 1000)))) FROM ${MANY} AS x`,
  'letters translated': `SELECT MAX(LENGTH(TRANSLATE(REPEAT('ab', 50000 + MOD(x, 7)), 'ab', 'ba'))) FROM ${MANY} AS x`,
  'texts reversed': `SELECT MAX(REVERSE(REPEAT(CAST(x AS STRING), 20000))) FROM ${MANY} AS x`,
  'code points of long texts': `SELECT SUM(ARRAY_LENGTH(TO_CODE_POINTS(REPEAT('é', 50000 + MOD(x, 7))))) FROM ${MANY} AS x`,
  'a text of code points': `SELECT MAX(LENGTH(CODE_POINTS_TO_STRING(GENERATE_ARRAY(64, 16000 + MOD(x, 7))))) FROM ${MANY} AS x`,
  'distances of long texts': `SELECT SUM(EDIT_DISTANCE(REPEAT('ab', 10000 + MOD(x, 7)), REPEAT('ba', 10000))) FROM ${MANY} AS x`,
  'a pattern of many percent signs': `SELECT COUNTIF(REPEAT('a', 100000 + MOD(x, 7)) LIKE '%a%a%a%a%a%a%a%a%a%a%b') FROM ${MANY} AS x`,
  'a pattern that each row makes': `SELECT COUNTIF(REPEAT('ab', 1000) LIKE CONCAT(REPEAT('%a', 200 + MOD(x, 7)), 'c')) FROM ${MANY} AS x`,
  'far occurrences of a text': `SELECT SUM(INSTR(REPEAT('ab', 50000 + MOD(x, 7)), 'b', 1, 49999)) FROM ${MANY} AS x`,
  'a format of a million digits': "SELECT FORMAT('%1000000d', 1)",
  'a format of a hundred thousand places': `SELECT MAX(LENGTH(FORMAT('%.100000f', x + 0.5))) FROM ${MANY} AS x`,
  'a format whose width is an argument': 'SELECT FORMAT("%*d", 1000000000, 1)',
  'a number of many digits': "SELECT CAST(REPEAT('9', 100000) AS NUMERIC)",
  'a time zone for each row': `SELECT MAX(FORMAT_TIMESTAMP('%c %c %c %c %c %c %c %c', TIMESTAMP_MICROS(x), 'Australia/Lord_Howe')) FROM ${MANY} AS x, ${THOUSAND} AS y`,
  'more hashes than time': `SELECT COUNT(DISTINCT SHA512(CAST(x * 1000 + y AS STRING))) FROM ${MANY} AS x, ${THOUSAND} AS y`,
  'fingerprints of texts too long for a call': `SELECT MAX(FARM_FINGERPRINT(REPEAT('ab', 50000 + MOD(x, 7)))) FROM ${MANY} AS x`,
  'fingerprints of long texts': `SELECT MAX(FARM_FINGERPRINT(REPEAT('ab', 15000 + MOD(x, 7)))) FROM ${MANY} AS x, ${THOUSAND} AS y`,
  'domains of many labels': `SELECT MAX(NET.REG_DOMAIN(REPEAT('a.', 15000 + MOD(x, 7)))) FROM ${MANY} AS x`,
  'domains of other letters': `SELECT MAX(NET.REG_DOMAIN(REPEAT('é', 900 + MOD(x, 7)))) FROM ${MANY} AS x, ${THOUSAND} AS y`,
  'marks that are sorted': `SELECT MAX(LENGTH(NORMALIZE(REPEAT(CONCAT('a', REPEAT('\\u0301\\u0316', 15)), 300 + MOD(x, 7)), NFD))) FROM ${MANY} AS x`,
  'texts that grow in a form': `SELECT MAX(LENGTH(NORMALIZE(REPEAT('ﷺ', 3900 + MOD(x, 7)), NFKC))) FROM ${MANY} AS x`,
  'a search for many words': `SELECT COUNTIF(SEARCH(REPEAT('ab ', 10000 + MOD(x, 7)), '${Array.from({ length: 50 }, (_, i) => `a${i}`).join(' OR ')}')) FROM ${MANY} AS x`,
  'a search for a part that repeats itself': `SELECT COUNTIF(SEARCH(REPEAT('a', 30000 + MOD(x, 7)), '\`${'a'.repeat(1_000)}\`')) FROM ${MANY} AS x`,
  // Regular expressions
  'a pattern that repeats repetitions': `SELECT COUNTIF(REGEXP_CONTAINS(REPEAT('a', 100000 + MOD(x, 7)), '(a*)*b')) FROM ${MANY} AS x`,
  'a pattern of counted repetitions': `SELECT COUNTIF(REGEXP_CONTAINS(REPEAT('a', 1000 + MOD(x, 7)), '((a{1,100}){1,10}){1,1}b')) FROM ${MANY} AS x`,
  'a pattern of many alternatives': `SELECT COUNTIF(REGEXP_CONTAINS(REPEAT('ab', 5000 + MOD(x, 7)), '${Array.from({ length: 500 }, (_, i) => `a.*${i}`).join('|')}')) FROM ${MANY} AS x`,
  'a pattern of large classes': `SELECT COUNTIF(REGEXP_CONTAINS(REPEAT('é', 5000 + MOD(x, 7)), '${'\\\\pL'.repeat(200)}$')) FROM ${MANY} AS x`,
  'empty matches of a long text': `SELECT SUM(ARRAY_LENGTH(REGEXP_EXTRACT_ALL(REPEAT('ab', 50000 + MOD(x, 7)), ''))) FROM ${MANY} AS x`,
  'each letter replaced by all of them': `SELECT MAX(LENGTH(REGEXP_REPLACE(REPEAT('a', 1000 + MOD(x, 7)), '.*', '\\\\0\\\\0\\\\0\\\\0\\\\0\\\\0\\\\0\\\\0'))) FROM ${MANY} AS x`,
  // Arrays
  'arrays generated within arrays': `SELECT ARRAY(SELECT ARRAY_LENGTH(GENERATE_ARRAY(1, b)) FROM UNNEST(GENERATE_ARRAY(1, a)) AS b) AS n FROM UNNEST(GENERATE_ARRAY(1, 16000)) AS a`,
  'arrays generated from all pairs': `SELECT SUM(z) FROM ${THOUSAND} AS x, UNNEST(GENERATE_ARRAY(1, 10 * x)) AS y, UNNEST(GENERATE_ARRAY(1, y)) AS z`,
  'arrays joined to themselves': `SELECT ARRAY_LENGTH(${nested(20, 'ARRAY_CONCAT(', 'g', ', g)')}) FROM (SELECT GENERATE_ARRAY(1, 1000) AS g)`,
  'an array doubled by CTEs': `${doubling(30, (name) => `SELECT ARRAY_CONCAT(g, g) AS g FROM ${name}`, 'SELECT GENERATE_ARRAY(1, 1000) AS g')} SELECT ARRAY_LENGTH(g) FROM d30`,
  'arrays reversed': `SELECT MAX(ARRAY_REVERSE(GENERATE_ARRAY(1, 16000 - MOD(x, 2)))[OFFSET(0)]) FROM ${MANY} AS x`,
  'arrays as texts': `SELECT MAX(LENGTH(ARRAY_TO_STRING(ARRAY(SELECT CAST(y AS STRING) FROM UNNEST(GENERATE_ARRAY(1, 10000 + MOD(x, 7))) AS y), '----------'))) FROM ${MANY} AS x`,
  'separators as long as texts': `SELECT MAX(LENGTH(ARRAY_TO_STRING(SPLIT(REPEAT('a,', 5000), ','), REPEAT('x', 100000 + MOD(x, 7))))) FROM ${THOUSAND} AS x`,
  'an array of all moments':
    "SELECT GENERATE_TIMESTAMP_ARRAY('2000-01-01', '2030-01-01', INTERVAL 1 MICROSECOND)",
  'an array of all days': "SELECT ARRAY_LENGTH(GENERATE_DATE_ARRAY('0001-01-01', '9999-12-31'))",
  'arrays of days in each row': `SELECT SUM(ARRAY_LENGTH(GENERATE_DATE_ARRAY(DATE_ADD(DATE '0001-01-01', INTERVAL x DAY), '9999-12-31'))) FROM ${MANY} AS x`,
  'an array with a step of nothing': 'SELECT GENERATE_ARRAY(1, 10, 0)',
  'an array of floats': 'SELECT ARRAY_LENGTH(GENERATE_ARRAY(0.0, 1.0, 0.000000001))',
  // Aggregates and windows
  'distinct texts in an order joined': `SELECT LENGTH(STRING_AGG(DISTINCT REPEAT(CAST(a AS STRING), 100), '' ORDER BY REPEAT(CAST(a AS STRING), 100))) FROM ${MANY} AS a`,
  'arrays joined in each group': `SELECT MOD(a, 7), ARRAY_LENGTH(ARRAY_CONCAT_AGG(GENERATE_ARRAY(1, 1000 + MOD(a, 7)))) FROM ${MANY} AS a GROUP BY 1`,
  'the most frequent of very many': `SELECT APPROX_TOP_COUNT(a * 1000 + b, 100000) FROM ${MANY} AS a, ${THOUSAND} AS b`,
  'windows of all rows before': `SELECT MAX(n) FROM (SELECT COUNT(DISTINCT a) OVER (PARTITION BY MOD(a, 2)) AS n FROM ${MANY} AS a, ${THOUSAND} AS b)`,
  'windows of texts over a join': `SELECT MAX(LENGTH(s)) FROM (SELECT STRING_AGG(REPEAT('x', 100)) OVER (PARTITION BY MOD(a, 10) ORDER BY b) AS s FROM ${MANY} AS a, UNNEST([1, 2, 3]) AS b)`,
  'ranks over a join': `SELECT MAX(n) FROM (SELECT ROW_NUMBER() OVER (ORDER BY MOD(a * b, 10007)) AS n FROM ${MANY} AS a, ${THOUSAND} AS b)`,
  'middles of a join': `SELECT DISTINCT PERCENTILE_CONT(a * b, 0.5) OVER (PARTITION BY MOD(a, 3)) FROM ${MANY} AS a, ${THOUSAND} AS b`,
  'a rollup of a join': `SELECT a, b, c, COUNT(*) FROM ${THOUSAND} AS a, ${THOUSAND} AS b, ${THOUSAND} AS c GROUP BY ROLLUP(a, b, c)`,
  'all bits of a join': `SELECT BIT_XOR(a * b * c) FROM ${MANY} AS a, ${MANY} AS b, ${THOUSAND} AS c`,
  // JSON
  'JSON of a hundred thousand levels':
    "SELECT JSON_QUERY(CONCAT(REPEAT('[', 60000), REPEAT(']', 60000)), '$[0]')",
  'parsed JSON of many levels': "SELECT PARSE_JSON(CONCAT(REPEAT('[', 60000), REPEAT(']', 60000)))",
  'a JSON path of many steps': `SELECT JSON_VALUE('{}', '$${'.a'.repeat(5_000)}')`,
  'elements of long JSON arrays': `SELECT SUM(ARRAY_LENGTH(JSON_QUERY_ARRAY(CONCAT('[', REPEAT('1,', 60000 + MOD(x, 7)), '1]')))) FROM ${MANY} AS x`,
  'JSON of arrays in each row': `SELECT MAX(LENGTH(TO_JSON_STRING(GENERATE_ARRAY(1, 16000 - MOD(x, 7))))) FROM ${MANY} AS x`,
  'JSON within JSON': `SELECT LENGTH(${nested(12, 'TO_JSON_STRING(', "REPEAT('\"', 1000)", ')')})`,
  // CTEs, recursion and nesting
  'rows doubled by CTEs': `${doubling(60, (name) => `SELECT x FROM ${name} UNION ALL SELECT x FROM ${name}`, 'SELECT 1 AS x')} SELECT COUNT(*) FROM d60`,
  'rows joined by CTEs': `${doubling(25, (name) => `SELECT a.x + b.x AS x FROM ${name} AS a, ${name} AS b`, 'SELECT 1 AS x UNION ALL SELECT 2')} SELECT COUNT(*) FROM d25`,
  'a recursion that always finds new rows':
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION DISTINCT SELECT n + 1 FROM r) SELECT COUNT(*) FROM r',
  'a recursion of long texts': `WITH RECURSIVE r AS (SELECT REPEAT('x', 100000) AS s, 1 AS n UNION ALL SELECT REPEAT('y', 100000), n + 1 FROM r, UNNEST(GENERATE_ARRAY(1, 10)) WHERE n < 9) SELECT COUNT(s) FROM r`,
  'recursions within a recursion': `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r, ${MANY} AS x WHERE n < 400) SELECT COUNT(*) FROM r`,
  'subqueries of a thousand levels': nested(1_000, 'SELECT * FROM (', 'SELECT 1 AS x', ')'),
  'brackets of ten thousand levels': `SELECT ${nested(10_000, '(', '1', ')')}`,
  'conditions of two thousand levels': `SELECT ${nested(2_000, 'IF(a = 1, ', 'a', ', 0)')} FROM ${THOUSAND} AS a`,
  'a list of many texts': `SELECT COUNT(*) FROM ${MANY} AS a WHERE CAST(a AS STRING) IN (${Array.from({ length: 5_000 }, (_, i) => `'${i}'`).join(', ')})`,
  'subqueries in each of many columns': `SELECT ${Array.from({ length: 300 }, (_, i) => `(SELECT COUNT(*) FROM ${MANY} AS x WHERE x > a + ${i})`).join(', ')} FROM ${MANY} AS a`,
  'joins of all tables': Array.from({ length: 12 }, (_, i) => `edge_logs AS t${i}`)
    .join(' CROSS JOIN ')
    .replace(/^/, 'SELECT COUNT(*) FROM '),
  'a full join on an inequality': `SELECT COUNT(*) FROM ${MANY} AS a FULL JOIN ${MANY} AS b ON MOD(a, 7) < MOD(b, 11)`,
  'rows that are not in others': `SELECT COUNT(*) FROM ${MANY} AS a WHERE NOT EXISTS (SELECT 1 FROM ${MANY} AS b WHERE MOD(a * b, 10007) = a)`,
  // Numbers and dates
  'a round to many places': 'SELECT ROUND(1.5, 1000000)',
  'a power of powers': `SELECT MAX(POW(x, POW(x, x))) FROM ${MANY} AS x`,
  'a date in the far future':
    "SELECT DATE_ADD(DATE '2020-01-01', INTERVAL 9223372036854775807 DAY)",
  'logarithms of a join': `SELECT SUM(LN(a) * EXP(MOD(b, 7))) FROM ${MANY} AS a, ${MANY} AS b`,
};
