import type { Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import type {
  Column,
  ColumnRef,
  GetField,
  ResolvedExpression,
  ResolvedLiteral,
} from './resolved.ts';

/** A reference to a column. */
export function columnRef(column: Column): ColumnRef {
  return { kind: 'column', type: column.type, column };
}

/** A constant; coercible if it was written without a type. */
export function literal(type: Type, value: LiteralValue, coercible = false): ResolvedLiteral {
  return { kind: 'literal', type, value, coercible };
}

/** A field of a struct. */
export function getField(struct: ResolvedExpression, index: number): GetField {
  const field = struct.type.kind === 'STRUCT' ? struct.type.fields[index] : undefined;
  if (!field) throw new TypeError(`No field ${index} in a ${struct.type.kind}`);
  return { kind: 'get_field', type: field.type, struct, index };
}
