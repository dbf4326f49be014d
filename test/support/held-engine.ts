import type { Engine, EngineQuery, EngineResult, EngineRun } from '../../src/engines/engine.ts';
import { until } from './redis-server.ts';

/** An engine whose runs end when the test says so. */
export class HeldEngine implements Engine {
  readonly runs: { finish(): void; fail(error: Error): void }[] = [];

  run({ statement }: EngineQuery, { onJob, onStart }: EngineRun): Promise<EngineResult> {
    onStart?.();
    onJob?.(`job_${this.runs.length + 1}`);
    return new Promise((resolve, reject) => {
      const row = statement.columns.map(() => null);
      const result = { rows: [row], truncated: false, bytesBilled: 7 };
      this.runs.push({ finish: () => resolve(result), fail: reject });
    });
  }

  checkRoom(): void {}

  usage(): ReturnType<Engine['usage']> {
    return { queues: {}, isBreakerOpen: false };
  }

  async check(): ReturnType<Engine['check']> {
    return { isAnswering: true, notes: 0 };
  }

  async close(): Promise<void> {}

  /** Resolves when so many runs have begun. */
  async begun(count: number): Promise<void> {
    await until(() => this.runs.length >= count);
  }
}
