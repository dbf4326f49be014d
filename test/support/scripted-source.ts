import type { EngineQuery } from '../../src/engines/engine.ts';
import type { Row } from '../../src/googlesql/value.ts';
import type { Answer, Plan, RunOptions, Source } from '../../src/sources/source.ts';

type Script = (plan: Plan, run: RunOptions) => Partial<Answer> | Promise<Partial<Answer>>;

/** A source that answers what a test says, and keeps what it was asked. */
export class ScriptedSource implements Source {
  readonly plans: Plan[] = [];
  readonly runs: RunOptions[] = [];
  readonly queries: EngineQuery[] = [];
  readonly #script: Script;

  /** Without a script every answer is empty. */
  constructor(script: Script | readonly Row[] = []) {
    this.#script = typeof script === 'function' ? script : () => ({ rows: script });
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    this.plans.push(plan);
    this.runs.push(run);
    this.queries.push(plan.queryAt(run));
    return {
      rows: [],
      truncated: false,
      bytesBilled: 0,
      cacheStatus: 'BYPASS',
      computedAt: 0n,
      ...(await this.#script(plan, run)),
    };
  }

  /** The value that each parameter of the last plan was bound to; those that the service adds left out. */
  get bound(): Readonly<Record<string, unknown>> {
    const parameters = this.queries.at(-1)?.parameters ?? new Map();
    return Object.fromEntries(
      [...parameters]
        .filter(([name]) => !name.startsWith('_'))
        .map(([name, { value }]) => [name, value]),
    );
  }
}
