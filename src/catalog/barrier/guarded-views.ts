import {
  analyze,
  mayRaise,
  type Prelude,
  type Query,
  type ResolvedStatement,
  type Select,
  type Type,
  type With,
} from '../../googlesql/index.ts';
import { neededCtes } from '../needed-ctes.ts';
import { copiedBounds } from './copied-bounds.ts';
import { mapBarriersOf, restricted, sealed } from './guarded-select.ts';

/** What a query means over the views of a stored query, and the CTEs that it has to be run with. */
export interface OverViews {
  readonly resolved: ResolvedStatement;
  readonly with: With;
}

/**
 * Analyses a query over views: with their security barriers closed where an expression of it could raise an error, and
 * with its own conditions on time copied below them.
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
  const plain = over(prelude.with, prelude.parameters);
  const bounds = copiedBounds(plain.resolved);
  const isClosed = mayRaise(plain.resolved);
  if (bounds.size === 0 && !isClosed) return plain;
  const needed = { ...prelude.with, ctes: neededCtes(prelude.with, query) };
  const views = mapBarriersOf(needed, (select: Select) => {
    const bound = bounds.get(select);
    const narrow = bound ? restricted(select, [bound]) : select;
    return isClosed ? sealed(narrow) : narrow;
  });
  return over(views, new Map([...prelude.parameters, ...parameters]));
}
