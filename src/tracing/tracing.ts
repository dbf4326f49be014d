import type { Engine } from '../engines/engine.ts';
import type { RunRequest } from '../execution/request.ts';
import type { RunResult } from '../execution/run-result.ts';
import type { RequestRunner } from '../execution/runner.ts';
import type { RequestTracing } from '../server/hooks/tracing.ts';
import type { StepObserver } from '../sources/source.ts';

type Ran = RunResult | Promise<RunResult>;

/** What traces the parts of a gateway. */
export interface Tracing {
  /** Undefined if nothing is traced. */
  readonly requests: RequestTracing | undefined;
  /** Traces the run of one GraphQL field. */
  readonly observeField: ((request: RunRequest, ask: () => Ran) => Ran) | undefined;
  readonly steps: StepObserver;
  /** The engine of this name, with its runs traced. */
  engine(engine: Engine, name: string): Engine;
  runner(runner: RequestRunner): RequestRunner;
  /** `traceparent` of what is done now, for requests to others. */
  readonly headers: (() => Readonly<Record<string, string>>) | undefined;
  /** Sends the spans that are left, if that takes no longer than two seconds. */
  close(): Promise<void>;
}
