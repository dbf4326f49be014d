import type { Answer, Plan } from '../source.ts';
import type { MergePart } from './merge-part.ts';

/** Someone who waits for the answer to a plan that can be merged, and may leave at any time. */
export class Waiter {
  readonly plan: Plan;
  readonly merge: MergePart;
  readonly signal: AbortSignal;
  /** Settles with the answer, or with the signal's reason as soon as its caller leaves. */
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;

  constructor(plan: Plan, merge: MergePart, signal: AbortSignal) {
    this.plan = plan;
    this.merge = merge;
    this.signal = signal;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.resolve = resolve;
    this.reject = reject;
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    const forget = () => signal.removeEventListener('abort', leave);
    promise.then(forget, forget);
    this.answer = promise;
  }

  /** Calls `onLeave` if the caller leaves before `until` is aborted. */
  watch(onLeave: () => void, until: AbortSignal): void {
    this.signal.addEventListener('abort', onLeave, { once: true, signal: until });
  }
}

/** Those who have not left. */
export function stillWaiting(waiters: readonly Waiter[]): readonly Waiter[] {
  return waiters.filter(({ signal }) => !signal.aborted);
}
