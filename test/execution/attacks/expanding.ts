/** `unit` for each number below `count`, with `separator` between. */
function many(count: number, unit: (i: number) => string, separator = ', '): string {
  return Array.from({ length: count }, (_, i) => unit(i)).join(separator);
}

/** CTEs each of which doubles the fields of the one before; the last has 2 to the power of `levels`. */
function doubled(levels: number): string {
  const steps = many(levels, (i) => `w${i + 1} AS (SELECT STRUCT(x AS a, x AS b) AS x FROM w${i})`);
  return `WITH w0 AS (SELECT 1 AS x), ${steps}`;
}

/** CTEs each of which puts the one before inside a struct. */
function nestedStructs(levels: number): string {
  const steps = many(levels, (i) => `w${i + 1} AS (SELECT STRUCT(x AS a, 1 AS b) AS x FROM w${i})`);
  return `WITH w0 AS (SELECT 1 AS x), ${steps}`;
}

const UUID = '00000000-0000-4000-8000-000000000000';

const VIEWS = [
  'edge_logs',
  'postgres_logs',
  'auth_logs',
  'storage_logs',
  'realtime_logs',
  'function_logs',
  'function_edge_logs',
  'postgrest_logs',
  'pgbouncer_logs',
];

/** Statements of which each would keep a compiler without bounds busy for long, by name. */
export const EXPANDING: Readonly<Record<string, string>> = {
  'a doubled struct as JSON': `${doubled(12)} SELECT ${many(30, (i) => `TO_JSON_STRING(x) AS c${i}`)} FROM w12`,
  'a doubled struct compared': `${doubled(12)} SELECT ${many(90, (i) => `x = x AS c${i}`)} FROM w12`,
  'a doubled struct formatted': `${doubled(12)} SELECT FORMAT('${'%t'.repeat(50)}', ${many(50, () => 'x')}) FROM w12`,
  'NULLs of a doubled struct': `${doubled(13)} SELECT [x, ${many(900, () => 'NULL')}] FROM w13`,
  'a deep struct as JSON': `${nestedStructs(200)} SELECT TO_JSON_STRING(x) FROM w200`,
  'a struct with a long name as JSON': `SELECT TO_JSON_STRING(y.${'n'.repeat(28_000)}) FROM (SELECT STRUCT(STRUCT(${many(900, () => '1')}) AS ${'n'.repeat(28_000)}) AS y)`,
  'whole entries as JSON in lines': `SELECT ${many(250, (i) => `TO_JSON_STRING(metadata, TRUE) AS c${i}`)} FROM edge_logs`,
  'a repeated long literal': `SELECT '${'z'.repeat(40_000)}' AS x FROM edge_logs GROUP BY x HAVING ${many(400, (i) => `x = '${i}'`, ' OR ')}`,
  'a long name that nothing has': `SELECT ${'y'.repeat(20_000)} FROM (SELECT 1 AS ${'x'.repeat(20_000)})`,
  'a name like many others': `SELECT ${'y'.repeat(50)} FROM (SELECT ${many(800, (i) => `1 AS ${'x'.repeat(46)}${i}`)})`,
  'a pattern of a million steps': `SELECT REGEXP_EXTRACT(id, r'${'a{999}'.repeat(10_000)}') FROM edge_logs`,
  'a pattern of large classes': `SELECT REGEXP_EXTRACT(id, r'${String.raw`(?i)\pL`.repeat(8_000)}') FROM edge_logs`,
  'a pattern of open classes': `SELECT REGEXP_EXTRACT(id, r'${'['.repeat(60_000)}') FROM edge_logs`,
  'a pattern of open names': `SELECT REGEXP_EXTRACT(id, r'${String.raw`\p{`.repeat(20_000)}') FROM edge_logs`,
  'a pattern of deep groups': `SELECT REGEXP_INSTR(id, r'${'(?:'.repeat(15_000)}a(b)${')'.repeat(15_000)}') FROM edge_logs`,
  'escapes in a pattern of LIKE': `SELECT id LIKE r'${'\\'.repeat(30_000)}x' FROM edge_logs`,
  'a long format of time': `SELECT FORMAT_TIMESTAMP('${'%F'.repeat(15_000)}', timestamp) FROM edge_logs`,
  'a long format of CAST': `SELECT CAST(timestamp AS STRING FORMAT '${'MM'.repeat(30_000)}') FROM edge_logs`,
  'a deep JSON literal': `SELECT JSON '${'['.repeat(30_000)}${']'.repeat(30_000)}'`,
  'a wide struct': `SELECT STRUCT(${many(1_900, () => '1')})`,
  'wide structs compared': `SELECT (${many(900, () => 'id')}) = (${many(900, () => 'id')}) FROM edge_logs`,
  'a wide struct cast': `SELECT CAST(STRUCT(${many(600, () => '1')}) AS STRUCT<${many(600, (i) => `a${i} STRING`)}>)`,
  'stars over stars': `SELECT * FROM ${'(SELECT * FROM '.repeat(40)}(SELECT ${many(800, (i) => `id AS c${i}`)} FROM edge_logs)${')'.repeat(40)}`,
  'a long sum': `SELECT ${many(1_900, () => '1', ' + ')}`,
  'distinct columns in order': `SELECT DISTINCT ${many(650, (i) => `id AS c${i}`)} FROM edge_logs ORDER BY ${many(200, (i) => `c${i}`)}`,
  'grouped columns': `SELECT ${many(600, (i) => `c${i % 350} AS d${i}`)} FROM (SELECT ${many(350, (i) => `id AS c${i}`)} FROM edge_logs) GROUP BY ${many(350, (i) => `c${i}`)}`,
};

/** Large statements that a log explorer might well send, by name. */
export const LARGE: Readonly<Record<string, string>> = {
  'a list of UUIDs': `SELECT id FROM edge_logs WHERE id IN (${many(1_600, () => `'${UUID}'`, ',')})`,
  'a list of numbers': `SELECT id FROM edge_logs WHERE LENGTH(id) IN (${many(1_900, String)})`,
  'five hundred OR terms': `SELECT id FROM edge_logs WHERE ${many(500, (i) => `id = '${i}'`, ' OR ')}`,
  'a union of all views': many(
    VIEWS.length,
    (i) =>
      `SELECT ${many(20, (k) => `${k % 2 ? 'id' : 'event_message'} AS c${k}`)} FROM ${VIEWS[i]}`,
    ' UNION ALL ',
  ),
  'a dashboard of counts': `SELECT TIMESTAMP_TRUNC(timestamp, HOUR) AS hour, ${many(60, (i) => `COUNTIF(r.status_code = ${400 + i}) AS c${i}`)} FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.response) AS r GROUP BY hour ORDER BY hour`,
  'some entries as JSON': `SELECT ${many(5, (i) => `TO_JSON_STRING(metadata) AS c${i}`)} FROM edge_logs`,
  'a long CASE': `SELECT CASE ${many(300, (i) => `WHEN id = '${i}' THEN 'name ${i}'`, ' ')} END FROM edge_logs`,
};
