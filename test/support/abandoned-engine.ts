import type { EngineResult, EngineRun } from '../../src/engines/engine.ts';
import { HeldEngine } from './held-engine.ts';

/** An engine whose runs end only when nobody waits for them any more. */
export class AbandonedEngine extends HeldEngine {
  aborted = 0;

  override run(query: Parameters<HeldEngine['run']>[0], run: EngineRun): Promise<EngineResult> {
    run.signal.addEventListener('abort', () => {
      this.aborted += 1;
      this.runs.at(-1)?.fail(run.signal.reason);
    });
    return super.run(query, run);
  }
}
