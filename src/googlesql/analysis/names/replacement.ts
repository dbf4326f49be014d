import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import { sameExpression } from '../properties/same-expression.ts';
import { columnRef } from '../resolved/build.ts';
import { mapExpression } from '../resolved/map-tree.ts';
import type { Column, ColumnRef, ResolvedExpression } from '../resolved/resolved.ts';
import type { Session } from './context.ts';

/** How expressions are rewritten when they move above a GROUP BY or a DISTINCT. */
export interface Replacement {
  /** Replacements of specific expression objects. */
  readonly exact: ReadonlyMap<ResolvedExpression, ResolvedExpression>;
  /** Replacements of columns and field chains, wherever they are referenced. */
  readonly paths: readonly {
    readonly path: ResolvedExpression;
    readonly column: Column;
  }[];
  /** Columns that are no longer available. */
  readonly gone: ReadonlySet<Column>;
  /** The reason in messages: `neither grouped nor aggregated`. */
  readonly problem: string;
}

type Paths = Replacement['paths'];

/** The paths by column, so that a reference is not compared with every one of a hundred grouping keys. */
const BY_COLUMN = new WeakMap<Paths, ReadonlyMap<Column | undefined, Paths>>();

/** Whether an expression is a column or a chain of fields of one. */
export function isPath(expression: ResolvedExpression): boolean {
  return baseOf(expression) !== undefined;
}

/** The reference to a column that a chain of fields begins with. */
function baseOf(expression: ResolvedExpression): ColumnRef | undefined {
  let base = expression;
  while (base.kind === 'get_field') base = base.struct;
  return base.kind === 'column' ? base : undefined;
}

function pathsFrom(paths: Paths, column: Column | undefined): Paths {
  const byColumn = BY_COLUMN.get(paths) ?? Map.groupBy(paths, ({ path }) => baseOf(path)?.column);
  BY_COLUMN.set(paths, byColumn);
  return (column && byColumn.get(column)) ?? [];
}

/** The rewritten expression; a reference to an unavailable column is an error at the reference. */
export function replaceColumns(
  expression: ResolvedExpression,
  replacement: Replacement,
  session: Session,
): ResolvedExpression {
  return mapExpression(expression, (part) => {
    const exact = replacement.exact.get(part);
    if (exact) return exact;
    if (part.kind !== 'column' && part.kind !== 'get_field') return undefined;
    const candidates = pathsFrom(replacement.paths, baseOf(part)?.column);
    const match = candidates.find(({ path }) => sameExpression(path, part));
    if (match) return replacementRef(part, match.column, session);
    if (part.kind === 'column' && replacement.gone.has(part.column)) {
      refuse(part, replacement, expression, session);
    }
    return undefined;
  });
}

function replacementRef(part: ResolvedExpression, column: Column, session: Session): ColumnRef {
  const ref = columnRef(column);
  const base = baseOf(part);
  const origin = base && session.origins.get(base);
  if (origin) session.origins.set(ref, origin);
  return ref;
}

function refuse(
  ref: ColumnRef,
  { problem }: Replacement,
  whole: ResolvedExpression,
  session: Session,
): never {
  const origin = session.origins.get(ref);
  const text = origin?.text ?? `column ${ref.column.name}`;
  // In messages a subquery's own list has no name.
  const isNested = origin?.clause === 'SELECT list' && isInSubquery(ref, whole);
  const clause = isNested ? '' : (origin?.clause ?? '');
  throw new SqlError(
    `${clause === '' ? 'An' : clause} expression references ${excerpt(text)} which is ${problem}`,
    origin?.at,
  );
}

/** Whether a reference is inside a subquery of the expression. */
function isInSubquery(ref: ColumnRef, whole: ResolvedExpression): boolean {
  let isReached = false;
  mapExpression(whole, (part) => {
    if (part === ref) isReached = true;
    return part.kind === 'subquery' ? part : undefined;
  });
  return !isReached;
}
