import { createHash } from 'node:crypto';
import type { Lifetime } from '../../src/cache/lifetime.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import type { Plan } from '../../src/sources/source.ts';

/** As the endpoints that keep their rows: fresh for 15 minutes, refreshed every five. */
export const LIFETIME: Lifetime = {
  freshSeconds: 900,
  warmSeconds: 300,
  revalidateSeconds: 300,
  errorSeconds: 3_600,
};

/** What test plans ask of an engine. */
export function testQuery(): EngineQuery {
  return {
    // No engine sees it.
    statement: undefined as unknown as EngineQuery['statement'],
    parameters: new Map(),
    maxRows: 1_000,
    isCallersSql: false,
    purpose: { endpoint: 'test', keyId: 'key', via: 'rest' },
  };
}

/** A plan for sources that do not run its statement; its rows have one INT64 column. */
export function testPlan(identity: string, overrides: Partial<Plan> = {}): Plan {
  return {
    key: createHash('sha256').update(identity).digest('hex'),
    identity,
    statement: testQuery().statement,
    columns: [{ name: 'n', type: SCALARS.INT64 }],
    lifetime: LIFETIME,
    share: 'stored',
    queryAt: testQuery,
    termsAt: overrides.queryAt ?? testQuery,
    ...overrides,
  };
}
