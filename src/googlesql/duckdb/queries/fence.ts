import { mayFail } from '../../analysis/expressions/may-raise.ts';
import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { chainTerms } from '../../analysis/resolved/traverse.ts';
import type { Printer } from './printer.ts';
import type { Scope } from './scope.ts';
import { type Item, type Select, wrap } from './select.ts';

/** A SELECT, and a column of it that conditions on no column at all are made to read. */
export interface Fenced {
  readonly select: Select;
  readonly fence: number | undefined;
}

/** The terms of a condition. */
export function termsOf(condition: ResolvedExpression): readonly ResolvedExpression[] {
  return condition.kind === 'call' && condition.function.name === '$and'
    ? chainTerms(condition)
    : [condition];
}

/**
 * Makes sure that a condition is evaluated for no row but those of the SELECT.
 *
 * A term that reads no column, such as `DIV(1, 0) = 1`, is put by DuckDB below every filter and so fails also where no
 * row would be left. It is made to depend on a column of its input, and that on `random()`, which no filter passes.
 */
export function fence(
  printer: Printer,
  select: Select,
  condition: ResolvedExpression | undefined,
): Fenced {
  if (!condition || !termsOf(condition).some((term) => needsFence(printer, term))) {
    return { select, fence: undefined };
  }
  const column = printer.column({ kind: 'BOOL' });
  const mark: Item = { sql: '(random() < 2)', cost: 'computed' };
  const columns = new Map(select.columns).set(column.id, mark);
  return { select: wrap({ ...select, columns }, printer.alias('s')), fence: column.id };
}

/** The condition as SQL, its terms behind the fence where they need it. */
export function fencedText(
  printer: Printer,
  condition: ResolvedExpression,
  scope: Scope,
  fenceId: number | undefined,
): string {
  const mark = fenceId === undefined ? undefined : scope.find(fenceId)?.sql;
  if (mark === undefined) return printer.expression(condition, scope);
  const terms = termsOf(condition).map((term) => {
    const sql = printer.expression(term, scope);
    return needsFence(printer, term) ? `CASE WHEN ${mark} THEN ${sql} END` : sql;
  });
  return `(${terms.join(' AND ')})`;
}

function needsFence(printer: Printer, term: ResolvedExpression): boolean {
  return printer.references([term]).size === 0 && mayFail(term);
}
