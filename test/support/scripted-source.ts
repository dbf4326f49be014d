import type { Row } from '../../src/googlesql/value.ts';
import type { Answer, Plan, Source } from '../../src/sources/source.ts';

type Script = (plan: Plan, signal: AbortSignal) => Partial<Answer> | Promise<Partial<Answer>>;

/** A source that answers what a test says, and keeps the plans that it was given. */
export class ScriptedSource implements Source {
  readonly plans: Plan[] = [];
  readonly #script: Script;

  /** Without a script every answer is empty. */
  constructor(script: Script | readonly Row[] = []) {
    this.#script = typeof script === 'function' ? script : () => ({ rows: script });
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    this.plans.push(plan);
    return {
      rows: [],
      truncated: false,
      bytesBilled: 0,
      cacheStatus: 'BYPASS',
      computedAt: 0n,
      ...(await this.#script(plan, signal)),
    };
  }

  /** The value that each parameter of the last plan was bound to; those that the service adds left out. */
  get bound(): Readonly<Record<string, unknown>> {
    const parameters = this.plans.at(-1)?.query.parameters ?? new Map();
    return Object.fromEntries(
      [...parameters]
        .filter(([name]) => !name.startsWith('_'))
        .map(([name, { value }]) => [name, value]),
    );
  }
}
