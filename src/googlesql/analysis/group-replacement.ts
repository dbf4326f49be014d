import { columnRef } from './build.ts';
import { sameExpression } from './equal.ts';
import type { GroupKey } from './group-by.ts';
import { isPath, type Replacement } from './replacement.ts';
import type { Column, ResolvedExpression } from './resolved.ts';
import type { ResolvedSelect } from './resolved-select.ts';
import type { SelectColumn } from './select-list.ts';

/** What expressions over the columns of FROM become above the GROUP BY. */
export function groupReplacement(resolved: ResolvedSelect): Replacement {
  const { keys, list, names, isGrouped } = resolved;
  const exact = new Map<ResolvedExpression, ResolvedExpression>();
  for (const { item, column } of keys) {
    if (item) exact.set(item.expression, columnRef(column));
  }
  for (const item of list.columns) {
    const key = exact.has(item.expression) ? undefined : wholeKey(item, resolved);
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

/**
 * The key that is the same expression as a whole column of the list. An aliased column that later clauses can name is
 * computed before the grouping, so that it is a key only by its alias or number; the reference has it so.
 */
function wholeKey(item: SelectColumn, resolved: ResolvedSelect): GroupKey | undefined {
  if (isPath(item.expression) || isComputedFirst(item, resolved)) return undefined;
  return resolved.keys.find(
    (key) =>
      !(key.item && isComputedFirst(key.item, resolved)) &&
      sameExpression(key.expression, item.expression),
  );
}

function isComputedFirst(item: SelectColumn, { select, orderNodes }: ResolvedSelect): boolean {
  const isNamedLater =
    select.having !== undefined || select.qualify !== undefined || orderNodes.length > 0;
  return item.hasAlias && isNamedLater && !item.seen.aggregate && !isPath(item.expression);
}
