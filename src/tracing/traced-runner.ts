import { type Context, context, type Tracer } from '@opentelemetry/api';
import type { RequestPlan } from '../execution/plan.ts';
import type { RequestRunner } from '../execution/runner.ts';
import { within } from './spans.ts';

/** A runner whose compilations have spans, and whose runs belong to the span in which they were planned. */
export function tracedRunner(runner: RequestRunner, tracer: Tracer): RequestRunner {
  // Where each plan was made: DataLoader runs the plans of an operation's fields in the context of the first.
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
    run: (plan, run) =>
      context.with(contexts.get(plan) ?? context.active(), () => runner.run(plan, run)),
  };
}
