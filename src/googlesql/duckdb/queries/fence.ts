import { mayFail } from '../../analysis/properties/may-raise.ts';
import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { chainTerms, conjunctsOf } from '../../analysis/resolved/traverse.ts';
import { join, RANDOM, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer } from './printer.ts';
import type { SqlScope } from './select.ts';
import { type Item, type SqlSelect, wrap } from './select.ts';

/** A SELECT, and one of its columns that constant conditions are made to depend on. */
export interface Fenced {
  readonly select: SqlSelect;
  readonly fence: number | undefined;
}

/**
 * Ensures that a condition is evaluated only for rows of the SELECT.
 *
 * DuckDB pushes a term without columns, such as `DIV(1, 0) = 1`, below every filter, so that it fails even if no row
 * would be left. The term is made to depend on a column of its input, and that column on `random()`, which is not
 * pushed down through filters.
 */
export function fence(
  printer: Printer,
  select: SqlSelect,
  condition: ResolvedExpression | undefined,
): Fenced {
  if (!condition || !conjunctsOf(condition).some((term) => needsFence(printer, term))) {
    return { select, fence: undefined };
  }
  const column = printer.column({ kind: 'BOOL' });
  const mark: Item = { sql: sql`(${RANDOM} < 2)`, cost: 'computed' };
  const columns = new Map(select.columns).set(column.id, mark);
  return { select: wrap({ ...select, columns }, printer.alias('s')), fence: column.id };
}

/** The condition as SQL, with fenced terms where necessary. */
export function fencedText(
  printer: Printer,
  condition: ResolvedExpression,
  scope: SqlScope,
  fenceId: number | undefined,
): Sql {
  const mark = fenceId === undefined ? undefined : scope.find(fenceId)?.sql;
  const terms = conjunctsOf(condition);
  if (mark === undefined && !terms.some(isLongChoice)) return printer.expression(condition, scope);
  const texts = terms.map((term) => {
    const own = printer.expression(term, scope);
    if (mark !== undefined && needsFence(printer, term))
      return sql`CASE WHEN ${mark} THEN ${own} END`;
    return isLongChoice(term) ? sql`coalesce(${own}, false)` : own;
  });
  return sql`(${join(' AND ', texts)})`;
}

/** A choice of as many is planned in some 20 ms. */
const MAX_CHOICES = 64;

/**
 * Whether a condition is a long OR with ANDs in it, as `(a = 1 AND b = 'x') OR …`: where it is a filter itself, DuckDB
 * 1.5.5 compares each choice with all others, which takes 4 s for a thousand, and no interrupt ends that.
 */
function isLongChoice(term: ResolvedExpression): boolean {
  if (term.kind !== 'call' || term.function.name !== '$or') return false;
  const choices = chainTerms(term);
  return choices.length > MAX_CHOICES && choices.some((one) => conjunctsOf(one).length > 1);
}

function needsFence(printer: Printer, term: ResolvedExpression): boolean {
  return printer.references([term]).size === 0 && mayFail(term);
}
