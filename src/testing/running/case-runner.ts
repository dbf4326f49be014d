import type { OutputColumn, Row } from '#googlesql';
import { systemClock } from '../../async/system-clock.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Engine, isForeign } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import type { RequestPlan } from '../../execution/plan.ts';
import { Runner } from '../../execution/runner.ts';
import { readShape } from '../../execution/shaping/shape.ts';
import { EngineSource, type Plan, type RunOptions, type Source } from '../../sources/source.ts';
import { provesOrder } from '../comparing/row-order.ts';
import type { Case } from '../reading/read-cases.ts';

/** What an endpoint answers to a case. */
export type CaseAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly OutputColumn[];
      readonly rows: readonly Row[];
      /** Whether the order of the rows is part of the answer. */
      readonly isOrdered: boolean;
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

  /** What the endpoint answers over the rows of the engine; rejects with what is no error of a request. One at a time. */
  async run(question: CaseQuestion, engine: Engine): Promise<CaseAnswer> {
    const { endpoint, now = systemClock(), orderBy } = question;
    this.#source.engine = engine;
    this.#source.now = now;
    const { signal } = new AbortController();
    try {
      const request = {
        endpoint,
        caller: callerWithPins(question.pins),
        arguments: question.arguments,
        shape: readShape(endpoint.definition, {
          limit: question.limit,
          orderBy: orderBy === undefined ? undefined : orderBy.split(','),
        }),
        sql: question.sql,
        redact: false,
        via: 'rest',
      } as const;
      const plan = await this.#runner.plan(request, { signal });
      const { columns, rows } = await this.#runner.run(plan, { now, signal });
      return { kind: 'rows', columns, rows, isOrdered: isOrdered(plan) };
    } catch (error) {
      if (error instanceof FieldstoneError) return { kind: 'error', error };
      throw error;
    }
  }
}

function isOrdered({ shape, statement }: RequestPlan): boolean {
  if (isForeign(statement)) return false;
  return provesOrder(
    statement,
    shape?.orderBy.map(({ index }) => index),
  );
}

/** A key with these pins, and every other right. */
function callerWithPins(pins: Readonly<Record<string, string>>): Caller {
  return {
    keyId: 'case',
    name: 'case',
    endpoints: undefined,
    pins: new Map(Object.entries(pins)),
    redact: false,
    sandbox: true,
  };
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
