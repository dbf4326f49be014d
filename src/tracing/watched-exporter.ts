import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

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
