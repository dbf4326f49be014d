import { type Bomb, DEEP, JSON_TYPE, nested, url } from './bomb.ts';

const REST = '/api/endpoints/query';

function sandbox(name: string, sql: string): Bomb {
  const body = JSON.stringify({ project: 'demo', project_tier: 'FREE', sql });
  return { name, method: 'POST', path: `${REST}/logs.all`, type: JSON_TYPE, body };
}

function restBody(name: string, body: string, type = JSON_TYPE): Bomb {
  return { name, method: 'POST', path: `${REST}/logs.all`, type, body };
}

function pattern(name: string, project: string): Bomb {
  const body = JSON.stringify({ project, interval: 'daily' });
  return { name, method: 'POST', path: `${REST}/usage.api-counts`, type: JSON_TYPE, body };
}

/** Bodies and URLs of the REST path. */
export const REST_REQUESTS: readonly Bomb[] = [
  restBody('a body 500 000 deep', nested('[', '', ']', 500_000)),
  restBody('an argument 400 000 deep', `{"project":${nested('[', '', ']', DEEP)}}`),
  restBody(
    'sql 400 000 deep',
    `{"project":"a","project_tier":"PRO","sql":${nested('[', '', ']', DEEP)}}`,
  ),
  restBody('an object 100 000 deep', nested('{"sql":', '1', '}', 100_000)),
  restBody('a body without an end', '{"a":'.repeat(200_000)),
  restBody(
    '100 000 members',
    `{${Array.from({ length: 80_000 }, (_, i) => `"${i}":1`).join(',')}}`,
  ),
  restBody(
    'one member 60 000 times',
    `{${Array.from({ length: 60_000 }, () => '"project":1').join(',')}}`,
  ),
  restBody('a string of escapes', `{"project":"${'\\u0000'.repeat(150_000)}"}`),
  restBody('broken surrogates', '{"project":"\\ud800","project_tier":"PRO"}'),
  restBody('a prototype', '{"__proto__":{"project":"a"},"constructor":1,"toString":2}'),
  restBody('450 000 pairs in a form', 'a&'.repeat(450_000), 'application/x-www-form-urlencoded'),
  restBody(
    'broken escapes in a form',
    `project=${'%'.repeat(900_000)}`,
    'application/x-www-form-urlencoded',
  ),
  restBody('another type', 'x', 'text/plain'),
  url('4 000 arguments', `${REST}/logs.all?${'project=a&'.repeat(1_600)}`),
  url('broken escapes', `${REST}/logs.all?project=${'%'.repeat(16_000)}`),
  url('a name of broken escapes', `${REST}/${'%e'.repeat(8_000)}`),
  url('a name of 16 000 letters', `${REST}/${'a'.repeat(16_000)}`),
  url(
    'a cursor',
    `${REST}/logs.all?project=a&project_tier=PRO&iso_timestamp_start=${'9'.repeat(15_000)}`,
  ),
];

const words = (word: string) => word.repeat(Math.floor(64_000 / word.length));

/** SQL of callers. */
export const SANDBOX_SQL: readonly Bomb[] = [
  sandbox('brackets 30 000 deep', `SELECT ${nested('(', '1', ')', 30_000)}`),
  sandbox('brackets without an end', `SELECT ${'('.repeat(60_000)}`),
  sandbox('arrays 30 000 deep', `SELECT ${nested('[', '1', ']', 30_000)}`),
  sandbox('types 6 000 deep', `SELECT CAST(NULL AS ${nested('ARRAY<', 'INT64', '>', 6_000)})`),
  sandbox('structs 5 000 deep', `SELECT ${nested('STRUCT(', '1', ')', 5_000)}`),
  sandbox('subqueries 5 000 deep', `SELECT ${nested('(SELECT ', '1', ')', 5_000)}`),
  sandbox('calls 7 000 deep', `SELECT ${nested('ABS(', '1', ')', 7_000)}`),
  sandbox('CASE 1 500 deep', `SELECT ${nested('CASE WHEN TRUE THEN ', '1', ' END', 1_500)}`),
  sandbox('NOT 15 000 times', `SELECT ${words('NOT ')} TRUE`),
  sandbox('minus 30 000 times', `SELECT ${'- '.repeat(30_000)} 1`),
  sandbox('1 + 1 + 1', `SELECT 1${words(' + 1')}`),
  sandbox('OR 5 000 times', `SELECT TRUE${words(' OR TRUE')}`),
  sandbox('UNION ALL', `SELECT 1${words(' UNION ALL SELECT 1')}`),
  sandbox('joins', `SELECT 1 FROM edge_logs${words(' CROSS JOIN edge_logs')}`),
  sandbox(
    'WITH 1 500 names',
    `WITH ${Array.from({ length: 1_500 }, (_, i) => `a${i} AS (SELECT 1)`).join(', ')} SELECT 1`,
  ),
  sandbox('IN 15 000 values', `SELECT 1 IN (${words('1, ')}1)`),
  sandbox('a string without an end', `SELECT '${'a'.repeat(63_000)}`),
  sandbox('a name without an end', `SELECT \`${'a'.repeat(63_000)}`),
  sandbox('a comment without an end', `SELECT 1 /*${'*'.repeat(63_000)}`),
  sandbox('a number of 60 000 digits', `SELECT ${'9'.repeat(60_000)}`),
  sandbox('900 000 letters', `SELECT '${'a'.repeat(900_000)}'`),
  sandbox('fields 20 000 deep', `SELECT a${words('.a')}`),
  sandbox('subscripts 10 000 deep', `SELECT a${words('[0]')}`),
];

/** Patterns for the endpoint that takes one. */
export const PATTERNS: readonly Bomb[] = [
  pattern('100 000 letters', 'a'.repeat(100_000)),
  pattern('a group of another dialect', '(?<n>a)'),
  pattern('500 Unicode classes', '\\pL'.repeat(500)),
  pattern('1 000 repetitions of a Unicode class', '\\pL{1000}'),
  pattern('repetitions in repetitions', '(((a{30}){30}){30}){30}'),
  pattern('brackets 2 000 deep', nested('(', 'a', ')', 2_000)),
  pattern('4 000 brackets without an end', '('.repeat(4_000)),
  pattern('4 000 classes without an end', '['.repeat(4_000)),
  pattern('all letters in any case', '(?i)[\\x{100}-\\x{10FFFE}]'.repeat(150)),
  pattern('classes in any case', '(?i:\\pL)'.repeat(400)),
  pattern('a look behind', '(?<=a)b'),
  pattern('a later script', '\\p{Garay}'),
  pattern('a property', '[\\p{Emoji}]'),
];
