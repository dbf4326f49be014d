import { setImmediate } from 'node:timers/promises';
import { FieldstoneError, messageOf } from '../../../../errors.ts';
import {
  type FileAnswer,
  type FromProcess,
  PARTS_AHEAD,
  type ProcessStatement,
  type StatementEnd,
  type StatementMessage,
} from '../messages.ts';
import { rowParts } from '../row-parts.ts';
import type { StatementExecutor } from './statement-executor.ts';

/** Interval at which a busy process reports its memory, on systems where the gateway cannot read it. */
const MEMORY_EVERY_MS = 50;

/** The errors after which DuckDB may refuse all statements until it is opened again. */
const MAY_LOSE_INSTANCE = /^(?:INTERNAL|FATAL) Error/;

/** A statement in progress. */
interface Running {
  readonly stop: AbortController;
  /** Parts that may be sent before the gateway acknowledges one. */
  credits: number;
  /** Called when a part was acknowledged. */
  wake: () => void;
}

/** The last message about a statement or a question, without its id. */
type Answer =
  | ({ readonly kind: 'end' } & StatementEnd)
  | { readonly kind: 'answer'; readonly value: FileAnswer };

/** Handles the gateway's messages with an executor. */
export class StatementServer {
  readonly #executor: StatementExecutor;
  readonly #send: (message: FromProcess) => void;
  readonly #running = new Map<number, Running>();

  constructor(executor: StatementExecutor, send: (message: FromProcess) => void) {
    this.#executor = executor;
    this.#send = send;
    if (process.platform !== 'linux') setInterval(() => this.#reportMemory(), MEMORY_EVERY_MS);
  }

  receive(message: StatementMessage): void {
    switch (message.kind) {
      case 'run':
        void this.#answer(message.id, async () => ({
          kind: 'end',
          ...(await this.#run(message.id, message.statement)),
        }));
        return;
      case 'check':
        void this.#answer(message.id, async () => ({ kind: 'end', ...(await this.#check()) }));
        return;
      case 'describe':
      case 'filled':
      case 'locate':
      case 'infer':
        void this.#answer(message.id, async () => ({
          kind: 'answer',
          value: await this.#executor.answer(message),
        }));
        return;
      case 'cancel':
        this.#running.get(message.id)?.stop.abort(new Error('The statement was cancelled'));
        return;
      case 'read':
        this.#addCredit(message.id);
        return;
    }
  }

  async #answer(id: number, work: () => Promise<Answer>): Promise<void> {
    try {
      this.#send({ id, ...(await work()) });
    } catch (error) {
      if (await this.#isInstanceLost(error)) return;
      const isOurs = error instanceof FieldstoneError;
      const message = messageOf(error);
      const code = isOurs ? error.code : undefined;
      this.#send({ kind: 'error', id, code, message: isOurs ? message : '', detail: message });
    }
  }

  /**
   * Has the gateway replace this process after an error that has made DuckDB's instance unusable. All statements that run
   * fail with it, the one at fault with an error of its own.
   */
  async #isInstanceLost(error: unknown): Promise<boolean> {
    const detail = messageOf(error);
    if (!MAY_LOSE_INSTANCE.test(detail)) return false;
    try {
      await this.#executor.check();
      return false;
    } catch {
      this.#send({ kind: 'failed', detail });
      return true;
    }
  }

  async #check(): Promise<StatementEnd> {
    await this.#executor.check();
    return { rows: 0, truncated: false };
  }

  async #run(id: number, statement: ProcessStatement): Promise<StatementEnd> {
    const stop = new AbortController();
    const running: Running = { stop, credits: PARTS_AHEAD, wake: () => {} };
    this.#running.set(id, running);
    // Normally the gateway stops the statement first.
    const late = () => stop.abort(new Error('The statement took too long'));
    const timer = setTimeout(late, Math.max(0, statement.deadline - Date.now()));
    stop.signal.addEventListener('abort', () => running.wake());
    let sent = 0;
    try {
      const truncated = await this.#executor.run(statement, stop.signal, async (rows) => {
        sent += rows.length;
        for (const part of rowParts(rows)) {
          await takeCredit(running);
          this.#send({ kind: 'rows', id, part });
          // Lets the channel flush, so that the gateway reads while the next part is packed.
          await setImmediate();
        }
      });
      return { rows: sent, truncated };
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  #addCredit(id: number): void {
    const running = this.#running.get(id);
    if (!running) return;
    running.credits += 1;
    running.wake();
  }

  #reportMemory(): void {
    if (this.#running.size > 0) this.#send({ kind: 'memory', bytes: process.memoryUsage.rss() });
  }
}

/** Waits until a part may be sent; rejects if the statement is stopped. */
async function takeCredit(running: Running): Promise<void> {
  while (running.credits === 0) {
    running.stop.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      running.wake = resolve;
    });
  }
  running.stop.signal.throwIfAborted();
  running.credits -= 1;
}
