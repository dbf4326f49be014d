import { bulkhead } from 'cockatiel';
import DataLoader from 'dataloader';
import { settledOrAborted } from '../../async/settled-or-aborted.ts';
import type { Answer, Plan, RunOptions, Source } from '../source.ts';
import { type BatchMember, runBatch } from './batch-run.ts';
import type { MemberOutcome } from './group-run.ts';

/** How plans are gathered into batches. */
export interface BatchingOptions {
  /** How long the first plan of a batch waits for others, in milliseconds. @default 3 */
  readonly windowMs?: number;
  /** Maximum plans per run; a full batch starts at once. @default 100 */
  readonly maxMembers?: number;
}

/** Maximum concurrent single runs of one batch, for members that the merged run could not answer. */
const MAX_SINGLE_RUNS = 4;

/** A batch that gathers members until it is dispatched. */
interface OpenBatch {
  /** Resolves when the batch has run. */
  load(member: BatchMember): Promise<MemberOutcome>;
  /** Runs the plan of one member by itself, which a merged run has not answered. */
  retryAlone(plan: Plan, run: RunOptions): Promise<Answer>;
}

/**
 * Answers plans that differ in one parameter only, and arrive within a few milliseconds, with one run. A batch gathers
 * those that may differ in any of the parameters that their statement can be merged over.
 */
export class BatchingSource implements Source {
  readonly #source: Source;
  readonly #windowMs: number;
  readonly #maxMembers: number;
  /** By the key of the family. */
  readonly #open = new Map<string, OpenBatch>();

  constructor(source: Source, { windowMs = 3, maxMembers = 100 }: BatchingOptions = {}) {
    this.#source = source;
    this.#windowMs = windowMs;
    this.#maxMembers = maxMembers;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const merge = plan.mergeAt?.(run);
    if (!merge) return this.#source.answer(plan, run);
    const { signal } = run;
    signal.throwIfAborted();
    const batch = this.#open.get(merge.familyKey) ?? this.#openBatch(merge.familyKey);
    const outcome = await settledOrAborted(batch.load({ plan, merge, run }), signal);
    if (outcome.answer) return outcome.answer;
    // Its parameters are bound already.
    const bound = { ...plan, queryAt: () => merge.queryAt() };
    const alone = outcome.isRetry
      ? batch.retryAlone(bound, run)
      : Promise.resolve(this.#source.answer(bound, run));
    const answer = await settledOrAborted(alone, signal);
    return { ...answer, bytesBilled: answer.bytesBilled + outcome.bytesBilled };
  }

  /**
   * Opens a batch with a DataLoader of its own. It is dispatched once, when the window ends or the batch is full, and
   * removed from the map then: a second dispatch would run and bill the query twice.
   */
  #openBatch(familyKey: string): OpenBatch {
    let dispatch = () => {};
    let size = 0;
    const loader = new DataLoader<BatchMember, MemberOutcome>(
      (members) => runBatch(this.#source, members),
      {
        cache: false,
        maxBatchSize: this.#maxMembers,
        batchScheduleFn: (run) => {
          const timer = setTimeout(() => dispatch(), this.#windowMs);
          dispatch = () => {
            dispatch = () => {};
            clearTimeout(timer);
            this.#open.delete(familyKey);
            run();
          };
        },
      },
    );
    const single = bulkhead(MAX_SINGLE_RUNS, Number.POSITIVE_INFINITY);
    const batch: OpenBatch = {
      load: (member) => {
        const outcome = loader.load(member);
        size += 1;
        if (size >= this.#maxMembers) dispatch();
        return outcome;
      },
      retryAlone: (plan, run) =>
        single.execute(() => {
          run.signal.throwIfAborted();
          return this.#source.answer(plan, run);
        }),
    };
    this.#open.set(familyKey, batch);
    return batch;
  }
}
