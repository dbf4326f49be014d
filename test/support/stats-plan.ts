import { ENDPOINTS } from '../../src/endpoints/index.ts';
import { coerceArguments } from '../../src/run/arguments.ts';
import { parseIsoTimestamp } from '../../src/run/iso-timestamp.ts';
import { planRun } from '../../src/run/plan.ts';
import { prepareEndpoints } from '../../src/run/prepare.ts';
import type { RunRequest } from '../../src/run/runner.ts';
import type { Plan } from '../../src/run/source.ts';
import { readTables } from '../../src/tables.ts';

const [PREPARED] = prepareEndpoints(
  ENDPOINTS.filter(({ name }) => name === 'functions.invocation-stats'),
  readTables(),
);

/** A question to `functions.invocation-stats`. */
export interface StatsQuestion {
  readonly functionId?: string;
  readonly project?: string;
  readonly interval?: string;
  /** Whether the key pins the project. */
  readonly isPinned?: boolean;
  readonly now?: string;
  readonly sql?: string;
}

/** The plan of a question to the endpoint whose requests can share a run. */
export function statsPlan({
  functionId,
  project = 'demo',
  interval = '1hr',
  isPinned = false,
  now = '2026-07-01T12:34:56.789Z',
  sql,
}: StatsQuestion): Plan {
  const micros = parseIsoTimestamp(now);
  if (!PREPARED || micros === undefined)
    throw new Error(`There is no endpoint or no time "${now}"`);
  const request: RunRequest = {
    endpoint: PREPARED,
    caller: {
      keyId: 'key',
      name: 'key',
      endpoints: undefined,
      pins: new Map(isPinned ? [['project', project]] : []),
      redact: false,
      sandbox: true,
    },
    arguments: { project, interval, function_id: functionId },
    sql,
    redact: false,
    door: 'graphql',
    now: micros,
    signal: new AbortController().signal,
  };
  const values = coerceArguments(PREPARED.definition, request.arguments, request.caller);
  return planRun(request, values, { dataSource: 'test', staleIfErrorSeconds: 0 });
}
