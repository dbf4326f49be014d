import type { OutputColumn, Row } from '#googlesql';
import { systemClock } from '../../async/system-clock.ts';
import { unrestricted } from '../../auth/caller.ts';
import { type Engine, isForeign } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import type { RequestPlan } from '../../execution/plan.ts';
import type { RunRequest } from '../../execution/request.ts';
import { Runner } from '../../execution/runner.ts';
import { readShape } from '../../execution/shaping/shape.ts';
import { EngineSource, type Plan, type RunOptions, type Source } from '../../sources/source.ts';
import { type RowOrder, rowOrder } from '../comparing/row-order.ts';
import type { Case } from '../reading/read-cases.ts';

/** What an endpoint answers to a case. */
export type CaseAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly OutputColumn[];
      readonly rows: readonly Row[];
      /** What the query says of the order of the rows. */
      readonly order: RowOrder;
    }
  | { readonly kind: 'error'; readonly error: FieldstoneError };

/** The parts of a case that decide its answer. */
export type CaseQuestion = Pick<
  Case,
  'endpoint' | 'now' | 'arguments' | 'pins' | 'sql' | 'orderBy' | 'limit'
>;

/** Runs a case's question as a request is run, on an engine, without cached results. */
export class CaseRunner {
  readonly #source = new CurrentEngine();
  readonly #runner = new Runner(this.#source, { dataSource: 'cases' });

  /** How a question would be run; rejects with the `FieldstoneError` that its caller should see. */
  async plan(question: CaseQuestion): Promise<RequestPlan> {
    const { signal } = new AbortController();
    return this.#runner.plan(requestOf(question), { signal });
  }

  /** What the endpoint answers over the rows of the engine; rejects with what is no error of a request. One at a time. */
  async run(question: CaseQuestion, engine: Engine): Promise<CaseAnswer> {
    const { now = systemClock() } = question;
    this.#source.engine = engine;
    this.#source.now = now;
    const { signal } = new AbortController();
    try {
      const plan = await this.plan(question);
      const { columns, rows } = await this.#runner.run(plan, { now, signal });
      return { kind: 'rows', columns, rows, order: orderOf(plan) };
    } catch (error) {
      if (error instanceof FieldstoneError) return { kind: 'error', error };
      throw error;
    }
  }
}

/** The request of a case, as it comes in over REST. */
function requestOf({ endpoint, limit, orderBy, pins, sql, ...sent }: CaseQuestion): RunRequest {
  return {
    endpoint,
    caller: unrestricted('case', pins),
    arguments: sent.arguments,
    shape: readShape(endpoint.definition, {
      limit,
      orderBy: orderBy === undefined ? undefined : orderBy.split(','),
    }),
    sql,
    redact: false,
    via: 'rest',
  };
}

function orderOf({ shape, statement }: RequestPlan): RowOrder {
  if (isForeign(statement)) return 'none';
  return rowOrder(
    statement,
    shape?.orderBy.map(({ index }) => index),
  );
}

/** Answers plans with the engine of the case that runs. */
class CurrentEngine implements Source {
  engine: Engine | undefined;
  now = 0n;

  async answer(plan: Plan, run: RunOptions) {
    if (!this.engine) throw new TypeError('There is no engine for the case');
    return new EngineSource(this.engine, () => this.now).answer(plan, run);
  }
}
