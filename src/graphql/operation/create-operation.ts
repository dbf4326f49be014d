import DataLoader from 'dataloader';
import { FieldstoneError } from '../../errors.ts';
import type { RequestPlan } from '../../execution/plan.ts';
import type { RunRequest } from '../../execution/request.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { RequestRunner } from '../../execution/runner.ts';
import type { RunRecord } from '../../server/run-record.ts';
import type { MergePart } from '../../sources/batching/merging.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { Context, OperationOutcome } from './context.ts';

/** Options of `createOperation`, from the HTTP request. */
export interface OperationOptions {
  /** The operation's only clock reading, in microseconds since the epoch. */
  readonly now: bigint;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called before an engine run; throws if the key has reached its rate limit. */
  readonly admit: (() => void) | undefined;
  readonly record: RunRecord;
  /** Runs `ask` for one field. @default calls it */
  readonly observeField?: ObserveField | undefined;
}

/** Sees the request of one field from its call to its answer. */
export type ObserveField = (
  request: RunRequest,
  ask: () => RunResult | Promise<RunResult>,
) => RunResult | Promise<RunResult>;

/** Creates `run` and `outcome` of one operation's context; equal requests share one run. */
export function createOperation(
  runner: RequestRunner,
  { admit, record, observeField, ...options }: OperationOptions,
): Pick<Context, 'run' | 'outcome' | 'record'> {
  const outcome: OperationOutcome = {
    results: [],
    runs: [],
    hasMisses: false,
    hasErrors: false,
    errorCode: undefined,
  };
  const statements = new RunCount();
  const runOnce = runsOnce(async (plan) => {
    admit?.();
    const result = await runner.run(plan, options);
    outcome.runs.push(result);
    return result;
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
  const ask = (request: RunRequest) => {
    record.request(request.endpoint.definition.name, request.sql);
    const onCompile = () => statements.add(statementOf(request));
    const plan = runner.plan(request, { signal: options.signal, onCompile });
    if (!(plan instanceof Promise)) return answer(plan);
    outcome.hasMisses = true;
    return plan.then(answer);
  };
  const run = observeField
    ? (request: RunRequest) => observeField(request, () => ask(request))
    : ask;
  return { run, outcome, record };
}

/** Engine runs per operation; shared runs count once, cached answers not at all. */
export const MAX_RUNS = 20;

/** A shared instance: GraphQL formats the stack of every error it receives. */
const TOO_MANY_RUNS = new FieldstoneError(
  'BAD_USER_INPUT',
  `This operation needs more than ${MAX_RUNS} runs of the engine, the most allowed; ask for the rest in another`,
);

/** Runs equal plans once, with DataLoader; only the first caller's result shows the bytes billed. */
function runsOnce(
  run: (plan: RequestPlan) => Promise<RunResult>,
  now: bigint,
): (plan: RequestPlan) => Promise<RunResult> {
  const runs = new RunCount();
  const requested = new Set<string>();
  const loader = new DataLoader<RequestPlan, RunResult, string>(
    async (plans) => (await Promise.allSettled(plans.map(run))).map(valueOrError),
    { cacheKeyFn: nameOf },
  );
  return async (plan) => {
    runs.add(plan.key, plan.mergeAt?.({ now }));
    const isFirst = !requested.has(nameOf(plan));
    requested.add(nameOf(plan));
    const result = await loader.load(plan);
    return isFirst ? result : collapsed(result);
  };
}

/** Counts distinct runs of an operation; throws beyond the limit. */
class RunCount {
  readonly #runs = new Set<string>();
  /** The groups of each family over each of its parameters: its runs are those of the parameter with the fewest. */
  readonly #families = new Map<string, readonly Set<string>[]>();

  add(run: string, merge?: MergePart): void {
    const sets = merge ? this.#familyOf(merge) : [this.#runs];
    const names = merge ? merge.ways.map(({ groupKey }) => groupKey) : [run];
    const added = sets.filter((set, i) => !set.has(names[i] ?? run));
    for (const [i, set] of sets.entries()) set.add(names[i] ?? run);
    if (this.#count() <= MAX_RUNS) return;
    for (const [i, set] of sets.entries()) if (added.includes(set)) set.delete(names[i] ?? run);
    throw TOO_MANY_RUNS;
  }

  #familyOf({ familyKey, ways }: MergePart): readonly Set<string>[] {
    return getOrInsertComputed(this.#families, familyKey, () => ways.map(() => new Set<string>()));
  }

  #count(): number {
    const families = [...this.#families.values()];
    const fewest = families.map((sets) => Math.min(...sets.map(({ size }) => size)));
    return fewest.reduce((sum, size) => sum + size, this.#runs.size);
  }
}

/** Identifies SQL to compile, which has no plan key yet. */
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

/** DataLoader expects failures as `Error` values, so that one does not fail the batch. */
function valueOrError(settled: PromiseSettledResult<RunResult>): RunResult | Error {
  if (settled.status === 'fulfilled') return settled.value;
  const { reason } = settled;
  return reason instanceof Error ? reason : new Error(String(reason));
}
