import { expect, test } from 'vitest';
import { logsAll } from '../support/endpoints.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00Z', id: 'a', message: 'from 203.0.113.9' }),
  ],
};
const ARGUMENTS = { project: 'demo', project_tier: 'PRO' };

interface Answer {
  readonly sandbox: {
    readonly columns: readonly { name: string; type: string; mode: string }[];
    readonly rows: readonly Record<string, unknown>[];
    readonly meta: { readonly redacted: boolean };
  } | null;
}

const QUERY = `query ($endpoint: String!, $arguments: JSON!, $sql: String!, $redact: Boolean) {
  sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql, redactPii: $redact) {
    columns { name type mode } rows meta { redacted }
  }
}`;

/** Runs SQL over the views of `logs.all`. */
function run({ graphql }: Gateway, sql: string, variables: object = {}, key?: string) {
  const headers = key === undefined ? {} : { 'x-api-key': key };
  const sent = { endpoint: 'logs.all', arguments: ARGUMENTS, sql, ...variables };
  return graphql<Answer>(QUERY, sent, headers);
}

const SHOWN: readonly (readonly [sql: string, type: string, mode: string, shown: unknown])[] = [
  ['1', 'INT64', 'NULLABLE', 1],
  ['9007199254740993', 'INT64', 'NULLABLE', '9007199254740993'],
  ['1.5', 'FLOAT64', 'NULLABLE', 1.5],
  ["CAST('NaN' AS FLOAT64)", 'FLOAT64', 'NULLABLE', null],
  ["NUMERIC '1.50'", 'NUMERIC', 'NULLABLE', '1.5'],
  ['TRUE', 'BOOL', 'NULLABLE', true],
  ["'é'", 'STRING', 'NULLABLE', 'é'],
  ["b'a'", 'BYTES', 'NULLABLE', 'YQ=='],
  ["DATE '2026-07-01'", 'DATE', 'NULLABLE', '2026-07-01'],
  ["DATETIME '2026-07-01 10:00:00'", 'DATETIME', 'NULLABLE', '2026-07-01T10:00:00'],
  ["TIMESTAMP '2026-07-01 10:00:00+00'", 'TIMESTAMP', 'NULLABLE', 1_782_900_000_000_000],
  ['JSON \'{"a":[1]}\'', 'JSON', 'NULLABLE', { a: [1] }],
  ['[1, 2]', 'INT64', 'REPEATED', [1, 2]],
  ["STRUCT(1 AS a, 'b' AS b)", 'STRUCT', 'NULLABLE', { a: 1, b: 'b' }],
  ['[STRUCT(1 AS a)]', 'STRUCT', 'REPEATED', [{ a: 1 }]],
  ['CAST(NULL AS STRING)', 'STRING', 'NULLABLE', null],
];

test('sandbox names, types and shows the columns of any statement', async () => {
  const asked = await gateway({ rows: ROWS });
  const list = SHOWN.map(([sql], i) => `${sql} AS c${i}`).join(', ');

  const { data, errors } = await run(asked, `SELECT ${list} FROM edge_logs`);

  expect(errors).toBeUndefined();
  expect(data.sandbox?.columns).toEqual(
    SHOWN.map(([, type, mode], i) => ({ name: `c${i}`, type, mode })),
  );
  expect(data.sandbox?.rows).toEqual([
    Object.fromEntries(SHOWN.map(([, , , shown], i) => [`c${i}`, shown])),
  ]);
});

test('sandbox names columns without a name as BigQuery does, also where there are no rows', async () => {
  const { data } = await run(await gateway(), 'SELECT 1, id, 2 FROM edge_logs');

  expect(data.sandbox).toMatchObject({
    columns: [{ name: 'f0_' }, { name: 'id' }, { name: 'f1_' }],
    rows: [],
  });
});

