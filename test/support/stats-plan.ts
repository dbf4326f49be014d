import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { coerceArguments } from '../../src/execution/arguments/arguments.ts';
import { planRun } from '../../src/execution/plan.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import type { Plan } from '../../src/sources/source.ts';
import { PROJECT } from './project.ts';
import { testCaller } from './test-caller.ts';

const [PREPARED] = prepareEndpoints({
  endpoints: PROJECT.endpoints.filter(({ name }) => name === 'functions.invocation-stats'),
  tables: PROJECT.tables,
});

/** A question to `functions.invocation-stats`. */
export interface StatsQuestion {
  readonly functionId?: string;
  readonly project?: string;
  readonly interval?: string;
  /** Whether the key pins the project. */
  readonly isPinned?: boolean;
  readonly sql?: string;
}

/** The plan of a question to the endpoint whose requests can share a run. */
export function statsPlan({
  functionId,
  project = 'demo',
  interval = '1hr',
  isPinned = false,
  sql,
}: StatsQuestion): Plan {
  if (!PREPARED) throw new Error('There is no endpoint');
  const request: RunRequest = {
    endpoint: PREPARED,
    caller: testCaller({
      keyId: 'key',
      name: 'key',
      pins: new Map(isPinned ? [['project', project]] : []),
    }),
    arguments: { project, interval, function_id: functionId },
    sql,
    redact: false,
    via: 'graphql',
  };
  const values = coerceArguments(PREPARED.definition, request.arguments, request.caller);
  return planRun(
    request,
    { values, redact: false, page: undefined },
    { dataSource: 'test', staleIfErrorSeconds: 0 },
  );
}
