import DataLoader from 'dataloader';
import type { Caller } from '../../auth/caller.ts';
import type { Registry } from '../../catalog/registry.ts';
import { FieldstoneError } from '../../errors.ts';
import { needsCompiling } from '../../execution/plan.ts';
import type { RunRequest } from '../../execution/run-request.ts';
import type { PlannedRun, Runner, RunResult } from '../../execution/runner.ts';

/** What every resolver of one operation shares. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly registry: Registry;
  /** Whether the request's headers ask for redaction. */
  readonly redact: boolean;
  /** The operation's one clock reading, in microseconds since the epoch. */
  readonly now: bigint;
  /** What is wrong with the body, as a sentence, where it is not to be read at all. */
  readonly unreadable: string | undefined;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Called before a field causes a run; rejects where the key may cause no more. */
  readonly admit?: (() => Promise<void>) | undefined;
  /** Runs a request; the same question twice in one operation runs once. */
  run(request: RunRequest): RunResult | Promise<RunResult>;
  readonly outcome: OperationOutcome;
}

/** What an operation has come to, for whoever keeps its answer. */
export interface OperationOutcome {
  /** The cached results that it read. */
  readonly results: RunResult[];
  /** Whether it had to wait for other results. */
  hasMisses: boolean;
  hasErrors: boolean;
}

/** Engine runs that one operation may cause, those that share a run counted once, and kept answers not at all. */
const MAX_RUNS = 20;

/** Runs requests so that equal ones meet, for the length of one operation. */
export function createOperation(runner: Runner): Pick<Context, 'run' | 'outcome'> {
  const outcome: OperationOutcome = { results: [], hasMisses: false, hasErrors: false };
  const asked = new Set<string>();
  const runs = new RunCount();
  const compiled = new RunCount();
  const finish = async (planned: PlannedRun) => {
    if (runner.needsRun(planned)) runs.add(planned.plan.merge?.groupKey ?? planned.plan.key);
    return runner.finish(planned);
  };
  const loader = new DataLoader<PlannedRun, RunResult, string>(
    (planned) => Promise.all(planned.map((run) => settle(finish(run)))),
    { cacheKeyFn: keyOf },
  );
  const load = async (planned: PlannedRun) => {
    const isFirst = !asked.has(keyOf(planned));
    asked.add(keyOf(planned));
    const result = await loader.load(planned);
    return isFirst ? result : collapsed(result);
  };
  const answer = (planned: PlannedRun) => {
    const kept = runner.peek(planned);
    if (kept) {
      outcome.results.push(kept);
      return kept;
    }
    // Not a hit: the answer of the operation is not kept.
    outcome.hasMisses = true;
    return load(planned);
  };
  const compileFirst = async (request: RunRequest) => {
    compiled.add(questionOf(request));
    return answer(await runner.planFairly(request));
  };
  const run: Context['run'] = (request) => {
    if (!needsCompiling(request)) return answer(runner.plan(request));
    outcome.hasMisses = true;
    return compileFirst(request);
  };
  return { run, outcome };
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
function questionOf({ arguments: values, endpoint, sql }: RunRequest): string {
  const spell = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  return JSON.stringify([endpoint.definition.name, values, sql], spell);
}

function keyOf({ plan, redact }: PlannedRun): string {
  return `${plan.key} ${redact}`;
}

/** Only the first pays for a run: the sum over all answers is the bill. */
function collapsed(result: RunResult): RunResult {
  const { cacheStatus } = result;
  if (cacheStatus !== 'MISS' && cacheStatus !== 'BYPASS') return result;
  return { ...result, cacheStatus: 'COLLAPSED', bytesBilled: 0 };
}

/** DataLoader wants failures as values, so that one does not fail the batch. */
async function settle(result: Promise<RunResult>): Promise<RunResult | Error> {
  return result.catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}
