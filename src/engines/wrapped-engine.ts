import type {
  Engine,
  EngineHealth,
  EngineQuery,
  EngineResult,
  EngineRun,
  EngineUsage,
  SlotQuery,
} from './engine.ts';

/** An engine that adds something to the runs of another one, and is otherwise the same. */
export abstract class WrappedEngine implements Engine {
  protected readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  abstract run(query: EngineQuery, run: EngineRun): Promise<EngineResult>;

  checkRoom(query: SlotQuery): void {
    this.engine.checkRoom(query);
  }

  usage(): EngineUsage {
    return this.engine.usage();
  }

  check(): Promise<EngineHealth> {
    return this.engine.check();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
