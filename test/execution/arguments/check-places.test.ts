import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternFault } from '../../../src/execution/arguments/check-places.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { type TestEndpoint, testEndpoint } from '../../support/test-endpoint.ts';

const ROWS = {
  'postgres.logs': ['a', 'b', 'c'].map((id) => ({
    timestamp: '2026-07-01T11:00:00Z',
    id,
    event_message: 'message',
    project: 'demo',
    metadata: [],
  })),
};

const NUMBER = { top: { type: 'INT64!' } } as const;
const TEXT = { x: { type: 'STRING' } } as const;
const N = { n: 'INT64' } as const;

const LIMIT: TestEndpoint = {
  select: 'SELECT id FROM entries ORDER BY id LIMIT @pageSize',
  parameters: { pageSize: { type: 'INT64!' } },
  columns: { id: 'STRING' },
};
const OFFSET = { ...LIMIT, select: 'SELECT id FROM entries ORDER BY id LIMIT 10 OFFSET @pageSize' };
const NTILE: TestEndpoint = {
  select: 'SELECT NTILE(@top) OVER (ORDER BY id) AS n FROM entries ORDER BY n',
  parameters: NUMBER,
  columns: N,
};
const FRAME: TestEndpoint = {
  select: `SELECT COUNT(*) OVER (ORDER BY id ROWS BETWEEN @top PRECEDING AND CURRENT ROW) AS n
    FROM entries ORDER BY n`,
  parameters: NUMBER,
  columns: N,
};
const AGGREGATE: TestEndpoint = {
  select: 'SELECT ARRAY_LENGTH(ARRAY_AGG(id LIMIT @top)) AS n FROM entries ORDER BY n',
  parameters: NUMBER,
  columns: N,
};
const PATTERN: TestEndpoint = {
  select: 'SELECT COUNTIF(REGEXP_CONTAINS(id, @x)) AS n FROM entries ORDER BY n',
  parameters: TEXT,
  columns: N,
};
const EXTRACT_ALL: TestEndpoint = {
  select: `SELECT n FROM (
      SELECT (SELECT COUNT(*) FROM UNNEST(REGEXP_EXTRACT_ALL(id, @x))) AS n FROM entries
    ) ORDER BY n`,
  parameters: TEXT,
  columns: N,
};
const ZONE: TestEndpoint = {
  select: 'SELECT EXTRACT(HOUR FROM timestamp AT TIME ZONE @x) AS n FROM entries ORDER BY n',
  parameters: TEXT,
  columns: N,
};
const ZONE_ARGUMENT = {
  ...ZONE,
  select: 'SELECT EXTRACT(HOUR FROM DATETIME(timestamp, @x)) AS n FROM entries ORDER BY n',
};

/** Asks over both interfaces; a value that is undefined is left out. */
async function ask(
  { rest, graphql }: Gateway,
  { parameters }: TestEndpoint,
  value: string | undefined,
) {
  const [[name, { type }] = ['', { type: 'STRING' }]] = Object.entries(parameters);
  const sent = value === undefined ? {} : { [name]: value };
  const overRest = await rest('test.endpoint', { project: 'demo', ...sent });
  const { data, errors = [] } = await graphql<{
    readonly testEndpoint: { readonly rowCount: number } | null;
  }>(
    `query ($x: ${type === 'INT64!' ? 'Int64!' : 'String'}) {
      testEndpoint(project: "demo", ${name}: $x) { rowCount }
    }`,
    { x: value },
  );
  return {
    rest: [overRest.status, overRest.body.code, overRest.body.detail],
    graphql: [data.testEndpoint?.rowCount, errors[0]?.extensions.code, errors[0]?.message],
    rows: overRest.body.result,
  };
}

const REFUSED: readonly (readonly [TestEndpoint, string | undefined, string])[] = [
  [LIMIT, '-1', 'Argument "pageSize" must not be negative'],
  [OFFSET, '-9223372036854775808', 'Argument "pageSize" must not be negative'],
  [NTILE, '0', 'Argument "top" cannot have this value: The argument to NTILE must be at least 1'],
  [FRAME, '-1', 'Argument "top" must not be negative'],
  [AGGREGATE, '-1', 'Argument "top" must not be negative'],
  [PATTERN, '(', 'Argument "x" is not a valid regular expression (RE2)'],
  [PATTERN, '(?=a)', 'Argument "x" is not a valid regular expression (RE2)'],
  [PATTERN, 'a{999}'.repeat(600), 'Argument "x" is too large a regular expression'],
  [PATTERN, '((a{30}){30}){3}', 'Argument "x" is too large a regular expression'],
  [PATTERN, 'a'.repeat(4_097), 'Argument "x" is too large a regular expression'],
  [EXTRACT_ALL, '\\b', 'Argument "x" cannot have this value: REGEXP_EXTRACT_ALL is not supported'],
  [ZONE, 'Nowhere/Land', 'Argument "x" cannot have this value: Invalid time zone: Nowhere/Land'],
  [ZONE, `A${'a'.repeat(5_000)}`, 'Argument "x" cannot have this value: Invalid time zone: Aaaa'],
  [ZONE_ARGUMENT, '+25:00', 'Argument "x" cannot have this value: Invalid time zone: +25:00'],
];

