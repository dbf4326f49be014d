import {
  analyze,
  evaluatesLists,
  mayRaise,
  type Prelude,
  type Query,
  type ResolvedStatement,
  type Type,
  type With,
} from '#googlesql';
import { neededCtes } from '../ctes.ts';
import { copiedConditions } from './copied-conditions.ts';
import {
  type Barrier,
  mapBarriers,
  preventPushdown,
  restricted,
  withBareTime,
} from './guarded-select.ts';
import { WrittenConditions } from './written-conditions.ts';

/** The analysis of a query over views, and the views' CTEs that it reads. */
export interface OverViews {
  readonly resolved: ResolvedStatement;
  readonly with: With;
}

/**
 * Analyses a query over views. Their security barriers prevent pushdown if an expression of the query could raise an error,
 * and its own conditions that cannot fail are copied below the barriers.
 */
export function analyzeOverViews(
  query: Query,
  prelude: Prelude,
  parameters: ReadonlyMap<string, Type>,
): OverViews {
  const conditions = new WrittenConditions();
  const over = (views: With, inside: ReadonlyMap<string, Type>): OverViews => ({
    resolved: analyze(query, {
      tables: new Map(),
      parameters,
      onExpression: conditions.add,
      prelude: { ...prelude, with: views, parameters: inside },
    }),
    with: views,
  });
  const needed = { ...prelude.with, ctes: neededCtes(prelude.with, query) };
  const guarded = over(needed, prelude.parameters);
  const copied = copiedConditions(guarded.resolved, conditions);
  const adapt = barrierFor(guarded.resolved, prelude.tables);
  const views = mapBarriers(needed, (barrier) => {
    const condition = copied.get(barrier.inner);
    return adapt(condition ? restricted(barrier, [condition]) : barrier);
  });
  return over(views, new Map([...prelude.parameters, ...parameters]));
}

/** How much memory a statement takes for arrays must not depend on others' times, so it does not see these either. */
function barrierFor(
  statement: ResolvedStatement,
  tables: Prelude['tables'],
): (barrier: Barrier) => Barrier {
  if (mayRaise(statement)) return preventPushdown;
  return evaluatesLists(statement)
    ? (barrier) => barrier
    : (barrier) => withBareTime(barrier, tables);
}
