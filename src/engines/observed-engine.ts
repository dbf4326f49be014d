import { FieldstoneError } from '../errors.ts';
import type { Engine, EngineResult, QueryPurpose } from './engine.ts';
import { withRun } from './wrapped-engine.ts';

/** A run that has ended. */
export interface ObservedRun {
  readonly purpose: QueryPurpose;
  /** `OK`, an error code, or `ABORTED` if no caller was waiting any more. */
  readonly outcome: string;
  /** Since the query left the queue, in milliseconds; 0 if it never did. */
  readonly runMs: number;
  /** Undefined unless the run succeeded. */
  readonly result: EngineResult | undefined;
}

/** What is told of an engine's runs. */
export interface RunObserver {
  ran(run: ObservedRun): void;
  /** Once for every job, with 0 where nothing is billed; after `ran` if the run ended before its job. */
  billed(purpose: QueryPurpose, bytes: number): void;
  estimated(purpose: QueryPurpose, bytes: number): void;
  /** Once for every job where slots are paid for; it may come after `ran`. */
  slotTime(purpose: QueryPurpose, ms: number): void;
}

/** An engine that tells of each run. */
export function observedEngine(engine: Engine, observer: RunObserver): Engine {
  return withRun(engine, async (query, run) => {
    const { purpose } = query;
    let startedAt: number | undefined;
    let isBilled = false;
    const onBilled = (bytes: number) => {
      isBilled = true;
      observer.billed(purpose, bytes);
    };
    const report = (outcome: string, result?: EngineResult) => {
      const runMs = startedAt === undefined ? 0 : performance.now() - startedAt;
      observer.ran({ purpose, outcome, runMs, result });
    };
    try {
      const result = await engine.run(query, {
        ...run,
        onStart: () => {
          startedAt = performance.now();
          run.onStart?.();
        },
        onBilled,
        onEstimated: (bytes) => observer.estimated(purpose, bytes),
        onSlotTime: (ms) => observer.slotTime(purpose, ms),
      });
      if (!isBilled) onBilled(result.bytesBilled);
      report('OK', result);
      return result;
    } catch (error) {
      report(outcomeOf(error, run.signal));
      throw error;
    }
  });
}

function outcomeOf(error: unknown, { aborted }: AbortSignal): string {
  if (error instanceof FieldstoneError) return error.code;
  return aborted ? 'ABORTED' : 'INTERNAL';
}