test.each(REFUSED)('$0.select refuses $1 before it runs', async (endpoint, value, says) => {
  const opened = await gateway({ rows: ROWS, endpoints: [testEndpoint(endpoint)] });

  const { rest, graphql } = await ask(opened, endpoint, value);

  expect(rest).toEqual([400, 'BAD_USER_INPUT', expect.stringContaining(says)]);
  expect(graphql).toEqual([undefined, 'BAD_USER_INPUT', expect.stringContaining(says)]);
  expect(String(rest[2]).length).toBeLessThan(300);
  expect(opened.runs).toEqual([]);
});

const ACCEPTED: readonly (readonly [TestEndpoint, string | undefined, readonly unknown[]])[] = [
  [LIMIT, '0', []],
  [LIMIT, '2', ['a', 'b']],
  [OFFSET, '2', ['c']],
  [NTILE, '1', [1, 1, 1]],
  [FRAME, '0', [1, 1, 1]],
  [AGGREGATE, '2', [2]],
  [PATTERN, 'a|b', [2]],
  [PATTERN, undefined, [0]],
  [PATTERN, Array.from({ length: 95 }, (_, i) => `abcdefghijklmnopqrs${i}`).join('|'), [0]],
  [ZONE, 'Europe/Berlin', [13, 13, 13]],
  [ZONE, undefined, [null, null, null]],
  [ZONE_ARGUMENT, '-05:00', [6, 6, 6]],
];

test.each(ACCEPTED)('$0.select accepts $1', async (endpoint, value, shown) => {
  const opened = await gateway({ rows: ROWS, endpoints: [testEndpoint(endpoint)] });

  const { rest, graphql, rows } = await ask(opened, endpoint, value);

  expect(rest[0]).toBe(200);
  expect(rows.map((row) => Object.values(row)[0])).toEqual(shown);
  expect(graphql).toEqual([shown.length, undefined, undefined]);
});

test.each([
  ["IF(@x = 'none', 0, EXTRACT(HOUR FROM timestamp AT TIME ZONE @x))"],
  ["CASE WHEN @x = 'none' THEN 0 ELSE EXTRACT(HOUR FROM DATETIME(timestamp, @x)) END"],
  ['IFNULL(LENGTH(SAFE.FORMAT_TIMESTAMP("%H", timestamp, @x)), 0)'],
])('%s accepts what it never gives to the function', async (expression) => {
  const endpoint = { ...ZONE, select: `SELECT ${expression} AS n FROM entries ORDER BY n` };
  const opened = await gateway({ rows: ROWS, endpoints: [testEndpoint(endpoint)] });

  const { status, body } = await opened.rest('test.endpoint', { project: 'demo', x: 'none' });

  expect([status, body.result]).toEqual([200, [{ n: 0 }, { n: 0 }, { n: 0 }]]);
});

test('a derived parameter that does not fit its place is no fault of the caller', async () => {
  const endpoint = testEndpoint({
    select: 'SELECT id FROM entries ORDER BY id LIMIT @size',
    parameters: {},
    columns: { id: 'STRING' },
    derived: { size: ['INT64', -1n] },
  });
  const { rest } = await gateway({ rows: ROWS, endpoints: [endpoint] });

  const { status, body } = await rest('test.endpoint', { project: 'demo' });

  expect([status, body.code]).toEqual([502, 'ENGINE_FAILED']);
});

test("an argument is checked against its places in the caller's own SQL too", async () => {
  const endpoint = testEndpoint({
    ...LIMIT,
    select: 'SELECT id FROM entries WHERE LENGTH(id) > @top',
    parameters: { top: { type: 'INT64' } },
  });
  const { rest, runs } = await gateway({ rows: ROWS, endpoints: [endpoint] });
  const sql = 'SELECT id FROM entries ORDER BY id LIMIT @top';

  const refused = await rest('test.endpoint', { project: 'demo', top: '-1', sql });
  const absent = await rest('test.endpoint', { project: 'demo', sql });
  const answered = await rest('test.endpoint', { project: 'demo', top: '1', sql });

  expect([refused.status, refused.body.detail]).toEqual([
    400,
    'Argument "top" must not be negative',
  ]);
  expect([absent.status, absent.body.detail]).toEqual([
    400,
    'Argument "top" is missing; it is required, as a number that is not negative',
  ]);
  expect(answered.body.result).toEqual([{ id: 'a' }]);
  expect(runs).toHaveLength(1);
});

