import { type SpanContext, SpanKind, type Tracer } from '@opentelemetry/api';
import type { Engine } from '../engines/engine.ts';
import { withRun } from '../engines/wrapped-engine.ts';
import { ATTRIBUTES } from './attributes.ts';
import { within } from './spans.ts';

/** A symbol, so that the sources that copy an answer keep it and nothing encodes it. */
const RUN = Symbol('run');

/** The span of the run that an answer comes from; undefined for rows that were kept or came from elsewhere. */
export function runOf(answer: object): SpanContext | undefined {
  return (answer as { readonly [RUN]?: SpanContext })[RUN];
}

/** Names of engines, in the manner of the semantic conventions, which have neither of them. */
const DATABASES: Readonly<Record<string, string>> = { bigquery: 'gcp.bigquery' };

/** An engine with a span for each run, from the call to the last row; `name` is the engine's own. */
export function tracedEngine(engine: Engine, tracer: Tracer, name: string): Engine {
  const database = DATABASES[name] ?? name;
  return withRun(engine, async (query, run) => {
    const { endpoint, keyId, via } = query.purpose;
    const span = tracer.startSpan(`query ${endpoint}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        [ATTRIBUTES.database]: database,
        [ATTRIBUTES.endpoint]: endpoint,
        [ATTRIBUTES.interface]: via,
        [ATTRIBUTES.keyId]: keyId,
      },
    });
    const onStart = () => {
      span.addEvent('started');
      run.onStart?.();
    };
    const onJob = (jobId: string) => {
      span.setAttribute(ATTRIBUTES.jobId, jobId);
      run.onJob?.(jobId);
    };
    const result = await within(
      span,
      () => engine.run(query, { ...run, onStart, onJob }),
      ({ bytesBilled, rows }) =>
        span.setAttributes({
          [ATTRIBUTES.returnedRows]: rows.length,
          [ATTRIBUTES.bytesBilled]: bytesBilled,
        }),
    );
    return { ...result, [RUN]: span.spanContext() };
  });
}
