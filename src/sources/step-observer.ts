import type { Source } from './source.ts';

/** A step at which a request may wait: `flight` for another caller's run, `replicas` for another replica's. */
export type Step = 'cache' | 'flight' | 'replicas' | 'batch';

/** Observes the steps of the pipeline by wrapping the source of each and the one that it asks next. */
export interface StepObserver {
  /** Wraps the source of a step. */
  asked(step: Step, source: Source): Source;
  /** Wraps the source that the step asks for rows that it does not have. */
  passed(step: Step, source: Source): Source;
}

/** Returns sources as they are. */
export const UNOBSERVED: StepObserver = {
  asked: (_, source) => source,
  passed: (_, source) => source,
};
