import { expect, test } from 'vitest';
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

const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  BOOL: 'Boolean',
  INT64: 'Int64',
  'INT64!': 'Int64!',
  STRING: 'String',
};

/** An expression over the rows. */
function valueEndpoint(expression: string, type: 'INT64' | 'STRING'): TestEndpoint {
  return {
    select: `SELECT ${expression} AS n FROM entries ORDER BY n`,
    parameters: { x: { type } },
    columns: { n: 'STRING' },
  };
}

const DIGITS = valueEndpoint('CAST(ROUND(LENGTH(id) / 8, @x) AS STRING)', 'INT64');
const FORMAT = valueEndpoint("FORMAT_TIMESTAMP(@x, timestamp, 'UTC')", 'STRING');
const DEFAULTED = valueEndpoint("FORMAT_TIMESTAMP(COALESCE(@x, '%Y'), timestamp)", 'STRING');
const CHOSEN = valueEndpoint(
  "FORMAT_TIMESTAMP(CASE @x WHEN 'day' THEN '%F' WHEN 'month' THEN '%Y-%m' ELSE '%Y' END, timestamp)",
  'STRING',
);
const PRINTF = valueEndpoint('FORMAT(@x, LENGTH(id))', 'STRING');
const PATH = valueEndpoint(`JSON_VALUE('{"a":{"b":"c"}}', @x)`, 'STRING');
const CAST_FORMAT = valueEndpoint('CAST(timestamp AS STRING FORMAT @x)', 'STRING');
const FLAG: TestEndpoint = {
  select: 'SELECT TO_JSON_STRING(STRUCT(id), @x) AS n FROM entries ORDER BY n',
  parameters: { x: { type: 'BOOL' } },
  columns: { n: 'STRING' },
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
    `query ($x: ${GRAPHQL_TYPES[type]}) {
      testEndpoint(project: "demo", ${name}: $x) { rowCount }
    }`,
    { x: type === 'BOOL' ? value && value === 'true' : value },
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
  [DIGITS, '16', 'Argument "x" cannot have this value: The second argument of ROUND must not be'],
  [FORMAT, '%i', 'Argument "x" cannot have this value: Format element %i is not supported'],
  [PRINTF, '%s', 'Argument "x" cannot have this value: Invalid type for argument 2 to FORMAT'],
  [
    PRINTF,
    `${'a'.repeat(5_000)}%`,
    'Argument "x" cannot have this value: Invalid FORMAT string: "a',
  ],
  [PATH, 'a.b', `Argument "x" cannot have this value: JSONPath must start with '$'`],
  [DEFAULTED, '%i', 'Argument "x" cannot have this value: Format element %i is not supported'],
  [
    CAST_FORMAT,
    'CENTURY',
    'Argument "x" cannot have this value: Cannot find matched format element at 0',
  ],
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
  [DIGITS, '2', ['0.13', '0.13', '0.13']],
  [DIGITS, '-9223372036854775808', ['0', '0', '0']],
  [DIGITS, undefined, [null, null, null]],
  [FORMAT, "'%d'", ["'01'", "'01'", "'01'"]],
  [FORMAT, undefined, [null, null, null]],
  [DEFAULTED, undefined, ['2026', '2026', '2026']],
  [DEFAULTED, '%d', ['01', '01', '01']],
  [CHOSEN, 'day', ['2026-07-01', '2026-07-01', '2026-07-01']],
  [CHOSEN, 'month', ['2026-07', '2026-07', '2026-07']],
  [CHOSEN, undefined, ['2026', '2026', '2026']],
  [PRINTF, '%03d', ['001', '001', '001']],
  [PATH, '$.a.b', ['c', 'c', 'c']],
  [PATH, undefined, [null, null, null]],
  [CAST_FORMAT, 'MONTH', ['JULY', 'JULY', 'JULY']],
  [CAST_FORMAT, undefined, [null, null, null]],
  [FLAG, 'false', ['{"id":"a"}', '{"id":"b"}', '{"id":"c"}']],
  [FLAG, undefined, [null, null, null]],
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
  ["IF(@x = 'none', 0, LENGTH(JSON_VALUE('{}', @x)))"],
  ["IFNULL(LENGTH(SAFE.JSON_VALUE('{}', @x)), 0)"],
  ["IFERROR(LENGTH(JSON_VALUE('{}', @x)), 0)"],
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
