import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import type { ViewRequest } from '../../execution/paging/view-page.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { Context } from './context.ts';

/** A resolver's request to an endpoint. */
export interface EndpointRequest {
  readonly endpoint: PreparedEndpoint;
  /** By REST parameter name. */
  readonly raw: RawArguments;
  /** Value of the argument `redactPii`. */
  readonly redactPii: boolean | null | undefined;
  /** The selected columns; undefined for all. */
  readonly columns?: ReadonlySet<string>;
  /** The caller's own SELECT. */
  readonly sql?: string;
  /** A page of one view. */
  readonly view?: ViewRequest;
}

/** Runs an endpoint for an operation. */
export function runEndpoint(
  context: Context,
  { endpoint, raw, redactPii, columns, sql, view }: EndpointRequest,
): RunResult | Promise<RunResult> {
  const redact = context.redact || redactPii === true;
  return context.run({
    endpoint,
    caller: context.caller,
    arguments: raw,
    sql,
    ...(columns && { columns }),
    ...(view && { view }),
    redact,
    via: 'graphql',
    labels: context.labels,
  });
}
