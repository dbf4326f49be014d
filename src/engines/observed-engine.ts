import { FieldstoneError } from '../errors.ts';
import type {
  Engine,
  EngineHealth,
  EngineQuery,
  EngineResult,
  EngineRun,
  EngineUsage,
  SlotQuery,
  Via,
} from './engine.ts';

/** A run that has ended. */
export interface ObservedRun {
  readonly endpoint: string;
  readonly via: Via;
  /** `OK`, an error code, or `ABORTED` if no caller was waiting any more. */
  readonly outcome: string;
  /** Since the query left the queue, in milliseconds; 0 if it never did. */
  readonly runMs: number;
  /** Undefined unless the run succeeded. */
  readonly result: EngineResult | undefined;
}

/** An engine that reports each run. */
export class ObservedEngine implements Engine {
  readonly #engine: Engine;
  readonly #onRun: (run: ObservedRun) => void;

  constructor(engine: Engine, onRun: (run: ObservedRun) => void) {
    this.#engine = engine;
    this.#onRun = onRun;
  }

  async run(query: EngineQuery, run: EngineRun): Promise<EngineResult> {
    const { endpoint, via } = query.purpose;
    let startedAt: number | undefined;
    const report = (outcome: string, result?: EngineResult) => {
      const runMs = startedAt === undefined ? 0 : performance.now() - startedAt;
      this.#onRun({ endpoint, via, outcome, runMs, result });
    };
    try {
      const result = await this.#engine.run(query, {
        ...run,
        onStart: () => {
          startedAt = performance.now();
          run.onStart?.();
        },
      });
      report('OK', result);
      return result;
    } catch (error) {
      if (error instanceof FieldstoneError) report(error.code);
      else report(run.signal.aborted ? 'ABORTED' : 'INTERNAL');
      throw error;
    }
  }

  checkRoom(query: SlotQuery): void {
    this.#engine.checkRoom(query);
  }

  usage(): EngineUsage {
    return this.#engine.usage();
  }

  check(): Promise<EngineHealth> {
    return this.#engine.check();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
