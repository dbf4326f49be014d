import DataLoader from 'dataloader';
import { FieldstoneError } from '../../errors.ts';
import type { RequestPlan } from '../../execution/plan.ts';
import type { RunRequest } from '../../execution/run-request.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { Runner } from '../../execution/runner.ts';
import type { Context, OperationOutcome } from './context.ts';

/** What an operation knows of its HTTP request. */
export interface OperationOptions {
  /** The operation's one clock reading, in microseconds since the epoch. */
  readonly now: bigint;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Called before a run is caused; rejects where the key may cause no more. */
  readonly admit: (() => Promise<void>) | undefined;
}

/** Runs requests so that equal ones meet, for the length of one operation. */
export function createOperation(
  runner: Runner,
  { admit, ...options }: OperationOptions,
): Pick<Context, 'run' | 'outcome'> {
  const outcome: OperationOutcome = { results: [], hasMisses: false, hasErrors: false };
  const statements = new RunCount();
  const runOnce = runsOnce(async (plan) => {
    await admit?.();
    return runner.run(plan, options);
  }, options.now);
  const answer = (plan: RequestPlan) => {
    if (!runner.peek(plan)) {
      outcome.hasMisses = true;
      return runOnce(plan);
    }
    const result = runner.run(plan, options);
    return result instanceof Promise ? result.then(keep) : keep(result);
  };
  const keep = (result: RunResult) => {
    outcome.results.push(result);
    return result;
  };
  const run = (request: RunRequest) => {
    const onCompile = () => statements.add(statementOf(request));
    const plan = runner.plan(request, { signal: options.signal, onCompile });
    if (!(plan instanceof Promise)) return answer(plan);
    outcome.hasMisses = true;
    return plan.then(answer);
  };
  return { run, outcome };
}

/** Engine runs that one operation may cause, those that share a run counted once, and kept answers not at all. */
const MAX_RUNS = 20;

/** Runs equal plans once; only the first of them is billed. */
function runsOnce(
  run: (plan: RequestPlan) => Promise<RunResult>,
  now: bigint,
): (plan: RequestPlan) => Promise<RunResult> {
  const runs = new RunCount();
  const asked = new Set<string>();
  const loader = new DataLoader<RequestPlan, RunResult, string>(
    async (plans) => (await Promise.allSettled(plans.map(run))).map(valueOrError),
    { cacheKeyFn: nameOf },
  );
  return async (plan) => {
    runs.add(plan.mergeAt?.({ now })?.groupKey ?? plan.key);
    const isFirst = !asked.has(nameOf(plan));
    asked.add(nameOf(plan));
    const result = await loader.load(plan);
    return isFirst ? result : collapsed(result);
  };
}

/** Counts the different runs of an operation, and refuses those past the limit. */
class RunCount {
  readonly #runs = new Set<string>();

  add(run: string): void {
    this.#runs.add(run);
    if (this.#runs.size <= MAX_RUNS) return;
    this.#runs.delete(run);
    const message = `This operation needs more than ${MAX_RUNS} runs of the engine, the most allowed; ask for the rest in another`;
    throw new FieldstoneError('BAD_USER_INPUT', message);
  }
}

/** Tells apart what is not compiled yet, and so has no plan. */
function statementOf({ arguments: values, endpoint, sql }: RunRequest): string {
  const spell = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  return JSON.stringify([endpoint.definition.name, values, sql], spell);
}

function nameOf({ key, redact }: RequestPlan): string {
  return `${key} ${redact}`;
}

function collapsed(result: RunResult): RunResult {
  const { cacheStatus } = result;
  if (cacheStatus !== 'MISS' && cacheStatus !== 'BYPASS') return result;
  return { ...result, cacheStatus: 'COLLAPSED', bytesBilled: 0 };
}

/** DataLoader takes failures as values, so that one does not fail the batch. */
function valueOrError(settled: PromiseSettledResult<RunResult>): RunResult | Error {
  if (settled.status === 'fulfilled') return settled.value;
  const { reason } = settled;
  return reason instanceof Error ? reason : new Error(String(reason));
}
