import { context, createContextKey, type Span, type Tracer } from '@opentelemetry/api';
import type { Answer, CacheStatus, PipelineStep, Source, StepObserver } from '../sources/source.ts';
import { ATTRIBUTES, endFailed } from './spans.ts';
import { runOf } from './traced-calls.ts';

const NAMES: Readonly<Record<PipelineStep, string>> = {
  cache: 'cache look-up',
  flight: 'wait for another run',
  replicas: 'wait for replicas',
  batch: 'gather batch',
};

const KEYS: Readonly<Record<PipelineStep, symbol>> = {
  cache: createContextKey('cache'),
  flight: createContextKey('flight'),
  replicas: createContextKey('replicas'),
  batch: createContextKey('batch'),
};

/** Traces the steps of the pipeline: a span each for the time until a step has rows or asks the next step for them. */
export function tracedSteps(tracer: Tracer): StepObserver {
  return {
    around: (step, source) => askedSource(step, source, tracer),
    below: (step, source) => ({
      answer: (plan, run) => {
        const span = context.active().getValue(KEYS[step]);
        if (span instanceof StepSpan) span.pass();
        return source.answer(plan, run);
      },
    }),
  };
}

function askedSource(step: PipelineStep, source: Source, tracer: Tracer): Source {
  return {
    ...(source.peek && { peek: source.peek.bind(source) }),
    answer: (plan, run) => {
      // A plan whose rows are never cached is not looked up.
      if (step === 'cache' && !plan.lifetime) return source.answer(plan, run);
      const span = new StepSpan(step, tracer);
      const inside = context.active().setValue(KEYS[step], span);
      const answer = context.with(inside, () => source.answer(plan, run));
      span.isAtOnce = false;
      if (!(answer instanceof Promise)) span.end(answer);
      else
        answer.then(
          (answered) => span.end(answered),
          (error) => span.fail(error),
        );
      return answer;
    },
  };
}

/**
 * The span of one plan at a step. It is dropped if the plan passes at once, without waiting for anything, as most do; a
 * look-up in the cache is always shown.
 */
class StepSpan {
  readonly #span: Span;
  readonly #isLookUp: boolean;
  #isOver = false;
  /** Whether the step has not waited yet. */
  isAtOnce = true;

  constructor(step: PipelineStep, tracer: Tracer) {
    this.#span = tracer.startSpan(NAMES[step]);
    this.#isLookUp = step === 'cache';
  }

  /** The step asks the next one. */
  pass(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isLookUp) this.#end('MISS');
    // A span that is never ended is never sent.
    else if (!this.isAtOnce) this.#span.end();
  }

  /** The step has rows without having asked the next one. */
  end(answer: Answer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const run = runOf(answer);
    if (run) this.#span.addLink({ context: run });
    this.#end(answer.cacheStatus);
  }

  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    endFailed(this.#span, error);
  }

  #end(cacheStatus: CacheStatus): void {
    this.#span.setAttribute(ATTRIBUTES.cacheStatus, cacheStatus).end();
  }
}
