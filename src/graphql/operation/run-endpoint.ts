import type { RawArguments } from '../../execution/arguments/arguments.ts';
import type { RunRequest } from '../../execution/run-request.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { Context } from './context.ts';

/** A resolver's request to an endpoint. */
export interface EndpointRequest extends Pick<RunRequest, 'endpoint' | 'columns' | 'view'> {
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
  { endpoint, raw, redactPii, columns, sql, view }: EndpointRequest,
): RunResult | Promise<RunResult> {
  return context.run({
    endpoint,
    caller: context.caller,
    arguments: raw,
    sql,
    columns,
    view,
    redact: context.redact || redactPii === true,
    via: 'graphql',
    labels: context.labels,
  });
}
