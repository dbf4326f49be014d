import { parse as parseCsv } from 'csv-parse/sync';
import type { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { camelCase } from '../../src/project/names.ts';
import { openShop } from '../examples/shop/open-shop.ts';
import { REQUESTS } from '../examples/shop/requests.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { graphqlAnswer } from '../support/graphql-answer.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { type CallAnswer, CLIENTS, mcpClient } from '../support/mcp-clients.ts';
import { PROJECT } from '../support/project.ts';

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00.000001Z', id: 'a', message: 'from 203.0.113.9, "ana"' }),
    {
      timestamp: '2026-07-01T11:58:00Z',
      id: null,
      event_message: null,
      project: 'demo',
      metadata: [
        { request: [{ url: 'https://demo', path: '/auth', cf: [{ asn: '9007199254740993' }] }] },
        { request: [], response: [{ status_code: 500, headers: [{ cf_ray: '2001:db8::1' }] }] },
      ],
    },
  ],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:57:00Z', ms: 7 })],
};

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const CALLS: readonly Call[] = [
  ['logsAll', { project: 'demo', projectTier: 'PRO' }],
  ['logsAll', { project: 'demo', projectTier: 'FREE', redactPii: true }],
  [
    'logsAll',
    { project: 'demo', projectTier: 'ENTERPRISE', isoTimestampStart: '2026-07-01T11:58:30Z' },
  ],
  ['usageApiCounts', { project: 'demo', interval: 'HOURLY' }],
  ['functionsInvocationStats', { project: 'demo', interval: 'ONE_DAY', functionId: 'x' }],
];

test('each client gets of each tool of our project what GraphQL answers', async () => {
  const own = await gateway({ rows: ROWS });
  const schema = createSchema(prepareEndpoints(PROJECT));
  await compareTools(own, schema, CALLS, ['describe', 'sandbox', 'estimate']);
});

test('each client gets of each tool of the shop what GraphQL answers', async () => {
  const shop = await openShop();
  const calls = shop.endpoints.flatMap(({ definition: { field, name } }) => {
    const own = REQUESTS.filter(({ endpoint }) => endpoint === name);
    const sizes = own.map((request) => Object.keys(request.arguments).length);
    const ends = [sizes.indexOf(Math.min(...sizes)), sizes.indexOf(Math.max(...sizes))];
    return [...new Set(ends)].map((at) => [field, argumentsOf(own[at]?.arguments ?? {})] as const);
  });
  await compareTools(shop, createSchema(shop.endpoints), calls, ['estimate']);
});

function argumentsOf(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [camelCase(key), value]));
}

/** Calls the tools of a gateway with each client, and compares the answers with those of GraphQL. */
async function compareTools(
  own: Gateway,
  schema: GraphQLSchema,
  calls: readonly Call[],
  others: readonly string[],
): Promise<void> {
  const url = `http://127.0.0.1:${await listen(own.app)}/mcp?maxChars=0`;
  const expected = await Promise.all(
    calls.map(([tool, args]) => graphqlAnswer(own, schema, tool, args)),
  );
  for (const name of CLIENTS) {
    const client = await mcpClient(name, url, own.key);
    const listed = (await client.tools()).map((tool) => tool.name);
    const called = new Set(calls.map(([tool]) => tool));
    expect(listed.toSorted()).toEqual([...called, ...others].toSorted());
    for (const [index, [tool, args]] of calls.entries()) {
      const answer = await client.call(tool, args);
      expect(answer.isError, `${tool} ${answer.content[0]?.text}`).toBeFalsy();
      expect(withoutStatus(answer.structuredContent)).toEqual(withoutStatus(expected[index]));
      expect(csvOf(answer)).toEqual(cellsOf(answer));
    }
  }
}

/** The cells of the text of an answer, the header first. */
function csvOf({ content }: CallAnswer): readonly (readonly string[])[] {
  return parseCsv(content[0]?.text ?? '');
}

/** The cells that the text of an answer should have, if there are any rows. */
function cellsOf({ content, structuredContent }: CallAnswer): readonly (readonly string[])[] {
  const { row, rows = row ? [row] : [] } = structuredContent as {
    readonly row?: Readonly<Record<string, unknown>> | null;
    readonly rows?: readonly Readonly<Record<string, unknown>>[];
  };
  const header = content[0]?.text?.split('\r\n')[0]?.split(',') ?? [];
  const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return [
    header,
    ...rows.map((one) => Object.values(one).map((value) => (value === null ? '' : cell(value)))),
  ];
}

/** Whether rows were cached depends on who asks first. */
function withoutStatus(answer: Readonly<Record<string, unknown>> = {}) {
  const { cacheStatus, ...meta } = answer['meta'] as Readonly<Record<string, unknown>>;
  return { ...answer, meta };
}
