import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { edgeRow, invocationRow } from '../../support/log-rows.ts';
import { Contract } from './contract.ts';
import { disagreements } from './disagreements.ts';
import { type GeneratedRequest, requestsTo } from './requests.ts';

// biome-ignore lint/style/noProcessEnv: `npm run fuzz:requests` has no other way to say it.
const FUZZED = process.env['FIELDSTONE_REQUESTS'];
/** How many requests each of the three kinds of keys sends. */
const RUNS = Math.ceil(Number(FUZZED ?? 600) / 3);
/** The fuzzer's requests differ from run to run. */
const SEED = FUZZED === undefined ? {} : { seed: Date.now() % 2 ** 31 };

const ROWS = {
  'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })],
};

const CALLERS: readonly (readonly [string, Partial<Caller>])[] = [
  ['that may do everything', {}],
  ['with pins', { pins: new Map(Object.entries({ project: 'demo', project_tier: 'PRO' })) }],
  ['without SQL, redacted', { sandbox: false, redact: true, endpoints: new Set(['logs.all']) }],
];

test.each(CALLERS)(
  'every answer to a key %s agrees with its contract',
  async (_, caller) => {
    const trial = await open(caller);

    const { found, statuses } = await compare(trial, (document) => document, RUNS);

    expect({ ...SEED, found }).toEqual({ ...SEED, found: [] });
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 406, 429]));
  },
  600_000,
);

test.each([
  ['a status', '"406":', '"418":', '406 is not listed'],
  ['a header', '"Cache-Status"', '"Other"', 'the header cache-status is not documented'],
  ['the form of a header', '"const":"nosniff"', '"const":"sniff"', 'x-content-type-options: '],
  ['a code', '"UNAUTHENTICATED"', '"UNKNOWN"', 'the body: '],
  ['a column', '"total_auth_requests":', '"total_oauth_requests":', 'the body: '],
  ['a member of a description', '"definitionVersion":{', '"version":{', 'the body: '],
  ['a media type', '"text/csv":', '"text/tab":', 'text/csv is not documented'],
  ['a required parameter', '"required":true', '"required":false', '400 in place of 200'],
  ['a value of an enum', '"enum":["minutely",', '"enum":["secondly",', '400 in place of 200'],
])('a contract in which %s is wrong does not agree', async (_, from, to, expected) => {
  const trial = await open({});

  const { found } = await compare(
    trial,
    (document) => document.replaceAll(from, to),
    400,
    expected,
  );

  expect(found.join('\n')).toContain(expected);
});

interface Trial extends Gateway {
  /** A key, and one of the same rights that may send no request any more. */
  readonly trialKeys: { readonly good: string; readonly spent: string };
}

async function open(caller: Partial<Caller>): Promise<Trial> {
  const limiter = new MemoryRateLimiter();
  const limits = { requestsPerMinute: 1e9, refusalsPerMinute: 1e9, countCached: true };
  const server = await gateway({ rows: ROWS, rateLimit: { limiter, ...limits } });
  const good = server.keys.add(caller);
  const spent = server.keys.add({ ...caller, requestsPerMinute: 0 });
  return { ...server, trialKeys: { good, spent } };
}

/** Sends requests made from a changed contract, and says where the answers differ from it; ends at an expected difference. */
async function compare(
  server: Trial,
  change: (document: string) => string,
  numRuns: number,
  expected?: string,
): Promise<{ readonly found: readonly string[]; readonly statuses: ReadonlySet<number> }> {
  const { good } = server.trialKeys;
  const { body } = await server.app.inject({
    url: '/openapi.json',
    headers: { 'x-api-key': good },
  });
  const contract = new Contract(JSON.parse(change(body)));
  const requests = fc.oneof(
    ...contract.operations.map((operation) => requestsTo(operation, server.trialKeys)),
  );
  const found: string[] = [];
  const statuses = new Set<number>();
  for (const request of fc.sample(requests, { numRuns, ...SEED })) {
    const answer = await send(server, request);
    statuses.add(answer.statusCode);
    const { method, payload = '', url } = request;
    for (const one of disagreements(contract, request, answer)) {
      found.push(`${method} ${url} ${payload}: ${one}`);
    }
    if (expected !== undefined && found.at(-1)?.includes(expected)) break;
  }
  return { found, statuses };
}

async function send({ app }: Gateway, { headers, method, payload, url }: GeneratedRequest) {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  const { rawPayload, statusCode } = answer;
  return { statusCode, headers: answer.headers, rawPayload, body: textOf(answer) };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function textOf({ headers, rawPayload }: LightMyRequestResponse): string {
  const decode = rawPayload.length > 0 && DECODERS[String(headers['content-encoding'])];
  return (decode ? decode(rawPayload) : rawPayload).toString();
}
