import { SqlError } from '../../sql-error.ts';
import type { SelectExpression, SelectStar } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import { implicitName } from '../expressions/constructors.ts';
import { type ClauseContext, resolveApart, type Seen } from '../names/context.ts';
import { identifierText } from '../names/identifier-text.ts';
import type { NamedColumn, NameList } from '../names/names.ts';
import { isPath } from '../names/replacement.ts';
import { columnRef, getField } from '../resolved/build.ts';
import type { Computed, ResolvedExpression } from '../resolved/resolved.ts';

/** One column of a SELECT list, with stars expanded; `expression` is over the columns of FROM. */
export interface SelectColumn {
  readonly name: string;
  readonly hasAlias: boolean;
  readonly expression: ResolvedExpression;
  readonly seen: Seen;
  readonly at: number;
  /** The row of a value table that a pipe operator passes on. */
  readonly row?: NamedColumn | undefined;
}

/** A SELECT list, and the columns that must be computed before it for `expression.*`. */
export interface SelectList {
  readonly columns: readonly SelectColumn[];
  readonly before: readonly Computed[];
}

/** Resolves a SELECT list; `from` is undefined if there is no FROM clause. */
export function resolveSelectList(
  items: readonly (SelectExpression | SelectStar)[],
  from: NameList | undefined,
  context: ClauseContext,
): SelectList {
  const before: Computed[] = [];
  const columns = items.flatMap((item) =>
    item.kind === 'select_star'
      ? renameColumns(item, applyModifiers(item, expandStar(item, from, context, before), context))
      : [resolveItem(item, context)],
  );
  return { columns, before };
}

function resolveItem(item: SelectExpression, context: ClauseContext): SelectColumn {
  const { expression, seen } = resolveApart(item.expression, context);
  const name = item.alias?.name ?? implicitName(item.expression);
  return { name, hasAlias: item.alias !== undefined, expression, seen, at: item.expression.at };
}

function expandStar(
  star: SelectStar,
  from: NameList | undefined,
  context: ClauseContext,
  before: Computed[],
): SelectColumn[] {
  if (star.of) return expandDotStar(star, context, before);
  if (!from) throw new SqlError('SELECT * must have a FROM clause', star.at);
  return from.columns.flatMap((column) => expandColumn(column, star.at, context, star.rows));
}

const NOTHING_SEEN: Seen = Object.freeze({ aggregate: false, window: false });

function expandColumn(
  named: NamedColumn,
  at: number,
  context: ClauseContext,
  isWhole = false,
): SelectColumn[] {
  const { name, column, isRow, excluded } = named;
  const count = isRow && column.type.kind === 'STRUCT' && !isWhole ? column.type.fields.length : 1;
  context.session.budget.spend(count * STAR_COST, at);
  const ref = (text = name): ResolvedExpression => {
    const reference = columnRef(column);
    const origin = { at, text: `column ${text}`, clause: 'Star expansion' };
    context.session.origins.set(reference, origin);
    return reference;
  };
  if (isWhole) return [{ ...starColumn(name, ref(), at), row: isRow ? named : undefined }];
  if (!isRow || column.type.kind !== 'STRUCT') return [starColumn(name, ref(), at)];
  return column.type.fields.flatMap((field, i) =>
    excluded.has(field.name.toLowerCase())
      ? []
      : [starColumn(field.name, getField(ref(field.name), i), at)],
  );
}

/** The budget cost of a column listed by a star: it is named, computed and passed on. */
const STAR_COST = 5;

function starColumn(name: string, expression: ResolvedExpression, at: number): SelectColumn {
  return { name, hasAlias: false, expression, seen: NOTHING_SEEN, at };
}

