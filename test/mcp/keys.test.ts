import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { KeyStore } from '../../src/auth/keys/key-store.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { MemoryRateLimiter } from '../../src/request/rate-limiter.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { documentOf } from '../support/graphql-answer.ts';
import { edgeRow } from '../support/log-rows.ts';
import { sendMessage } from '../support/mcp-call.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CANARY = 'canary of another tenant';

const row = (project: string, id: string, message: string) => ({
  ...edgeRow({ at: '2026-07-01T11:59:00Z', id, message }),
  project,
});

const ROWS = {
  'cloudflare.logs.prod': [row('demo', 'a', 'mail of ana@example.com'), row('other', 'b', CANARY)],
};

const SCHEMA = createSchema(prepareEndpoints(PROJECT));

type Arguments = Readonly<Record<string, unknown>>;

const CALLS: readonly (readonly [tool: string, args: Arguments])[] = [
  ['logsAll', { project: 'demo', projectTier: 'PRO' }],
  ['logsAll', { project: 'demo', projectTier: 'PRO', redactPii: true }],
  ['logsAll', { project: 'nosuch', projectTier: 'FREE' }],
  ['logsAll', { project: 'demo', projectTier: 'pro' }],
  ['logsAll', { project: 'demo', projectTier: 'PRO', isoTimestampStart: 'yesterday' }],
  ['usageApiCounts', { project: 'demo', interval: 'HOURLY' }],
  ['usageApiCounts', { project: 7, interval: 'HOURLY' }],
  ['usageApiCounts', { project: 'demo', interval: 'HOURLY', nosuch: 1 }],
  ['sandbox', sandboxOf('SELECT id, event_message FROM edge_logs')],
  ['sandbox', sandboxOf('SELECT nosuch FROM edge_logs')],
  ['sandbox', sandboxOf('SELECT id FROM `cloudflare.logs.prod`')],
];

function sandboxOf(sql: string): Arguments {
  const args = { project: 'demo', project_tier: 'PRO' };
  return { endpoint: 'logs.all', arguments: args, sql };
}

const SCOPES = [undefined, new Set(['usage.api-counts'])];
const PINS: readonly Readonly<Record<string, string>>[] = [
  {},
  { project: 'demo' },
  { project: 'other' },
  { shop: 'birch' },
  { project_tier: 'FREE' },
  { project: 'demo', project_tier: 'PRO' },
];

const KEYS: readonly Partial<Caller>[] = SCOPES.flatMap((endpoints) =>
  PINS.flatMap((pins) =>
    [false, true].flatMap((redact) =>
      [false, true].map((sandbox) => ({
        endpoints,
        pins: new Map(Object.entries(pins)),
        redact,
        sandbox,
      })),
    ),
  ),
);

/** What an interface made of a call: the code of its error, or its rows. */
interface Verdict {
  readonly code: string | undefined;
  readonly rows: unknown;
  readonly redacted: unknown;
}

/** What both interfaces made of a call. */
interface Comparison {
  readonly rights: Partial<Caller>;
  readonly call: (typeof CALLS)[number];
  readonly asked: Verdict;
  readonly expected: Verdict;
}

test('what GraphQL refuses a key tools refuse it, and what it answers they answer', async () => {
  const own = await gateway({ rows: ROWS });
  const compared: Comparison[] = [];
  for (const rights of KEYS) compared.push(...(await compare(own, rights)));

  const different = compared.filter(isDifferent).map(described);
  const answered = compared.filter(({ expected }) => expected.code === undefined);
  const ofOthers = compared.filter(({ rights }) => rights.pins?.get('project') !== 'other');
  expect(different).toEqual([]);
  expect(answered.length).toBeGreaterThan(50);
  expect(compared.length - answered.length).toBeGreaterThan(200);
  expect(JSON.stringify(ofOthers.map(described))).not.toContain(CANARY);
});

function compare(own: Gateway, rights: Partial<Caller>): Promise<readonly Comparison[]> {
  const key = own.keys.add(rights);
  return Promise.all(
    CALLS.map(async (call) => {
      const [asked, expected] = await Promise.all([
        verdictOfTool(own, key, ...call),
        verdictOfGraphql(own, key, ...call),
      ]);
      return { rights, call, asked, expected };
    }),
  );
}