test.each([
  ['text', '{}'],
  ['a list', [ARGUMENTS]],
  ['a number', 1],
  ['true', true],
])('sandbox refuses arguments that are %s', async (_, value) => {
  const { data, errors } = await run(await gateway(), 'SELECT 1', { arguments: value });

  expect(data.sandbox).toBeNull();
  expect(errors).toMatchObject([
    {
      message: 'Argument "arguments" must be an object',
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
});

test.each([
  ['an unknown endpoint', { endpoint: 'logs' }, 'ENDPOINT_NOT_FOUND'],
  ['an argument that is missing', { arguments: { project_tier: 'PRO' } }, 'BAD_USER_INPUT'],
  ['an argument that is a list', { arguments: { project: ['a'] } }, 'BAD_USER_INPUT'],
  ['an unknown table', { sql: 'SELECT 1 FROM secrets' }, 'SQL_INVALID'],
  ['two statements', { sql: 'SELECT 1; SELECT 2' }, 'SQL_INVALID'],
  ['a statement that changes something', { sql: 'DROP TABLE edge_logs' }, 'SQL_INVALID'],
  ['a value that divides by zero', { sql: 'SELECT 1 / 0 FROM edge_logs' }, 'SQL_INVALID'],
])('sandbox refuses %s, and the fields beside it answer', async (_, variables, code) => {
  const asked = await gateway({ rows: ROWS });
  const beside = QUERY.replace(/\}$/, 'endpoints { name } }');

  const { data, errors } = await asked.graphql<Answer & { endpoints: readonly object[] }>(beside, {
    endpoint: 'logs.all',
    arguments: ARGUMENTS,
    sql: 'SELECT 1',
    ...variables,
  });

  expect(data.sandbox).toBeNull();
  expect(data.endpoints.length).toBeGreaterThan(0);
  expect(errors).toMatchObject([{ path: ['sandbox'], extensions: { code } }]);
});

test('sandbox finds an endpoint by its id, and takes the arguments that the key pins', async () => {
  const asked = await gateway({ rows: ROWS });
  const pins = new Map(Object.entries(ARGUMENTS));
  const key = asked.keys.add({ pins });

  const byId = { endpoint: logsAll.id, arguments: {} };
  const { data, errors } = await run(asked, 'SELECT id FROM edge_logs', byId, key);

  expect(errors).toBeUndefined();
  expect(data.sandbox?.rows).toEqual([{ id: 'a' }]);
});

test('sandbox is closed to a key without it', async () => {
  const asked = await gateway({ rows: ROWS });

  const { data, errors } = await run(asked, 'SELECT 1', {}, asked.keys.add({ sandbox: false }));

  expect(data.sandbox).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});

test.each([
  ['the argument', { redact: true }, {}, true],
  ['the key, whatever the argument says', { redact: false }, { redact: true }, true],
  ['nobody', { redact: false }, {}, false],
])('sandbox redacts where %s asks for it', async (_, variables, caller, redacted) => {
  const asked = await gateway({ rows: ROWS });
  const sql = 'SELECT event_message AS m FROM edge_logs';

  const { data } = await run(asked, sql, variables, asked.keys.add(caller));

  expect(data.sandbox).toMatchObject({
    rows: [{ m: redacted ? 'from REDACTED' : 'from 203.0.113.9' }],
    meta: { redacted },
  });
});

test('one operation asks several statements, and each equal one runs once', async () => {
  const asked = await gateway({ rows: ROWS });
  const field = (name: string, sql: string) =>
    `${name}: sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: "${sql}") { rows }`;

  const { data } = await asked.graphql<object>(
    `{ ${field('a', 'SELECT 1 AS n')} ${field('b', 'SELECT 2 AS n')} ${field('c', 'select  1 as n')} }`,
  );

  expect(data).toEqual({
    a: { rows: [{ n: 1 }] },
    b: { rows: [{ n: 2 }] },
    c: { rows: [{ n: 1 }] },
  });
  expect(asked.runs).toHaveLength(2);
});
