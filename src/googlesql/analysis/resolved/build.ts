import type { Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import type {
  AggregateCall,
  Column,
  ColumnRef,
  Computed,
  FilterScan,
  GetField,
  ProjectScan,
  ResolvedExpression,
  ResolvedLiteral,
  Scan,
} from './resolved.ts';

/** A reference to a column. */
export function columnRef(column: Column): ColumnRef {
  return { kind: 'column', type: column.type, column };
}

/** A constant; coercible if it was written without a type. */
export function literal(type: Type, value: LiteralValue, coercible = false): ResolvedLiteral {
  return { kind: 'literal', type, value, coercible };
}

/** An aggregate call without modifiers. */
export function plainAggregate(
  call: Pick<AggregateCall, 'type' | 'function' | 'arguments'>,
): AggregateCall {
  const absent = { nulls: undefined, having: undefined, limit: undefined };
  return { ...call, ...absent, distinct: false, orderBy: [], safe: false };
}

/** A field of a struct. */
export function getField(struct: ResolvedExpression, index: number): GetField {
  const field = struct.type.kind === 'STRUCT' ? struct.type.fields[index] : undefined;
  if (!field) throw new TypeError(`No field ${index} in a ${struct.type.kind}`);
  return { kind: 'get_field', type: field.type, struct, index };
}

/** The rows with computed columns added. */
export function withComputed(input: Scan, computed: readonly Computed[]): Scan {
  if (computed.length === 0) return input;
  const columns = [...input.columns, ...computed.map(({ column }) => column)];
  return { kind: 'project', input, computed, columns };
}

/** The rows with nothing but a computed column. */
export function onlyComputed(input: Scan, computed: Computed): ProjectScan {
  return { kind: 'project', input, computed: [computed], columns: [computed.column] };
}

/** The rows that meet a condition. */
export function filtered(input: Scan, condition: ResolvedExpression): FilterScan {
  return { kind: 'filter', input, condition, columns: input.columns };
}
