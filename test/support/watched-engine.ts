import type { Engine, EngineQuery, SlotQuery } from '../../src/engines/engine.ts';

/** An engine that remembers what it was asked. */
export class WatchedEngine implements Engine {
  readonly runs: EngineQuery[] = [];
  readonly dataState: NonNullable<Engine['dataState']>;
  readonly dataVersion: NonNullable<Engine['dataVersion']>;
  readonly estimate?: NonNullable<Engine['estimate']>;
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.dataState = (statement) => engine.dataState?.(statement);
    this.dataVersion = () => engine.dataVersion?.();
    if (engine.estimate) this.estimate = engine.estimate.bind(engine);
  }

  run(...args: Parameters<Engine['run']>): ReturnType<Engine['run']> {
    this.runs.push(args[0]);
    return this.#engine.run(...args);
  }

  checkRoom(query: SlotQuery): void {
    this.#engine.checkRoom(query);
  }

  usage(): ReturnType<Engine['usage']> {
    return this.#engine.usage();
  }

  check(): ReturnType<Engine['check']> {
    return this.#engine.check();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