/** `t.*` lists a table's columns, `expression.*` a struct's fields. */
function expandDotStar(
  star: SelectStar,
  context: ClauseContext,
  before: Computed[],
): SelectColumn[] {
  const { of, at } = star;
  if (!of) return [];
  const [first, ...more] = of.kind === 'path' ? of.names : [];
  const target = first && more.length === 0 ? context.scope?.lookup(first.name) : undefined;
  if (target?.kind === 'range') {
    return target.variable.names.columns.flatMap((column) => expandColumn(column, at, context));
  }
  const { expression, seen } = resolveApart(of, context);
  const { type } = expression;
  if (type.kind !== 'STRUCT') {
    throw new SqlError(`Dot-star is not supported for type ${shortTypeName(type)}`, at);
  }
  context.session.budget.spend(type.fields.length * STAR_COST, at);
  const base =
    seen.aggregate || seen.window ? expression : computeOnce(expression, context, before);
  return type.fields.map((field, i) => ({
    ...starColumn(field.name, getField(base, i), at),
    seen,
  }));
}

/**
 * A struct whose fields are all listed is computed once; a subquery might otherwise return different values per field.
 */
function computeOnce(
  expression: ResolvedExpression,
  { session }: ClauseContext,
  before: Computed[],
): ResolvedExpression {
  if (isPath(expression)) return expression;
  const column = session.newColumn('struct', expression.type);
  before.push({ column, expression });
  return columnRef(column);
}

/** Applies EXCEPT and REPLACE. */
function applyModifiers(
  star: SelectStar,
  columns: readonly SelectColumn[],
  context: ClauseContext,
): readonly SelectColumn[] {
  const excluded = namesOf(star.except, 'EXCEPT', columns);
  const replaced = namesOf(
    star.replace.map(({ alias }) => alias),
    'REPLACE',
    columns,
  );
  for (const { alias } of star.replace) {
    if (!excluded.has(alias.name.toLowerCase())) continue;
    throw new SqlError(
      `Column ${identifierText(alias.name)} cannot occur in both SELECT * EXCEPT and REPLACE`,
      alias.at,
    );
  }
  const remaining = columns.filter(({ name }) => !excluded.has(name.toLowerCase()));
  if (remaining.length === 0) {
    throw new SqlError('SELECT * expands to zero columns after applying EXCEPT', star.at);
  }
  if (replaced.size === 0) return remaining;
  const values = new Map(
    star.replace.map(({ expression, alias }) => [
      alias.name.toLowerCase(),
      { name: alias.name, ...resolveApart(expression, context) },
    ]),
  );
  return remaining.map((column) => {
    const value = values.get(column.name.toLowerCase());
    return value ? { ...column, ...value, row: undefined } : column;
  });
}

/** Applies the pipe operator RENAME. */
function renameColumns(
  { rename = [] }: SelectStar,
  columns: readonly SelectColumn[],
): readonly SelectColumn[] {
  if (rename.length === 0) return columns;
  namesOf(
    rename.map(({ from }) => from),
    'RENAME',
    columns,
  );
  const names = new Map(rename.map(({ from, to }) => [from.name.toLowerCase(), to.name]));
  const row = columns.find((column) => column.row && names.has(column.name.toLowerCase()));
  if (row) {
    const text = identifierText(row.name);
    throw new SqlError(`Name in pipe RENAME is a table alias, not a column: ${text}`, row.at);
  }
  return columns.map((column) => ({
    ...column,
    name: names.get(column.name.toLowerCase()) ?? column.name,
  }));
}

function namesOf(
  identifiers: SelectStar['except'],
  list: 'EXCEPT' | 'REPLACE' | 'RENAME',
  columns: readonly SelectColumn[],
): ReadonlySet<string> {
  const names = new Set<string>();
  const counts = new Map<string, number>();
  for (const { name } of columns) {
    const key = name.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { name, at } of identifiers) {
    const key = name.toLowerCase();
    const text = identifierText(name);
    if (names.has(key)) {
      throw new SqlError(`Duplicate column ${text} in SELECT * ${list} list`, at);
    }
    const count = counts.get(key) ?? 0;
    if (count === 0) {
      throw new SqlError(`Column ${text} in SELECT * ${list} list does not exist`, at);
    }
    if (count > 1 && list !== 'EXCEPT') {
      throw new SqlError(`Column ${text} in SELECT * ${list} list is ambiguous`, at);
    }
    names.add(key);
  }
  return names;
}
