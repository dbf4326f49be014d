import type { Engine } from './engine.ts';

/** An engine that runs queries as given, and is otherwise another one. */
export function withRun(engine: Engine, run: Engine['run']): Engine {
  return {
    run,
    ...(engine.estimate && { estimate: engine.estimate.bind(engine) }),
    checkRoom: (query) => engine.checkRoom(query),
    usage: () => engine.usage(),
    dataState: (statement) => engine.dataState?.(statement),
    dataVersion: () => engine.dataVersion?.(),
    check: () => engine.check(),
    close: () => engine.close(),
  };
}
