import { context, propagation, type Tracer, trace } from '@opentelemetry/api';
import {
  type ExportResult,
  ExportResultCode,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { settledOrAborted } from '../async/settled-or-aborted.ts';
import type { RunRequest } from '../execution/request.ts';
import { RequestSpans } from './request-spans.ts';
import { ATTRIBUTES, within } from './spans.ts';
import { tracedEngine, tracedRunner } from './traced-calls.ts';
import { tracedSteps } from './traced-steps.ts';
import type { Tracing } from './tracing.ts';

/** An exporter that says when its receiver begins and ceases to take spans, not for each batch that it refuses. */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #onState: (state: 'up' | 'down', error?: Error) => void;
  #isDown = false;

  constructor(exporter: SpanExporter, onState: (state: 'up' | 'down', error?: Error) => void) {
    this.#exporter = exporter;
    this.#onState = onState;
  }

  export(spans: ReadableSpan[], onResult: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#watch(result);
      onResult(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #watch({ code, error }: ExportResult): void {
    const isDown = code !== ExportResultCode.SUCCESS;
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    this.#onState(isDown ? 'down' : 'up', error);
  }
}

/** How long the last spans may take to be sent. */
const CLOSE_MS = 2_000;

/** Starts OpenTelemetry's SDK, which reads its own variables from the environment, and traces with it. */
export function startSdk(version: string, log: Logger): Tracing {
  const exporter = new WatchedExporter(new OTLPTraceExporter(), (state, error) =>
    state === 'up'
      ? log.info('the receiver of traces takes spans again')
      : log.warn(
          { reason: error?.message },
          'the receiver of traces takes no spans: they are lost',
        ),
  );
  const provider = new NodeTracerProvider({
    // The later one wins: the environment may name the service.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'fieldstone', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // Baggage is not carried on: a client's must not reach the engine.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const close = async () => {
    // An unreachable receiver must not hold the process: what it has not taken by then is lost.
    const late = AbortSignal.timeout(CLOSE_MS);
    await settledOrAborted(provider.shutdown(), late).catch(() => {});
    trace.disable();
    context.disable();
    propagation.disable();
  };
  return tracingWith(provider.getTracer('fieldstone', version), close);
}

function tracingWith(tracer: Tracer, close: Tracing['close']): Tracing {
  return {
    requests: new RequestSpans(tracer),
    steps: tracedSteps(tracer),
    engine: (engine, name) => tracedEngine(engine, tracer, name),
    runner: (runner) => tracedRunner(runner, tracer),
    observeField: (request, ask) => {
      const { name } = request.endpoint.definition;
      const span = tracer.startSpan(`field ${name}`, {
        attributes: { [ATTRIBUTES.endpoint]: name, [ATTRIBUTES.query]: kindOf(request) },
      });
      return within(span, ask, ({ cacheStatus, rows }) => {
        span.setAttributes({
          [ATTRIBUTES.cacheStatus]: cacheStatus,
          [ATTRIBUTES.rows]: rows.length,
        });
      });
    },
    headers: () => {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    close,
  };
}

function kindOf({ sql, view }: RunRequest): string {
  if (sql !== undefined) return 'sandbox';
  return view ? 'view' : 'stored';
}
