import { context, propagation, type Tracer } from '@opentelemetry/api';
import type { Engine } from '../engines/engine.ts';
import type { RunRequest } from '../execution/run-request.ts';
import type { RunResult } from '../execution/run-result.ts';
import type { RequestRunner } from '../execution/runner.ts';
import type { RequestTracing } from '../server/hooks/tracing.ts';
import type { StepObserver } from '../sources/step-observer.ts';
import { ATTRIBUTES } from './attributes.ts';
import { RequestSpans } from './request-spans.ts';
import type { StartedSdk } from './sdk.ts';
import { within } from './spans.ts';
import { TracedEngine } from './traced-engine.ts';
import { TracedRunner } from './traced-runner.ts';
import { TracedSteps } from './traced-steps.ts';
import type { Tracing } from './tracing.ts';

type Ran = RunResult | Promise<RunResult>;

/** Traces with OpenTelemetry's SDK. */
export class SdkTracing implements Tracing {
  readonly requests: RequestTracing;
  readonly steps: StepObserver;
  readonly #tracer: Tracer;
  readonly #sdk: StartedSdk;

  constructor(sdk: StartedSdk) {
    this.#sdk = sdk;
    this.#tracer = sdk.tracer;
    this.requests = new RequestSpans(sdk.tracer);
    this.steps = new TracedSteps(sdk.tracer);
  }

  engine(engine: Engine, name: string): Engine {
    return new TracedEngine(engine, this.#tracer, name);
  }

  runner(runner: RequestRunner): RequestRunner {
    return new TracedRunner(runner, this.#tracer);
  }

  readonly observeField = (request: RunRequest, ask: () => Ran): Ran => {
    const { name } = request.endpoint.definition;
    const span = this.#tracer.startSpan(`field ${name}`, {
      attributes: { [ATTRIBUTES.endpoint]: name, [ATTRIBUTES.query]: kindOf(request) },
    });
    return within(span, ask, ({ cacheStatus, rows }) => {
      span.setAttributes({
        [ATTRIBUTES.cacheStatus]: cacheStatus,
        [ATTRIBUTES.rows]: rows.length,
      });
    });
  };

  readonly headers = (): Readonly<Record<string, string>> => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    return headers;
  };

  close(): Promise<void> {
    return this.#sdk.close();
  }
}

function kindOf({ sql, view }: RunRequest): string {
  if (sql !== undefined) return 'sandbox';
  return view ? 'view' : 'stored';
}
