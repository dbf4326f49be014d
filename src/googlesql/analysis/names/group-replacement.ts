import { ExpressionIndex } from '../properties/expression-index.ts';
import type { SelectColumn } from '../queries/select-list.ts';
import { columnRef } from '../resolved/build.ts';
import type { Column, ResolvedExpression } from '../resolved/resolved.ts';
import type { GroupKey, ResolvedSelect } from '../resolved/resolved-select.ts';
import { isPath, type Replacement } from './replacement.ts';

/** How expressions over the columns of FROM are rewritten above the GROUP BY. */
export function groupReplacement(resolved: ResolvedSelect): Replacement {
  const { keys, list, names, isGrouped } = resolved;
  const exact = new Map<ResolvedExpression, ResolvedExpression>();
  for (const { item, column } of keys) {
    if (item) exact.set(item.expression, columnRef(column));
  }
  const whole = wholeKeys(resolved);
  for (const item of list.columns) {
    const isKnown = exact.has(item.expression) || isPath(item.expression);
    const key =
      isKnown || isComputedFirst(item, resolved) ? undefined : whole.find(item.expression);
    if (key) exact.set(item.expression, columnRef(key.column));
  }
  const paths = keys
    .filter(({ expression }) => isPath(expression))
    .map(({ expression, column }) => ({ path: expression, column }));
  const gone = new Set<Column>(isGrouped ? goneColumns(resolved) : []);
  return { exact, paths, gone, problem: 'neither grouped nor aggregated' };

  function goneColumns({ list: { before } }: ResolvedSelect): readonly Column[] {
    return [...names.columns, ...before].map(({ column }) => column);
  }
}

/** The keys that match a whole column of the list. */
function wholeKeys(resolved: ResolvedSelect): ExpressionIndex<GroupKey> {
  const index = new ExpressionIndex<GroupKey>();
  for (const key of resolved.keys) {
    if (!(key.item && isComputedFirst(key.item, resolved))) index.add(key.expression, key);
  }
  return index;
}

/**
 * An aliased column that later clauses can reference is computed before grouping, so it is a key only by its alias or
 * number, as in the reference.
 */
function isComputedFirst(item: SelectColumn, { select, orderNodes }: ResolvedSelect): boolean {
  const isNamedLater =
    select.having !== undefined || select.qualify !== undefined || orderNodes.length > 0;
  return item.hasAlias && isNamedLater && !item.seen.aggregate && !isPath(item.expression);
}
