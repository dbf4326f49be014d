import { coerce, supportsGrouping } from '../../functions/core/signatures/coercion.ts';
import { commonSupertype, isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { holdsUndeclared } from '../../functions/core/signatures/undeclared.ts';
import { SqlError } from '../../sql-error.ts';
import type { SetOperation } from '../../syntax/tree/ast.ts';
import { sameType, shortTypeName, type Type } from '../../types.ts';
import type { QueryColumn, ResolvedQuery, Session } from '../names/context.ts';
import { columnRef, withComputed } from '../resolved/build.ts';
import type {
  Column,
  Computed,
  ResolvedExpression,
  Scan,
  SetOperationScan,
} from '../resolved/resolved.ts';
import { matchColumns } from './match-columns.ts';

/** Combines resolved queries by UNION, INTERSECT or EXCEPT: names from the first, types common to all. */
export function combine(
  node: SetOperation,
  written: readonly ResolvedQuery[],
  session: Session,
): ResolvedQuery {
  const inputs = node.match ? matchColumns(node, node.match, written, session) : written;
  const [first, ...others] = inputs;
  if (!first) throw new TypeError('A set operation without inputs');
  const title = `${node.operator} ${node.quantifier}`;
  if (node.operator !== 'UNION' && node.quantifier === 'ALL') {
    throw new SqlError(`${title} is not supported; use ${node.operator} DISTINCT`, node.at);
  }
  others.forEach((input, i) => {
    if (input.output.length === first.output.length) return;
    throw new SqlError(
      `Queries in ${title} have mismatched column count; query 1 has ${columnCount(first)}, query ${i + 2} has ${columnCount(input)}`,
      node.inputs[i + 1]?.at ?? node.at,
    );
  });
  const types = first.output.map((_, i) => columnType(node, inputs, i));
  if (title !== 'UNION ALL') requireComparable(node, types);
  const columns = first.output.map(({ name }, i) =>
    session.newColumn(name, types[i] ?? refuseMissing()),
  );
  const scan: SetOperationScan = {
    kind: 'set_operation',
    operator: node.operator,
    quantifier: node.quantifier,
    inputs: inputs.map((input, i) =>
      castColumns(input, types, node.inputs[i]?.at ?? 0, session, inputs),
    ),
    columns,
  };
  const output = columns.map((column): QueryColumn => {
    return { name: column.name, column, literal: undefined };
  });
  return { scan, output, isValueTable: inputs.every(({ isValueTable }) => isValueTable) };
}

function refuseMissing(): never {
  throw new TypeError('A column without a type');
}

function columnCount({ output }: ResolvedQuery): string {
  return `${output.length} column${output.length === 1 ? '' : 's'}`;
}

function columnType(node: SetOperation, inputs: readonly ResolvedQuery[], index: number): Type {
  const columns = inputs.flatMap(({ output }) => output[index] ?? []);
  const values = columnValues(inputs, index);
  const [first] = values;
  const isPlain = columns.every(({ literal }) => literal === undefined);
  if (isPlain && first && values.every(({ type }) => sameType(type, first.type))) return first.type;
  const type = commonSupertype(values);
  if (type) return type;
  const names = values.map((value) => shortTypeName(value.type)).join(', ');
  throw new SqlError(
    `Column ${index + 1} in ${node.operator} ${node.quantifier} has incompatible types: ${names}`,
    node.inputs[1]?.at ?? node.at,
  );
}

function columnValues(inputs: readonly ResolvedQuery[], index: number): ResolvedExpression[] {
  return inputs.flatMap(({ output }) => output[index] ?? []).map(knownValue);
}

/** A column's value if known: a constant may still take another type. */
function knownValue({ column, literal }: QueryColumn): ResolvedExpression {
  return literal ?? columnRef(column);
}

function requireComparable(node: SetOperation, types: readonly Type[]): void {
  types.forEach((type, i) => {
    if (supportsGrouping(type)) return;
    throw new SqlError(
      `Column ${i + 1} in ${node.operator} ${node.quantifier} has type that does not support set operation comparisons: ${shortTypeName(type)}`,
      node.inputs[1]?.at ?? node.at,
    );
  });
}

/** One input of a set operation, with its columns cast to the given types, which are common to all inputs. */
export function castColumns(
  input: ResolvedQuery,
  types: readonly Type[],
  at: number,
  session: Session,
  inputs: readonly ResolvedQuery[] = [],
): { readonly scan: Scan; readonly columns: readonly Column[] } {
  const computed: Computed[] = [];
  const columns = input.output.map((item, i) => {
    const type = types[i] ?? item.column.type;
    const value = knownValue(item);
    if (sameType(item.column.type, type) && !isUndeclared(value)) return item.column;
    const peers = holdsUndeclared(value) ? columnValues(inputs, i) : undefined;
    const expression = coerce(value, type, item.literal ? (item.at ?? at) : at, peers);
    if (!expression) throw new TypeError('A supertype that a column does not take');
    const column = session.newColumn(item.name, type);
    computed.push({ column, expression });
    return column;
  });
  return { scan: withComputed(input.scan, computed), columns };
}
