import { type Context, context, type Tracer } from '@opentelemetry/api';
import type { RequestPlan } from '../execution/plan.ts';
import type { RunRequest } from '../execution/run-request.ts';
import type { RunResult } from '../execution/run-result.ts';
import type { PlanOptions, RequestRunner } from '../execution/runner.ts';
import type { Answer, RunOptions } from '../sources/source.ts';
import { within } from './spans.ts';

/** A runner whose compilations have spans, and whose runs belong to the span in which they were planned. */
export class TracedRunner implements RequestRunner {
  readonly #runner: RequestRunner;
  readonly #tracer: Tracer;
  /**
   * Where each plan was made: DataLoader runs the plans of an operation's fields together, all of them in the context of
   * the first.
   */
  readonly #contexts = new WeakMap<RequestPlan, Context>();

  constructor(runner: RequestRunner, tracer: Tracer) {
    this.#runner = runner;
    this.#tracer = tracer;
  }

  plan(request: RunRequest, options: PlanOptions): RequestPlan | Promise<RequestPlan> {
    const planned = this.#runner.plan(request, options);
    const here = context.active();
    const remember = (plan: RequestPlan) => {
      this.#contexts.set(plan, here);
      return plan;
    };
    if (!(planned instanceof Promise)) return remember(planned);
    const span = this.#tracer.startSpan('compile SQL');
    return within(
      span,
      () => planned,
      () => {},
    ).then(remember);
  }

  peek(plan: RequestPlan): Answer | undefined {
    return this.#runner.peek(plan);
  }

  run(plan: RequestPlan, run: RunOptions): RunResult | Promise<RunResult> {
    const there = this.#contexts.get(plan) ?? context.active();
    return context.with(there, () => this.#runner.run(plan, run));
  }
}
