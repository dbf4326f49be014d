import { onTestFinished, vi } from 'vitest';
import { createLogger } from '../../src/server/logging/logger.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { type Gateway, type GatewayOptions, gateway } from './gateway.ts';
import { LogLines } from './log-lines.ts';
import {
  type Answering,
  type OtlpReceiver,
  otlpReceiver,
  type ReceivedSpan,
} from './otlp-receiver.ts';

/** A gateway that sends its traces to a receiver. */
export interface TracedGateway extends Gateway {
  readonly receiver: OtlpReceiver;
  /** What the sending of traces logs. */
  readonly tracesLog: LogLines;
  /** Stops to trace, and returns all spans in the order in which they began. */
  spans(): Promise<readonly ReceivedSpan[]>;
}

/** How a gateway traces. */
export interface TracedOptions extends GatewayOptions {
  /** Variables of OpenTelemetry. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly answer?: Answering;
}

/** Builds a gateway that traces, until the running test ends. */
export async function tracedGateway({
  environment = {},
  answer,
  ...options
}: TracedOptions = {}): Promise<TracedGateway> {
  const receiver = await otlpReceiver(answer);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...environment };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const tracesLog = new LogLines();
  const tracing = await startTracing(true, '1.2.3', createLogger('info', tracesLog));
  onTestFinished(() => tracing.close());
  const traced = await gateway({ ...options, tracing });
  const spans = async () => {
    await tracing.close();
    return receiver.spans.toSorted((left, right) => Number(left.startedAt - right.startedAt));
  };
  return { ...traced, receiver, tracesLog, spans };
}
