import { excerpt } from '../../excerpt.ts';
import { coerce, supportsGrouping } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Aliased, Identifier, Pivot, Select, TableOperator } from '../../syntax/tree/ast.ts';
import { shortTypeName, shownTypeName, type Type } from '../../types.ts';
import { checkGroupings } from '../aggregation/group-by.ts';
import {
  type ClauseContext,
  type Environment,
  resolveApart,
  rowContext,
  type SelectState,
} from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { namesUnder, type ResolvedFrom, Scope } from '../names/names.ts';
import { columnRef, withComputed } from '../resolved/build.ts';
import type { AggregateCall, Column, Computed, ResolvedExpression } from '../resolved/resolved.ts';
import { aggregateParts, everyExpression } from '../resolved/traverse.ts';

/**
 * Resolves PIVOT: a GROUP BY of the columns that it does not name, with each aggregate once for each value, over the
 * rows of that value.
 */
export function resolvePivot(
  node: Pivot,
  { scan, names, listed }: PivotInput,
  select: Select,
  environment: Environment,
): ResolvedFrom {
  const { session } = environment;
  const state: SelectState = { select, aggregates: [], windowFunctions: [], windows: new Map() };
  const scope = new Scope(names, environment.outer);
  const context = { ...rowContext(environment, scope, 'PIVOT clause'), select: state };
  const calls = node.aggregates.map((item) => resolveCallOf(item, state, context));
  checkGroupings(state, []);
  const { expression } = resolveApart(node.operand, context);
  const operand: Computed = { column: session.newColumn('', expression.type), expression };
  const values = node.values.map((item) => resolveValue(item, expression.type, context));
  checkAliases(node.aggregates);
  session.budget.spend(calls.length * values.length, node.at);
  const pivoted = values.flatMap((value, v) =>
    calls.map((call, i) => {
      const sides = [columnRef(operand.column), value];
      const filter = callExpression('$is_not_distinct_from', sides, node.at);
      const name = pivotColumnName(node.aggregates[i]?.alias, node.values[v], value);
      return { column: session.newColumn(name, call.type), call: { ...call, filter } };
    }),
  );
  const used = columnsIn([expression, ...calls.flatMap(aggregateParts)]);
  const groups = listed
    .filter(({ column }) => !used.has(column))
    .map(({ name, column }) => groupOf(name, column, node.at, environment));
  const input = withComputed(scan, [operand]);
  const columns = [...groups, ...pivoted].map(({ column }) => column);
  const output = columns.map((column) => ({ name: column.name, column }));
  return {
    scan: { kind: 'aggregate', input, groups, sets: undefined, aggregates: pivoted, columns },
    names: namesUnder(output, false, node.alias?.name ?? '', node.alias?.at ?? node.at),
  };
}

function resolveCallOf(
  { expression: node, at }: Aliased,
  state: SelectState,
  context: ClauseContext,
): AggregateCall {
  const clause = 'PIVOT expression';
  const { expression } = resolveApart(node, { ...context, clause, aggregates: 'allowed' });
  const aggregate = state.aggregates.find(
    ({ column }) => expression.kind === 'column' && expression.column === column,
  );
  if (!aggregate) throw new SqlError('PIVOT expression must be an aggregate function call', at);
  return aggregate.call;
}

function resolveValue(
  { expression: node, at }: Aliased,
  type: Type,
  context: ClauseContext,
): ResolvedExpression {
  const { expression } = resolveApart(node, context);
  const kinds = new Set(everyExpression([expression], 'own').map(({ kind }) => kind));
  if (kinds.has('parameter')) {
    throw new SqlError('Query parameters in the IN clause of PIVOT are not supported', at);
  }
  if (kinds.has('column') || kinds.has('subquery')) {
    throw new SqlError('IN expression in PIVOT clause must be constant', at);
  }
  const value = coerce(expression, type, at);
  if (value) return value;
  throw new SqlError(
    `PIVOT IN list item must be type ${shownTypeName(type)} to match the PIVOT FOR expression; found ${shownTypeName(expression.type)}`,
    at,
  );
}

