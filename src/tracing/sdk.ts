import { context, propagation, type Tracer, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { settledOrAborted } from '../async/settled-or-aborted.ts';
import { WatchedExporter } from './watched-exporter.ts';

/** How long the last spans may take to be sent. */
const CLOSE_MS = 2_000;

/** A running SDK. */
export interface StartedSdk {
  readonly tracer: Tracer;
  /** See `Tracing.close`. */
  close(): Promise<void>;
}

/** Starts OpenTelemetry's SDK, which reads its own variables from the environment. */
export function startSdk(version: string, log: Logger): StartedSdk {
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
  return { tracer: provider.getTracer('fieldstone', version), close };
}
