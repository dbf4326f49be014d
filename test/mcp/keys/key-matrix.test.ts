import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { KeyStore } from '../../../src/auth/keys/key-store.ts';
import type { EngineQuery } from '../../../src/engines/engine.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import type { GatewayOptions } from '../../support/gateway.ts';
import { REVISIONS } from '../../support/mcp-call.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type MatrixKey, writeKeyMatrix } from './key-matrix.ts';
import { type Matrix, OWN, shopMatrix } from './matrices.ts';
import {
  type Call,
  endpointFields,
  toolNames,
  type Verdict,
  verdictOfGraphql,
  verdictOfTool,
} from './verdicts.ts';

const KEYS = 200;

const TIME_LIMIT = 600_000;

/** What both interfaces made of a call. */
interface Comparison {
  readonly key: MatrixKey;
  readonly call: Call;
  readonly isListed: boolean;
  readonly tool: Verdict;
  readonly graphql: Verdict;
}

/** Calls everything with every key through both interfaces, each of a gateway of its own. */
async function compare({ callsOf, choices, endpoints, open }: Matrix) {
  const file = join(temporaryFolder(), 'keys.json');
  const keys = await writeKeyMatrix(file, KEYS, choices);
  const authenticator = new KeyStore({ file, onError: () => {} });
  onTestFinished(() => authenticator.close());
  const openOne = () => open({ authenticator, rateLimit: rateLimit() });
  const [ofTools, ofGraphql] = [await openOne(), await openOne()];
  const schema = createSchema(endpoints);
  const compared: Comparison[] = [];
  const lists: { readonly tools: readonly string[]; readonly fields: readonly string[] }[] = [];
  for (const [index, key] of keys.entries()) {
    const [tools, fields] = await Promise.all([
      toolNames(ofTools, key.secret),
      endpointFields(ofGraphql, key.secret),
    ]);
    lists.push({ tools, fields });
    for (const call of callsOf(index)) {
      const [tool, graphql] = await Promise.all([
        verdictOfTool(ofTools, key.secret, call, REVISIONS[index % 3] ?? REVISIONS[0]),
        verdictOfGraphql(ofGraphql, schema, key.secret, call),
      ]);
      compared.push({ key, call, isListed: isListed(call, tools), tool, graphql });
    }
  }
  return { compared, keys, lists, ofTools, ofGraphql };
}

/** Whether a key is told of the tool that is called, or whose cost is estimated. */
function isListed([tool, args]: Call, tools: readonly string[]): boolean {
  return tools.includes(tool === 'estimate' ? String(args['tool']) : tool);
}

/** Each gateway counts for itself, in one window for the whole test. */
function rateLimit(): NonNullable<GatewayOptions['rateLimit']> {
  return {
    limiter: new MemoryRateLimiter(86_400),
    requestsPerMinute: 1_000_000,
    refusalsPerMinute: 1_000_000,
    countCached: true,
  };
}

test.for([
  ["the repository's project", async () => OWN],
  ['the shop', shopMatrix],
] as const)(
  'what GraphQL refuses a key tools refuse it, and what it answers they answer: %s',
  { timeout: TIME_LIMIT },
  async ([, load]) => {
    const matrix = await load();
    const { compared, keys, lists, ofGraphql, ofTools } = await compare(matrix);

    const answered = compared.filter(({ graphql }) => graphql.code === undefined);
    expect(compared.filter(isDifferent).map(described)).toEqual([]);
    expect(compared.filter((one) => isForeign(one, matrix)).map(described)).toEqual([]);
    expect(compared.filter((one) => tellsHidden(one, matrix)).map(described)).toEqual([]);
    for (const { fields, tools } of lists) {
      const own = tools.filter((name) => !['describe', 'sandbox', 'estimate'].includes(name));
      expect(own).toEqual(fields);
    }
    const runs = ofTools.runs.flatMap(ownTermsOf);
    expect(runs).toEqual(ofGraphql.runs.flatMap(ownTermsOf));
    expect(runs.length).toBeGreaterThan(50);

    expect(keys.length).toBe(KEYS);
    expect(answered.length).toBeGreaterThan(500);
    expect(compared.length - answered.length).toBeGreaterThan(500);
    const codes = new Set(compared.map(({ tool }) => tool.code));
    for (const code of ['UNAUTHENTICATED', 'RATE_LIMITED', 'BAD_USER_INPUT', 'FORBIDDEN']) {
      expect(codes).toContain(code);
    }
  },
);

function isDifferent({ graphql, isListed, tool }: Comparison): boolean {
  const [left, right] = [codeOf(tool), codeOf(graphql)];
  // GraphQL validates a document before it knows whose it is.
  if (!isListed && left === 'FORBIDDEN' && right === 'BAD_USER_INPUT') return false;
  if (left !== right) return true;
  return !isDeepStrictEqual(tool.answer, graphql.answer);
}

/** GraphQL tells of endpoints that a key may not run, and its library has a code of its own for documents. */
function codeOf({ code }: Verdict): string | undefined {
  return code === undefined ? code : (CODES[code] ?? code);
}

const CODES: Readonly<Record<string, string>> = {
  ENDPOINT_NOT_FOUND: 'FORBIDDEN',
  GRAPHQL_VALIDATION_FAILED: 'BAD_USER_INPUT',
};

function isForeign({ key, tool }: Comparison, matrix: Matrix): boolean {
  return matrix.isForeign(key.grant.pins, JSON.stringify(tool));
}

/** Whether an error has something of the key, of its tenant or of stored SQL that the call did not send. */
function tellsHidden({ call, key, tool }: Comparison, { hidden, tenant }: Matrix): boolean {
  const sent = JSON.stringify(call);
  const { name, pins } = key.grant;
  const all = [...hidden, name, key.secret, ...(pins[tenant] === undefined ? [] : [pins[tenant]])];
  return all.some((text) => tool.message?.includes(text) && !sent.includes(text));
}

/** What a run may take, and whose it is, where nobody else's call is the same. */
function ownTermsOf(query: EngineQuery) {
  const { bounds, isCallersSql, limits, maxBytes, maxRows, parameters, purpose } = query;
  const { endpoint, keyId } = purpose;
  const values = [...parameters].map(([name, { value }]) => [name, value]);
  if (!values.some(([, value]) => `${value}`.startsWith('of-key-'))) return [];
  return [{ bounds, isCallersSql, limits, maxBytes, maxRows, values, endpoint, keyId }];
}

function described({ call, graphql, key, tool }: Comparison) {
  return { rights: key.grant, call, tool, graphql };
}
