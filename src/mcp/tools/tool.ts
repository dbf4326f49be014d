import type { Caller } from '../../auth/caller.ts';
import type { Registry } from '../../catalog/registry.ts';
import type { PriceOf } from '../../execution/estimated-cost.ts';
import type { RunRequest } from '../../execution/request.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { RequestRunner } from '../../execution/runner.ts';
import type { JobLabels } from '../../request/job-labels.ts';
import type { RunRecord } from '../../server/run-record.ts';
import type { RunOptions } from '../../sources/source.ts';
import type { ToolAnswer } from './answer.ts';
import type { SentArguments } from './arguments.ts';
import type { ObjectSchema } from './schema.ts';

/** A tool as `tools/list` describes it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: { readonly readOnlyHint: true };
}

/** A tool for one key. */
export interface Tool {
  readonly name: string;
  /** The description of the tool; making it takes some 50 µs. */
  describe(): ToolDescription;
  /** Rejects with a `FieldstoneError` that the client may see. */
  call(sent: SentArguments, context: ToolContext): Promise<ToolAnswer>;
}

/** What a call runs on, and for whom. */
export interface ToolContext {
  readonly registry: Registry;
  readonly runner: RequestRunner;
  readonly caller: Caller;
  /** Whether the request's headers ask for redaction. */
  readonly redact: boolean;
  /** Labels for the jobs of the call. */
  readonly labels: JobLabels | undefined;
  /** The bound of an answer's JSON, in characters; 0: none. */
  readonly maxChars: number;
  readonly run: RunOptions;
  /** Called before an engine run; throws if the key has reached its rate limit. */
  readonly admit: (() => void) | undefined;
  /** For the request's log line and the metrics; undefined where there are none. */
  readonly record: RunRecord | undefined;
  /** What bytes cost in US dollars; undefined where slots are paid for instead. */
  readonly priceOf: PriceOf;
  /** Receives the results of the call. */
  readonly results: RunResult[];
}

/** The annotations of all tools: stored queries and callers' own SELECTs change nothing. */
export const ANNOTATIONS = { readOnlyHint: true } as const;

/** What a tool wants to run. */
export type ToolRun = Pick<RunRequest, 'endpoint' | 'arguments' | 'shape' | 'sql'> & {
  /** Value of the argument `redactPii`. */
  readonly redactPii: boolean;
};

/** Runs an endpoint for a call. */
export async function runTool(context: ToolContext, wanted: ToolRun): Promise<RunResult> {
  const { admit, record, results, run, runner } = context;
  const request = requestOf(context, wanted);
  record?.request(request.endpoint.definition.name, request.sql);
  const plan = await runner.plan(request, { signal: run.signal });
  if (admit && !runner.peek(plan)) admit();
  const result = await runner.run(plan, run);
  results.push(result);
  return result;
}

/** The request to an endpoint that a call is. */
export function requestOf(
  { caller, labels, redact }: ToolContext,
  { redactPii, ...request }: ToolRun,
): RunRequest {
  return { ...request, caller, labels, redact: redact || redactPii, via: 'mcp' };
}
