import {
  analyze,
  mayRaise,
  type Prelude,
  type Query,
  type ResolvedStatement,
  type Type,
  type With,
} from '../../googlesql/index.ts';
import { neededCtes } from '../needed-ctes.ts';
import { copiedConditions } from './copied-conditions.ts';
import { mapBarriersOf, restricted, sealed, withBareTime } from './guarded-select.ts';

/** What a query means over the views of a stored query, and the CTEs that it has to be run with. */
export interface OverViews {
  readonly resolved: ResolvedStatement;
  readonly with: With;
}

/**
 * Analyses a query over views: with their security barriers sealed where an expression of it could raise an error, and
 * with its own conditions that cannot fail copied below them.
 */
export function analyzeOverViews(
  query: Query,
  prelude: Prelude,
  parameters: ReadonlyMap<string, Type>,
): OverViews {
  const over = (views: With, inside: ReadonlyMap<string, Type>): OverViews => ({
    resolved: analyze(query, {
      tables: new Map(),
      parameters,
      prelude: { ...prelude, with: views, parameters: inside },
    }),
    with: views,
  });
  const guarded = over(prelude.with, prelude.parameters);
  const copied = copiedConditions(guarded.resolved);
  const adapt = mayRaise(guarded.resolved) ? sealed : withBareTime;
  const needed = { ...prelude.with, ctes: neededCtes(prelude.with, query) };
  const views = mapBarriersOf(needed, (barrier) => {
    const condition = copied.get(barrier.inner);
    return adapt(condition ? restricted(barrier, [condition]) : barrier);
  });
  return over(views, new Map([...prelude.parameters, ...parameters]));
}
