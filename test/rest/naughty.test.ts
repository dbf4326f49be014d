import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../support/any-character.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { NAUGHTY } from '../support/naughty.ts';
import { tenantRows } from '../support/tenant-rows.ts';

const GOOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'logs.all': {
    project: 'mine',
    project_tier: 'PRO',
    iso_timestamp_start: '2026-07-01T11:00:00Z',
    iso_timestamp_end: '2026-07-01T12:00:00Z',
    sql: 'SELECT 1',
  },
  'usage.api-counts': { project: 'mine', interval: 'daily', sql: 'SELECT 1' },
  'functions.invocation-stats': {
    project: 'mine',
    interval: '1hr',
    function_id: 'f',
    sql: 'SELECT 1',
  },
};

const parameters = Object.entries(GOOD).flatMap(([endpoint, good]) =>
  Object.keys(good).map((name): [string, string] => [endpoint, name]),
);

const rows = tenantRows('2026-07-01T11:59:00Z');

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** The status, which must not be our fault, with what was answered. */
async function expectNoFault({ app, key }: Gateway, { headers, ...asked }: Asked): Promise<void> {
  const answer = await app.inject({ ...asked, headers: { 'x-api-key': key, ...headers } });

  expect(answer.statusCode, `${JSON.stringify(asked).slice(0, 500)} ${answer.body}`).toBeLessThan(
    500,
  );
}

function post(endpoint: string, members: object): Asked {
  return {
    method: 'POST',
    url: `/api/endpoints/query/${endpoint}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(members),
  };
}

test.each(parameters)(
  'restRoute answers no naughty value with a fault of ours: %s %s',
  async (endpoint, name) => {
    const server = await gateway({ rows });
    const { sql: _, ...good } = GOOD[endpoint] ?? {};

    const place = parameters.findIndex(([of, named]) => of === endpoint && named === name);
    for (const [at, value] of NAUGHTY.entries()) {
      // Each value is tried with every seventh parameter, and most of them reach the engine.
      if ((at + place) % 7 !== 0) continue;
      await expectNoFault(server, post(endpoint, { ...good, [name]: value }));
      // What follows is the same for both.
      if (at % 3 !== 0) continue;
      const query = new URLSearchParams({ ...good, [name]: value.toWellFormed() });
      await expectNoFault(server, {
        method: 'GET',
        url: `/api/endpoints/query/${endpoint}?${query}`,
      });
    }
  },
);

test('restRoute answers no naughty text in the SQL of callers with a fault of ours', async () => {
  const server = await gateway({ rows });
  const good = { project: 'mine', project_tier: 'PRO' };

  for (const [at, value] of NAUGHTY.filter((text) => text.length < 1_000).entries()) {
    const literal = JSON.stringify(value);
    const statements = [
      `SELECT ${value}`,
      `SELECT ${literal}, LENGTH(${literal}), SAFE_CAST(${literal} AS INT64)`,
      `SELECT REGEXP_CONTAINS('a', ${literal})`,
      `SELECT REGEXP_EXTRACT_ALL(id, ${literal}) FROM edge_logs`,
      `SELECT REGEXP_REPLACE(id, CONCAT(id, ${literal}), 'b') FROM edge_logs`,
      `SELECT CAST(CONCAT(id, ${literal}) AS TIMESTAMP) FROM edge_logs`,
      `SELECT id AS \`${value}\` FROM edge_logs`,
    ];
    // Each value is tried in one of them, and each of them with a seventh of the values.
    for (const sql of statements.filter((_, i) => (i + at) % statements.length === 0)) {
      await expectNoFault(server, post('logs.all', { ...good, sql }));
    }
  }
});

test.each([
  "SELECT REGEXP_CONTAINS('a', r'(?<n>a)')",
  "SELECT REGEXP_CONTAINS(id, r'(?=a)') FROM edge_logs",
  `SELECT REGEXP_CONTAINS(id, r'${'\\pL'.repeat(500)}') FROM edge_logs`,
  "SELECT REGEXP_EXTRACT(id, CONCAT('(', id)) FROM edge_logs",
  "SELECT REGEXP_REPLACE(id, CONCAT(r'\\p{', id, '}'), '') FROM edge_logs",
])('restRoute takes a pattern that no engine knows for a mistake in the SQL: %#', async (sql) => {
  const { rest } = await gateway({ rows });

  const { status, body } = await rest('logs.all', { project: 'mine', project_tier: 'PRO', sql });

  expect({ status, code: body.code }).toEqual({ status: 400, code: 'SQL_INVALID' });
});

const text = fc.oneof(
  fc.constantFrom(...NAUGHTY.filter((naughty) => naughty.length < 500)),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ maxLength: 20 }),
);
const name = fc.oneof(fc.constantFrom(...parameters.map(([, parameter]) => parameter)), text);
const endpoint = fc.constantFrom(...Object.keys(GOOD));

test('restRoute answers no query string with a fault of ours', async () => {
  const server = await gateway({ rows });
  const piece = fc.oneof(
    fc.tuple(name, text).map(([left, right]) => `${encode(left)}=${encode(right)}`),
    fc.string({ unit: fc.constantFrom(...'&=%+;[]#?/\\"\'aé0') }),
  );

  await fc.assert(
    fc.asyncProperty(endpoint, fc.array(piece, { maxLength: 6 }), async (asked, pieces) => {
      const query = pieces.join('&').replaceAll('#', '').replaceAll('é', '\u00e9');
      await expectNoFault(server, {
        method: pieces.length % 2 === 0 ? 'GET' : 'HEAD',
        url: `/api/endpoints/query/${asked}?${query}`,
      });
    }),
    { numRuns: 300 },
  );
});

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

test('restRoute answers no body and no headers with a fault of ours', async () => {
  const server = await gateway({ rows });
  const type = fc.constantFrom(
    ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=latin1'],
    ...['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset="', ';', ''],
  );
  const header = fc.tuple(
    fc.constantFrom(
      ...['accept', 'accept-encoding', 'if-none-match', 'cache-control', 'content-encoding'],
      ...['svc-endpoint-redact-pii', 'range', 'origin', 'x-forwarded-for', 'cookie', 'prefer'],
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  );
  const body = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.dictionary(name, fc.oneof(text, fc.jsonValue())).map((members) => JSON.stringify(members)),
  );

  await fc.assert(
    fc.asyncProperty(
      endpoint,
      type,
      fc.array(header),
      body,
      async (asked, mediaType, headers, payload) => {
        await expectNoFault(server, {
          method: 'POST',
          url: `/api/endpoints/query/${asked}`,
          headers: {
            ...Object.fromEntries(headers),
            ...(mediaType && { 'content-type': mediaType }),
          },
          payload,
        });
      },
    ),
    { numRuns: 500 },
  );
});
