import {
  arrayOf,
  type RangeKind,
  rangeElement,
  SCALARS,
  type ScalarKind,
  structOf,
  type Type,
} from '../../src/googlesql/types.ts';

/** A type as the reference's protocol writes it. */
export interface TypeProto {
  readonly type_kind: string;
  readonly array_type?: { readonly element_type: TypeProto } | null;
  readonly struct_type?: {
    readonly field: readonly { readonly field_name: string; readonly field_type: TypeProto }[];
  } | null;
  readonly range_type?: { readonly element_type: TypeProto } | null;
}

/** Writes a type for the reference. */
export function encodeType(type: Type): TypeProto {
  if (type.kind === 'ARRAY') {
    return { type_kind: 'TYPE_ARRAY', array_type: { element_type: encodeType(type.element) } };
  }
  if (type.kind === 'STRUCT') {
    const field = type.fields.map((f) => ({ field_name: f.name, field_type: encodeType(f.type) }));
    return { type_kind: 'TYPE_STRUCT', struct_type: { field } };
  }
  const element = rangeElement(type);
  if (element)
    return { type_kind: 'TYPE_RANGE', range_type: { element_type: encodeType(element) } };
  return { type_kind: type.kind === 'FLOAT64' ? 'TYPE_DOUBLE' : `TYPE_${type.kind}` };
}

/** Reads a type of the reference; one that BigQuery lacks is an error. */
export function decodeType(proto: TypeProto): Type {
  if (proto.array_type) return arrayOf(decodeType(proto.array_type.element_type));
  if (proto.type_kind === 'TYPE_STRUCT') {
    const fields = proto.struct_type?.field ?? [];
    return structOf(fields.map((f) => ({ name: f.field_name, type: decodeType(f.field_type) })));
  }
  if (proto.range_type) {
    return SCALARS[`RANGE<${decodeType(proto.range_type.element_type).kind}>` as RangeKind];
  }
  const name = proto.type_kind.slice('TYPE_'.length);
  const type = SCALARS[(name === 'DOUBLE' ? 'FLOAT64' : name) as ScalarKind] as Type | undefined;
  if (!type) throw new Error(`Cannot read the type "${proto.type_kind}"`);
  return type;
}
