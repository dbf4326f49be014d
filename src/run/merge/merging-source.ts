import type { Answer, Plan, Source } from '../source.ts';
import { answerGroup } from './merged-run.ts';
import { Waiter } from './waiter.ts';

/** How plans are gathered. */
export interface MergingOptions {
  /** How long the first plan of a group waits for others, in milliseconds. @default 3 */
  readonly windowMs?: number;
  /** Plans that one run answers at most; with as many it starts at once. @default 100 */
  readonly maxMembers?: number;
}

interface Gathering {
  readonly waiters: Waiter[];
  readonly timer: NodeJS.Timeout;
}

/**
 * Answers plans that differ in one parameter only, and come within a few milliseconds, with one run.
 *
 * DataLoader is not used: it neither starts a full batch early nor lets one of its keys leave or end before the others.
 */
export class MergingSource implements Source {
  readonly #source: Source;
  readonly #windowMs: number;
  readonly #maxMembers: number;
  /** By the key of the group. */
  readonly #gatherings = new Map<string, Gathering>();

  constructor(source: Source, { windowMs = 3, maxMembers = 100 }: MergingOptions = {}) {
    this.#source = source;
    this.#windowMs = windowMs;
    this.#maxMembers = maxMembers;
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    const { merge } = plan;
    if (!merge) return this.#source.answer(plan, signal);
    signal.throwIfAborted();
    const { groupKey } = merge;
    const { waiters } = this.#gatherings.get(groupKey) ?? this.#gather(groupKey);
    const waiter = new Waiter(plan, merge, signal);
    waiters.push(waiter);
    if (waiters.length >= this.#maxMembers) this.#start(groupKey);
    return waiter.answer;
  }

  #gather(groupKey: string): Gathering {
    const timer = setTimeout(() => this.#start(groupKey), this.#windowMs);
    const gathering = { waiters: [], timer };
    this.#gatherings.set(groupKey, gathering);
    return gathering;
  }

  #start(groupKey: string): void {
    const gathering = this.#gatherings.get(groupKey);
    if (!gathering) return;
    clearTimeout(gathering.timer);
    this.#gatherings.delete(groupKey);
    void answerGroup(this.#source, gathering.waiters);
  }
}
