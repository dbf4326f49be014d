import { SqlError } from '../../sql-error.ts';
import type { Identifier, Path } from '../../syntax/tree/ast.ts';
import { structOf } from '../../types.ts';
import { columnRef, getField } from '../resolved/build.ts';
import type { Column, ColumnRef, ResolvedExpression } from '../resolved/resolved.ts';
import type { Context } from './context.ts';
import { resolveField } from './fields.ts';
import { identifierText, pathText } from './identifier-text.ts';
import type { RangeVariable, Target } from './names.ts';
import { closestName, didYouMean } from './suggestions.ts';

/** What the leading names of a path refer to, and how many names were used. */
export interface ResolvedPrefix {
  readonly expression: ResolvedExpression;
  readonly length: number;
}

/** A dotted name: a column, a field chain or a whole row. */
export function resolvePath(path: Path, context: Context): ResolvedExpression {
  const prefix = resolvePrefix(path.names, context);
  if (prefix === undefined) return refuseName(path.names, context);
  return path.names.slice(prefix.length).reduce(resolveField, prefix.expression);
}

/** The leading part of a dotted name that the scope resolves; undefined if its first name is unknown. */
function resolvePrefix(names: readonly Identifier[], context: Context): ResolvedPrefix | undefined {
  const [first] = names;
  const target = first && context.scope?.lookup(first.name);
  if (!first || !target) return undefined;
  if (target.kind === 'refused') throw new SqlError(target.why, first.at);
  if (target.kind === 'range') return resolveRange(target.variable, names, context);
  return { expression: resolveTarget(target, first, names, context), length: 1 };
}

function refuseName(names: readonly Identifier[], context: Context): never {
  const [first] = names;
  const name = first?.name ?? '';
  const suggestion = closestName(name, context.scope?.visibleNames() ?? []);
  throw new SqlError(
    `Unrecognized name: ${identifierText(name)}${didYouMean(suggestion)}`,
    first?.at,
  );
}

function resolveTarget(
  target: Exclude<Target, { kind: 'range' | 'refused' }>,
  first: Identifier,
  names: readonly Identifier[],
  context: Context,
): ResolvedExpression {
  if (target.kind === 'ambiguous') {
    throw new SqlError(`Column name ${identifierText(first.name)} is ambiguous`, first.at);
  }
  if (target.kind === 'alias') {
    const { alias } = target;
    if (alias.hasAggregate && context.isAggregated) {
      throw new SqlError('Aggregations of aggregations are not allowed', first.at);
    }
    context.seen.aggregate ||= alias.hasAggregate;
    context.seen.window ||= alias.hasWindow;
    refuseWindowAlias(first, context, alias.hasWindow);
    context.session.budget.spendExpression(alias.expression, first.at);
    return alias.expression;
  }
  const base = reference(target.column, names, 'column ', context);
  return target.kind === 'field' ? getField(base, target.index) : base;
}

function refuseWindowAlias(first: Identifier, context: Context, hasWindow: boolean): void {
  const isAllowed = context.windows === 'allowed' || context.windowAliases === 'allowed';
  if (!hasWindow || isAllowed) return;
  throw new SqlError(
    `Column ${identifierText(first.name)} contains an analytic function, which is not allowed in ${context.clause}`,
    first.at,
  );
}

function resolveRange(
  variable: RangeVariable,
  names: readonly Identifier[],
  context: Context,
): ResolvedPrefix {
  const { names: list } = variable;
  const { row } = list;
  if (row) return { expression: reference(row, names, 'table alias ', context), length: 1 };
  const [first, second] = names;
  if (!first || !second) return { expression: wholeRow(variable, names, context), length: 1 };
  const target = list.lookup(second.name.toLowerCase());
  if (target?.kind === 'column') {
    return { expression: reference(target.column, names, '', context), length: 2 };
  }
  const inside = identifierText(first.name);
  const problem = target ? `is ambiguous inside ${inside}` : `not found inside ${inside}`;
  throw new SqlError(`Name ${identifierText(second.name)} ${problem}`, second.at);
}

/** A range variable as a value: a struct of its columns. */
function wholeRow(
  variable: RangeVariable,
  names: readonly Identifier[],
  context: Context,
): ResolvedExpression {
  const { columns } = variable.names;
  context.session.budget.spend(columns.length, names[0]?.at ?? variable.at);
  const type = structOf(columns.map(({ name, column }) => ({ name, type: column.type })));
  const fields = columns.map(({ column }) => reference(column, names, 'table alias ', context));
  return { kind: 'struct', type, fields };
}

function reference(
  column: Column,
  names: readonly Identifier[],
  noun: string,
  context: Context,
): ColumnRef {
  const ref = columnRef(column);
  context.session.origins.set(ref, {
    at: names[0]?.at ?? 0,
    // A path is quoted as a whole; a single name is prefixed with its kind.
    text: names.length > 1 ? pathText(names) : noun + pathText(names),
    clause: context.clause,
  });
  return ref;
}
