import type { Caller } from '../../src/auth/caller.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { parseIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { coerceArguments } from '../../src/execution/arguments/arguments.ts';
import { planRun } from '../../src/execution/plan.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import { mapExpressions } from '../../src/googlesql/syntax/tree/visit.ts';
import { compiled } from '../support/compiled.ts';
import { PROJECT } from '../support/project.ts';

/** One question to a stored query. */
export interface StoredCase {
  readonly endpoint: string;
  readonly now: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** Whether the key pins the project. */
  readonly pinned?: boolean;
  /** Functions that are asked for in one run. */
  readonly members?: readonly string[];
}

/** A case with the reference's answer, as `test/endpoints/reference-goldens.json` keeps it. */
export interface StoredGolden extends StoredCase {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The committed answers. */
export const GOLDENS = new URL('./reference-goldens.json', import.meta.url);

const PROJECTS = ['alpha', 'beta', 'gamma-ß', 'nosuch'];
const NOW = '2026-07-01T10:05:30.5Z';
const FUNCTIONS = ['fn-hello', "it's", 'fn-mail', 'fn-ünï'];

/** Questions over the fixture rows, which lie between 09:58 and 10:20 on 2026-07-01. */
export const STORED_CASES: readonly StoredCase[] = PROJECTS.flatMap((project) => [
  ...['15min', '1hr', '1day', '7day'].map((interval) => ({
    endpoint: 'functions.invocation-stats',
    now: NOW,
    arguments: { project, interval },
  })),
  {
    endpoint: 'functions.invocation-stats',
    now: NOW,
    arguments: { project, interval: '1hr' },
    pinned: true,
  },
  ...[false, true].map((pinned) => ({
    endpoint: 'functions.invocation-stats',
    now: NOW,
    arguments: { project, interval: '15min', function_id: 'fn-hello' },
    pinned,
    members: FUNCTIONS,
  })),
  {
    endpoint: 'logs.all',
    now: '2026-07-01T10:30:00Z',
    arguments: { project, project_tier: 'FREE' },
  },
  {
    endpoint: 'logs.all',
    now: '2026-07-02T10:04:00Z',
    arguments: { project, project_tier: 'FREE', iso_timestamp_end: '2026-07-01T10:10:00Z' },
    pinned: true,
  },
  ...['minutely', 'hourly', 'daily'].map((interval) => ({
    endpoint: 'usage.api-counts',
    now: '2026-07-01T10:30:00Z',
    arguments: { project, interval },
  })),
  {
    endpoint: 'usage.api-counts',
    now: '2026-07-01T11:00:00Z',
    arguments: { project, interval: 'daily' },
    pinned: true,
  },
]);

const PREPARED = prepareEndpoints(PROJECT);

/** What the engine is asked for a case. */
export function engineQuery({
  endpoint: name,
  now,
  arguments: raw,
  pinned,
  members,
}: StoredCase): EngineQuery {
  const endpoint = PREPARED.find(({ definition }) => definition.name === name);
  const micros = parseIsoTimestamp(now);
  if (!endpoint || micros === undefined)
    throw new Error(`There is no endpoint "${name}" or no time "${now}"`);
  const pins = new Map(pinned ? [['project', raw['project'] ?? '']] : []);
  const caller: Caller = {
    keyId: 'k',
    name: 'k',
    endpoints: undefined,
    pins,
    redact: false,
    sandbox: true,
  };
  const request = {
    endpoint,
    caller,
    arguments: raw,
    sql: undefined,
    redact: false,
    via: 'rest' as const,
  };
  const values = coerceArguments(endpoint.definition, raw, caller);
  const settings = { dataSource: 'test', staleIfErrorSeconds: 0 };
  const plan = planRun(request, { values, redact: false, page: undefined }, settings);
  const query = plan.queryAt({ now: micros });
  if (!members) return query;
  const way = plan.mergeAt?.({ now: micros })?.ways[0];
  if (!way) throw new Error(`Requests to "${name}" cannot be merged`);
  return { ...query, statement: way.statement(), parameters: way.parametersFor(members) };
}

/** The GoogleSQL of a query for the reference, whose evaluator lacks APPROX_QUANTILES: NULL stands in its place. */
export function referenceSql({ statement }: EngineQuery): string {
  const tree = mapExpressions(compiled(statement).tree, (expression) =>
    expression.kind === 'subscript' &&
    expression.base.kind === 'call' &&
    expression.base.path[0]?.name === 'APPROX_QUANTILES'
      ? { kind: 'literal', type: 'NULL', value: '', at: expression.at }
      : expression,
  );
  return printQuery(tree);
}

/** The columns that cannot be compared with the reference. */
export function isApproximate(column: string): boolean {
  return column === 'p95_execution_time' || column === 'p99_execution_time';
}
