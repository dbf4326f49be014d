import type { Source } from './source.ts';

/** A step at which a request may wait: `flight` for another caller's run, `replicas` for another replica's. */
export type Step = 'cache' | 'flight' | 'replicas' | 'batch';

/** Sees when a step is asked and when it asks the next one, by wrapping the sources on both its sides. */
export interface StepObserver {
  /** Wraps the source of a step. */
  asked(step: Step, source: Source): Source;
  /** Wraps the source that the step asks for rows that it does not have. */
  passed(step: Step, source: Source): Source;
}

/** Wraps nothing, and so costs nothing. */
export const UNOBSERVED: StepObserver = {
  asked: (_, source) => source,
  passed: (_, source) => source,
};

/** Makes the source of a step from the one that it asks. */
export function observedStep(
  observer: StepObserver,
  step: Step,
  next: Source,
  make: (source: Source) => Source,
): Source {
  return observer.asked(step, make(observer.passed(step, next)));
}
