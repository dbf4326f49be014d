import type { Caller } from '../../auth/caller.ts';
import type { Registry } from '../../catalog/registry.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import type { RunRequest } from '../../execution/request.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { JobLabels } from '../../request/job-labels.ts';
import type { RunRecord } from '../../server/run-record.ts';

/** The GraphQL context: state shared by all resolvers of one operation. */
export interface Context {
  readonly requestId: string;
  /** Undefined if requests are not traced. */
  readonly traceId?: string | undefined;
  readonly caller: Caller;
  readonly registry: Registry;
  /** Whether the request's headers ask for redaction. */
  readonly redact: boolean;
  /** Labels for the jobs of the operation. */
  readonly labels?: JobLabels | undefined;
  /** Why the body must not be parsed, as a sentence; undefined if it may be. */
  readonly unreadable: string | undefined;
  /** Runs a request, synchronously for cached rows; equal requests of one operation run once. */
  run(request: RunRequest): RunResult | Promise<RunResult>;
  readonly outcome: OperationOutcome;
  /** For the request's log line and the metrics. */
  readonly record: RunRecord;
}

/** What an operation did: whether the microcache may store its answer, and what it took. */
export interface OperationOutcome {
  /** The results that came from the cache. */
  readonly results: RunResult[];
  /** The results that did not. */
  readonly runs: RunResult[];
  /** Whether it caused an engine run or compiled SQL. */
  hasMisses: boolean;
  hasErrors: boolean;
  /** The code of the first error. */
  errorCode: string | undefined;
}

/** A resolver's request to an endpoint. */
export interface EndpointRequest
  extends Pick<RunRequest, 'endpoint' | 'columns' | 'shape' | 'view'> {
  /** By REST parameter name. */
  readonly raw: RawArguments;
  /** Value of the argument `redactPii`. */
  readonly redactPii: boolean | null | undefined;
  /** The caller's own SELECT. */
  readonly sql?: string;
}

/** Runs an endpoint for an operation. */
export function runEndpoint(
  context: Context,
  { endpoint, raw, redactPii, columns, shape, sql, view }: EndpointRequest,
): RunResult | Promise<RunResult> {
  return context.run({
    endpoint,
    caller: context.caller,
    arguments: raw,
    sql,
    columns,
    shape,
    view,
    redact: context.redact || redactPii === true,
    via: 'graphql',
    labels: context.labels,
  });
}