test('a pinned tenant is taken literally where the endpoint matches it by pattern', async () => {
  const { keys, rest } = await gateway();
  const key = keys.add({ pins: new Map([['project', '(']]) });
  const ask_ = (headers?: Readonly<Record<string, string>>) =>
    rest('usage.api-counts', { interval: 'daily', project: '(' }, headers);

  expect((await ask_({ 'x-api-key': key })).status).toBe(200);
  expect((await ask_()).status).toBe(400);
});

test.each([
  'demo',
  '^https://[^/]+\\.example\\.com/',
  '(?P<host>\\w+)',
  '[(?<n>]',
  '\\Q(?<n>\\E',
  '\\\\p{Garay}',
  '\\p{Greek}+[\\pL\\p{^Nd}_]*',
  '(?i)[a-zà-ü]+/[а-я]*',
  '\\pL'.repeat(100),
  '[a-z0-9_-]{1000}',
  '[\\x{80}-\\x{10FFFF}]'.repeat(20),
])('patternFault finds none in %j', (pattern) => {
  expect(patternFault(pattern)).toBeUndefined();
});

test.each([
  ['(?<n>a)', 'is not a valid regular expression (RE2): not supported: `(?<`'],
  ['\\p{Garay}', 'is not a valid regular expression (RE2): not supported: `\\p{Garay}`'],
  ['[a\\P{Emoji}]', 'is not a valid regular expression (RE2): not supported: `\\P{Emoji}`'],
  ['(?=a)', 'is not a valid regular expression (RE2): error parsing regexp'],
  ['\\pL'.repeat(500), 'is too large a regular expression'],
  ['(?:\\P{Lo}\\w){900}', 'is too large a regular expression'],
  ['a'.repeat(100_000), 'is too large a regular expression'],
  ['('.repeat(4_000), 'is not a valid regular expression (RE2)'],
  ['(?i)[\\x{100}-\\x{10FFFE}]', 'is too large a regular expression'],
  ['(?i:\\pL)'.repeat(100), 'is too large a regular expression'],
])('patternFault refuses %j', (pattern, fault) => {
  expect(patternFault(pattern)).toContain(fault);
});

const piece = fc.constantFrom(
  ...['a', 'K', 'é', 'ſ', '😀', '-', '&&', '/', '\n', '\u2028', '0', ',', '.', '^', '$', '|'],
  ...['(', '(?:', '(?i:', '(?P<n>', '(?<n>', '(?P<', '(?i)', '(?U)', '(?x)', '(?=', '(?>', '(?-'],
  ...[')', ')', ')', '*', '+', '?', '??', '{0}', '{2,5}', '{1000}', '{,3}', '{3,', '}', ']'],
  ...['[', '[^', '[a', '[[:alpha:]]', '[[:^word:]]', '[[:no:]]', '[z-a]', '[a-\\d]', '[\\pL\\pM]'],
  ...['\\pL', '\\pN', '\\p{Greek}', '\\p{^Lu}', '\\P{Garay}', '\\p{LC}', '\\p{Emoji}', '\\p', '\\'],
  ...['\\d', '\\W', '\\b', '\\B', '\\A', '\\z', '\\Z', '\\C', '\\Q', '\\E', '\\\\', '\\n', '\\cA'],
  ...['\\0', '\\12', '\\377', '\\1', '\\x4', '\\x{10FFFF}', '\\x{110000}', '\\u0041', '\\R', '\\é'],
);

/** Mostly wide, with the repetition that makes them large. */
const repeated = fc
  .tuple(
    fc.constantFrom('', '(?i)'),
    fc.array(
      fc.constantFrom('\\pL', '\\P{Lo}', '[^\\p{Mn}]', '.', '\\W', 'é', '[acegikmoq]', '(?:a|😀)'),
      { minLength: 1, maxLength: 3 },
    ),
    fc.integer({ min: 1, max: 1_000 }),
  )
  .map(([flag, atoms, times]) => `${flag}(?:${atoms.join('')}){${times}}`);

test('patternFault finds a fault wherever the engine finds one', async () => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const statement = await connection.prepare(
    "SELECT regexp_matches(s, $1) FROM (VALUES ('abc'), ('é')) t(s)",
  );
  let taken = 0;

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        {
          arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
          weight: 40,
        },
        { arbitrary: repeated, weight: 1 },
      ),
      async (pattern) => {
        if (patternFault(pattern) !== undefined) return;
        taken += 1;
        statement.bindVarchar(1, pattern);
        await statement.run();
      },
    ),
    { numRuns: 4_000 },
  );
  connection.closeSync();
  instance.closeSync();

  expect(taken).toBeGreaterThan(300);
});
