import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../../support/bigquery/server.ts';
import { fixtureStore } from '../../../support/fixture-store.ts';
import { type Gateway, type GatewayOptions, gateway } from '../../../support/gateway.ts';
import { openLevelUp } from '../../../support/redis-level.ts';
import { hasRedisServer, RedisServer } from '../../../support/redis-server.ts';
import { openEngine } from '../open-engine.ts';
import type { Situation } from './rig.ts';

const CALLERS = 1_000;
const FUNCTIONS = 20;

async function openServer(): Promise<BigQueryServer> {
  return openBigQueryServer({ store: await fixtureStore(), requirePartitionFilter: true });
}

function openGateway({ url }: BigQueryServer, options: GatewayOptions = {}): Promise<Gateway> {
  return gateway({ ...options, openEngine: async () => openEngine(url) });
}

const REPLICAS: Situation = {
  name: `${CALLERS} cold callers of one question, two replicas`,
  expected: `${CALLERS} equal answers`,
  isLong: true,
  jobs: 1,
  try: async () => {
    const redis = await RedisServer.start();
    const server = await openServer();
    const first = await openLevelUp(redis.url);
    const second = await openLevelUp(redis.url, { namespace: first.namespace });
    const gateways = await Promise.all([
      openGateway(server, { replicas: first }),
      openGateway(server, { replicas: second }),
    ]);
    const question = { project: 'alpha', interval: 'hourly' };
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, i) =>
        gateways[i % 2]?.rest('usage.api-counts', question),
      ),
    );
    const right = answers.filter((answer) => answer?.status === 200);
    const kinds = new Set(right.map((answer) => JSON.stringify(answer?.body)));
    return { seen: `${right.length} ${kinds.size === 1 ? 'equal' : 'different'} answers`, server };
  },
};

const ALIASES: Situation = {
  name: `${FUNCTIONS} aliases for ${FUNCTIONS} functions`,
  expected: `${FUNCTIONS} answers`,
  jobs: 1,
  try: async () => {
    const server = await openServer();
    const batching = { windowMs: 60_000, maxMembers: FUNCTIONS };
    const { graphql } = await openGateway(server, { batching });
    const fields = Array.from(
      { length: FUNCTIONS },
      (_, i) =>
        `f${i}: functionsInvocationStats(project: "alpha", interval: FIVE_MINUTES, functionId: "f${i}") { rows { count } }`,
    );
    const { data } = await graphql<object>(`{ ${fields.join('\n')} }`);
    return { seen: `${Object.keys(data).length} answers`, server };
  },
};

/** Many who ask at once. */
export const MANY: readonly Situation[] = [...(hasRedisServer ? [REPLICAS] : []), ALIASES];