function isDifferent({ asked, call: [tool], expected, rights }: Comparison): boolean {
  // GraphQL validates a document before it knows whose it is.
  const isUnknown = asked.code === 'FORBIDDEN' && expected.code !== undefined;
  if (isUnknown && isOutOfScope(rights, tool)) return false;
  return !isDeepStrictEqual(asked, expected);
}

function described({ rights, ...others }: Comparison) {
  return { ...others, rights: named(rights) };
}

function isOutOfScope({ endpoints }: Partial<Caller>, tool: string): boolean {
  return endpoints !== undefined && tool !== 'usageApiCounts';
}

function named({ endpoints, pins = new Map(), redact, sandbox }: Partial<Caller>): string {
  return JSON.stringify([endpoints && [...endpoints], [...pins], redact, sandbox]);
}

async function verdictOfTool(
  own: Gateway,
  key: string,
  name: string,
  args: Arguments,
): Promise<Verdict> {
  const { body, status } = await sendMessage({ ...own, key }, 'tools/call', {
    name,
    arguments: args,
  });
  const { error, result } = body;
  // What may not be called is unknown.
  if (error) return refusedWith(error.data?.['fieldstone/code'] as string);
  if (!result) return refusedWith(body.code ?? String(status));
  if (result.isError) return refusedWith(result._meta?.['fieldstone/code'] as string);
  const { meta, rows } = result.structuredContent as {
    readonly meta: { readonly redacted: boolean };
    readonly rows: unknown;
  };
  return { code: undefined, rows, redacted: meta.redacted };
}

async function verdictOfGraphql(
  own: Gateway,
  key: string,
  field: string,
  args: Arguments,
): Promise<Verdict> {
  const document =
    field === 'sandbox'
      ? 'query ($endpoint: String!, $arguments: JSON!, $sql: String!) { answer: sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) { rows meta { redacted } } }'
      : documentOf(SCHEMA, field, args);
  const { data, errors } = await own.graphql<{
    readonly answer: { readonly rows: unknown; readonly meta: { readonly redacted: boolean } };
  }>('nosuch' in args ? document.replace('(project:', '(nosuch: 1, project:') : document, args, {
    'x-api-key': key,
  });
  if (!errors) {
    return { code: undefined, rows: data.answer.rows, redacted: data.answer.meta.redacted };
  }
  return refusedWith(errors[0]?.extensions.code ?? 'none');
}

/** GraphQL tells of endpoints that a key may not run, and its library has a code of its own for documents. */
function refusedWith(code: string): Verdict {
  return { code: CODES[code] ?? code, rows: undefined, redacted: undefined };
}

const CODES: Readonly<Record<string, string>> = {
  ENDPOINT_NOT_FOUND: 'FORBIDDEN',
  GRAPHQL_VALIDATION_FAILED: 'BAD_USER_INPUT',
};

test('an expired key is refused by both', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const rights = { endpoints: undefined, pins: {}, redact: false, sandbox: true };
  const expires = new Date(Date.now() + 86_400_000);
  const { record, secret } = createKey({ ...rights, name: 'ci', expires }, new Date());
  await changeKeys(file, () => [{ ...record, expires: '2026-01-01T00:00:00.000Z' }]);
  const authenticator = new KeyStore({ file, onError: () => {} });
  onTestFinished(() => authenticator.close());
  const own = await gateway({ authenticator });

  const { body, status } = await sendMessage({ ...own, key: secret }, 'tools/list');
  const graphql = await own.graphql('{ __typename }', {}, { 'x-api-key': secret });

  expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(graphql.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

test('calls count against the limit of the key, and those that are cached do not where the setting says so', async () => {
  const rateLimit = {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 2,
    refusalsPerMinute: 100,
    countCached: false,
  };
  const own = await gateway({ rows: ROWS, rateLimit });
  const call = (interval: string) =>
    sendMessage(own, 'tools/call', {
      name: 'usageApiCounts',
      arguments: { project: 'demo', interval },
    });

  const answers = [];
  for (const interval of ['HOURLY', 'HOURLY', 'HOURLY', 'DAILY', 'MINUTELY']) {
    answers.push(await call(interval));
  }

  const codes = answers.map(({ body }) => body.result?._meta?.['fieldstone/code']);
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'RATE_LIMITED']);
  expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
});