function columnsIn(expressions: readonly ResolvedExpression[]): ReadonlySet<Column> {
  const all = everyExpression(expressions, 'all');
  return new Set(all.flatMap((part) => (part.kind === 'column' ? [part.column] : [])));
}

function groupOf(name: string, column: Column, at: number, { session }: Environment): Computed {
  if (supportsGrouping(column.type)) {
    return { column: session.newColumn(name, column.type), expression: columnRef(column) };
  }
  throw new SqlError(
    `Column ${excerpt(name)} of type ${shortTypeName(column.type)} cannot be used as an implicit grouping column of a PIVOT clause`,
    at,
  );
}

function checkAliases(aggregates: readonly Aliased[]): void {
  const unnamed = aggregates.filter(({ alias }) => !alias);
  if (aggregates.length === 1 || unnamed.length === 0) return;
  throw new SqlError(
    'PIVOT expression must have an alias unless there is exactly one PIVOT expression',
    unnamed[0]?.at,
  );
}

/** The name of a column that PIVOT makes: that of the aggregate, if it has one, and that of the value. */
function pivotColumnName(
  aggregate: Identifier | undefined,
  written: Aliased | undefined,
  value: ResolvedExpression,
): string {
  const name = written?.alias?.name ?? valueName(value, aggregate === undefined, written?.at);
  return aggregate ? `${aggregate.name}_${name}` : name;
}

/** The text of a constant as a name, or as a part of one; refused if it gives none. */
function valueName(value: ResolvedExpression, isStart: boolean, at: number | undefined): string {
  const { type } = value;
  if (value.kind === 'struct' && type.kind === 'STRUCT') {
    const names = value.fields.map((field, i) => {
      const name = type.fields[i]?.name ?? '';
      const text = valueName(field, isStart && i === 0 && name === '', at);
      return name === '' ? text : `${name}_${text}`;
    });
    return names.join('_');
  }
  if (value.kind !== 'literal') {
    throw new SqlError(
      'Generating an implicit alias for this PIVOT value is not supported; please provide an explicit alias',
      at,
    );
  }
  if (value.value === null) return 'NULL';
  const text = String(value.value);
  switch (type.kind) {
    case 'STRING':
      return text || (isStart ? 'empty_string_value' : '_empty_string_value');
    case 'BOOL':
      return text;
    case 'INT64':
    case 'NUMERIC':
    case 'BIGNUMERIC':
    case 'DATE': {
      const name = type.kind === 'DATE' ? text : text.replace('-', 'minus_');
      const prefix = isStart && /^\d/.test(name) ? '_' : '';
      return prefix + name.replace('.', '_point_').replaceAll('-', '_');
    }
    default:
      throw new SqlError(`PIVOT values of type ${shortTypeName(type)} must specify an alias`, at);
  }
}

/** The input of PIVOT, UNPIVOT or MATCH_RECOGNIZE. */
export interface PivotInput extends ResolvedFrom {
  readonly listed: readonly { readonly name: string; readonly column: Column }[];
}

/** Gives every listed column an identity of its own: one column may be listed by several names. */
export function ownColumns(
  { scan, names }: ResolvedFrom,
  { input, kind, at }: TableOperator,
  { session }: Environment,
): PivotInput {
  if (kind !== 'match_recognize' && names.columns.some(({ isRow }) => isRow)) {
    throw new SqlError(`${kind.toUpperCase()} of a value table is not supported`, at);
  }
  const computed = names.columns.map(
    ({ name, column }): Computed => ({
      column: session.newColumn(name, column.type),
      expression: columnRef(column),
    }),
  );
  const listed = computed.map(({ column }) => ({ name: column.name, column }));
  if (input.kind === 'derived_table' && input.keepsNames) {
    const own = names.columns.map(
      ({ column }, i) => [column, listed[i]?.column ?? column] as const,
    );
    return { scan: withComputed(scan, computed), names: names.moved(new Map(own)), listed };
  }
  const written = 'alias' in input ? input.alias : undefined;
  const alias = written ?? (input.kind === 'table_path' ? input.path.at(-1) : undefined);
  return {
    scan: withComputed(scan, computed),
    names: namesUnder(listed, names.row !== undefined, alias?.name ?? '', at),
    listed,
  };
}
