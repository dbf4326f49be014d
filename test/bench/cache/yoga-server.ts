/** GraphQL Yoga with its response cache, on our schema and the same rows. */
import { createServer } from 'node:http';
import { createInMemoryCache, useResponseCache } from '@graphql-yoga/plugin-response-cache';
import { createYoga } from 'graphql-yoga';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { Runner } from '../../../src/execution/runner.ts';
import type { Context } from '../../../src/graphql/operation/context.ts';
import { createOperation } from '../../../src/graphql/operation/create-operation.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { RunRecord } from '../../../src/server/run-record.ts';
import { EngineSource } from '../../../src/sources/source.ts';
import { PROJECT } from '../../support/project.ts';
import { ROWS } from './question.ts';
import { tellReady } from './ready.ts';

const key = 'fsk_yoga';
const caller = {
  keyId: 'yoga',
  name: 'yoga',
  endpoints: undefined,
  pins: new Map<string, string>(),
  redact: false,
  sandbox: false,
};
const callers = new Map([[key, caller]]);
const registry = new Registry(prepareEndpoints(PROJECT));
const clock = () => BigInt(Date.now()) * 1_000n;
const engine = {
  run: async () => ({ rows: ROWS, truncated: false, bytesBilled: 0 }),
  checkRoom: () => {},
  usage: () => ({ queues: {}, isBreakerOpen: false }),
  check: async () => ({ notes: 0, isAnswering: true }),
  close: async () => {},
};
const runner = new Runner(new EngineSource(engine, clock), { dataSource: 'scripted' });

const yoga = createYoga<object, Context>({
  schema: createSchema(registry.endpoints),
  graphiql: false,
  landingPage: false,
  cors: false,
  logging: false,
  plugins: [
    useResponseCache({
      session: (request) => request.headers.get('x-api-key'),
      // All of a thousand questions are kept.
      cache: createInMemoryCache({ max: 2_000 }),
    }),
  ],
  context: ({ request }) => {
    const known = callers.get(request.headers.get('x-api-key') ?? '');
    if (!known) throw new Error('Unknown key');
    return {
      caller: known,
      registry,
      redact: false,
      unreadable: undefined,
      requestId: '',
      ...createOperation(runner, {
        now: clock(),
        signal: request.signal,
        admit: undefined,
        record: new RunRecord('graphql'),
      }),
    };
  },
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => tellReady(server, key));
