import type { Guard } from '../../src/catalog/barrier/guarded-tree.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { coerceArguments } from '../../src/execution/arguments/arguments.ts';
import { planRun } from '../../src/execution/plan.ts';
import { PROJECT } from './project.ts';
import { testCaller } from './test-caller.ts';

/** A request to an endpoint. */
export interface PinnedQuestion {
  readonly name: string;
  readonly endpoint: string;
  readonly values: Readonly<Record<string, string>>;
  readonly sql?: string;
}

/** Returns what the engine is asked when a key that is pinned to a project sends a request. */
export function pinnedAsker({
  project,
  now,
  guard,
}: {
  readonly project: string;
  /** Microseconds since the epoch. */
  readonly now: bigint;
  readonly guard?: Guard;
}): (question: PinnedQuestion) => EngineQuery {
  const endpoints = prepareEndpoints(PROJECT, guard);
  const caller = testCaller({ pins: new Map([['project', project]]) });
  const settings = { dataSource: 'bench', staleIfErrorSeconds: 0 };
  return ({ endpoint: name, values, sql }) => {
    const endpoint = endpoints.find(({ definition }) => definition.name === name);
    if (!endpoint) throw new Error(`There is no endpoint "${name}"`);
    const coerced = coerceArguments(endpoint.definition, values, caller);
    const base = { endpoint, caller, arguments: values, redact: false, via: 'rest' } as const;
    const asked = { values: coerced, redact: false, page: undefined };
    return planRun({ ...base, sql }, asked, settings).queryAt({ now });
  };
}
