import { type Context, context, type SpanContext, SpanKind, type Tracer } from '@opentelemetry/api';
import type { Engine } from '../engines/engine.ts';
import { withRun } from '../engines/wrapped-engine.ts';
import type { RequestPlan } from '../execution/plan.ts';
import type { RequestRunner } from '../execution/runner.ts';
import { ATTRIBUTES, within } from './spans.ts';

/** A symbol, so that the sources that copy an answer keep it and nothing encodes it. */
const RUN = Symbol('run');

/** The span of the run that an answer comes from; undefined for cached rows and those of other processes. */
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

/** A runner whose compilations have spans, and whose runs belong to the span in which they were planned. */
export function tracedRunner(runner: RequestRunner, tracer: Tracer): RequestRunner {
  // Where each request was planned: DataLoader runs the plans of an operation's fields in the context of the first.
  const contexts = new WeakMap<RequestPlan, Context>();
  return {
    plan(request, options) {
      const planned = runner.plan(request, options);
      const here = context.active();
      const remember = (plan: RequestPlan) => {
        contexts.set(plan, here);
        return plan;
      };
      if (!(planned instanceof Promise)) return remember(planned);
      const span = tracer.startSpan('compile SQL');
      return within(
        span,
        () => planned,
        () => {},
      ).then(remember);
    },
    peek: (plan) => runner.peek(plan),
    estimate: (plan, run) => runner.estimate(plan, run),
    run: (plan, run) =>
      context.with(contexts.get(plan) ?? context.active(), () => runner.run(plan, run)),
  };
}
