import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import type { Printer } from './printer.ts';
import { type Item, SqlScope, type SqlSelect, unordered, wrap } from './select.ts';

/** A SELECT in which expressions can be evaluated, and the scope to print them in. */
export interface Prepared {
  readonly select: SqlSelect;
  readonly scope: SqlScope;
}

/**
 * Makes every column that the expressions read a plain name of the SELECT.
 *
 * Outer columns are added as columns of its own: DuckDB cannot capture a correlated column in a lambda, and
 * decorrelation handles both alike. A SELECT with a limit is wrapped unless `keepsLimit`.
 */
export function prepare(
  printer: Printer,
  select: SqlSelect,
  expressions: Iterable<ResolvedExpression | undefined>,
  outer: SqlScope | undefined,
  keepsLimit = false,
): Prepared {
  const references = printer.references(expressions);
  const columns = new Map(select.columns);
  let isNested = select.limit !== undefined && !keepsLimit;
  for (const id of references) {
    const own: Item | undefined = columns.get(id);
    const around = own ? undefined : outer?.find(id);
    if (around) columns.set(id, { ...around, cost: 'computed' });
    if (around || own?.cost === 'computed') isNested = true;
  }
  const prepared = isNested ? wrap({ ...select, columns }, printer.alias('s')) : select;
  return { select: prepared, scope: new SqlScope(prepared.columns, outer) };
}

/** As `prepare`, for scans that do not preserve the order of their input. */
export function prepareUnordered(
  printer: Printer,
  select: SqlSelect,
  expressions: Iterable<ResolvedExpression | undefined>,
  outer: SqlScope | undefined,
): Prepared {
  const prepared = prepare(printer, unordered(select), expressions, outer);
  return { ...prepared, select: unordered(prepared.select) };
}
