import { ask, type Question, type Seen } from './ask-world.ts';
import type { World } from './world.ts';

/** A world without a row of others, and one with them. */
export type Pair = readonly [World, World];

/** How many differences are enough to show. */
const MAX_SHOWN = 5;

const MAX_REPEATS = 3;

/** Sends the same questions to worlds that differ in nothing but the rows of others, and compares the answers. */
export class Comparison {
  readonly #differences: string[] = [];
  #asked = 0;
  #answered = 0;
  #repeated = 0;

  /** Sends a question to both worlds, with a key pinned to a tenant. */
  async ask([quiet, crowded]: Pair, question: Question, tenant: string): Promise<void> {
    const askBoth = () =>
      Promise.all([ask(quiet, question, tenant), ask(crowded, question, tenant)]);
    let [one, other] = await askBoth();
    this.#asked += 1;
    // On a busy machine a deadline can pass on one side; what does so every time is a difference.
    for (let again = 0; again < MAX_REPEATS && wantsTime(one) !== wantsTime(other); again += 1) {
      if (again === 0) this.#repeated += 1;
      [one, other] = await askBoth();
    }
    if (one.status === 200 && !/"errors"|"isError"/.test(one.text)) this.#answered += 1;
    if (one.status === other.status && one.text === other.text) return;
    const tail = ({ status, text }: Seen) => `${status} ${text.slice(-300)}`;
    this.#differences.push(
      `  ${tenant}: ${question.what}\n    alone:  ${tail(one)}\n    others: ${tail(other)}`,
    );
  }

  /** What was found, in one line; throws it with the first differences if there are any. */
  finish(): string {
    const again = this.#repeated > 0 ? ` (${this.#repeated} asked again for want of time)` : '';
    const summary = `${this.#asked} questions, of which ${this.#answered} had rows for an answer${again}`;
    const { length } = this.#differences;
    if (length === 0) return `${summary}, all the same with and without rows of others`;
    const shown = this.#differences.slice(0, MAX_SHOWN).join('\n');
    throw new Error(`${summary}; ${length} differ, such as\n${shown}`);
  }
}

/** Whether an answer says that the time was up, or that the engine was ended because of another statement. */
function wantsTime({ text }: Seen): boolean {
  return /code":"(?:QUERY_TIMEOUT|ENGINE_UNAVAILABLE)"/.test(text);
}
