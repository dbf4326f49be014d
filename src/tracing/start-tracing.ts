import type { Logger } from 'pino';
import type { Engine } from '../engines/engine.ts';
import type { RunRequest } from '../execution/run-request.ts';
import type { RunResult } from '../execution/run-result.ts';
import type { RequestRunner } from '../execution/runner.ts';
import type { RequestTracing } from '../server/hooks/tracing.ts';
import { type StepObserver, UNOBSERVED } from '../sources/step-observer.ts';

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

/** Traces nothing: every part is what it would be without it. */
const OFF: Tracing = {
  requests: undefined,
  observeField: undefined,
  steps: UNOBSERVED,
  engine: (engine) => engine,
  runner: (runner) => runner,
  headers: undefined,
  close: async () => {},
};

/** Starts OpenTelemetry's SDK, which is not even loaded where tracing is off. */
export async function startTracing(isOn: boolean, version: string, log: Logger): Promise<Tracing> {
  if (!isOn) return OFF;
  const { startSdk } = await import('./sdk.ts');
  const { SdkTracing } = await import('./sdk-tracing.ts');
  return new SdkTracing(startSdk(version, log));
}
