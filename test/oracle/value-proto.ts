import { timestampText } from '../../src/googlesql/functions/datetime/civil-time.ts';
import { type RangeKind, rangeElement, type Type } from '../../src/googlesql/types.ts';
import { integerValue, type Value } from '../../src/googlesql/value.ts';
import {
  dateDays,
  dateText,
  datetimeText,
  packDatetime,
  packTime,
  timeText,
} from './civil-time.ts';
import { decimalText, intervalText, packDecimal, packInterval, SCALE_OF } from './packed-number.ts';

/** A value as the reference's protocol writes it: one member, or none for NULL. */
export interface ValueProto {
  readonly int64_value?: string;
  readonly bool_value?: boolean;
  readonly double_value?: number;
  readonly string_value?: string;
  readonly bytes_value?: Buffer;
  readonly date_value?: number;
  readonly array_value?: { readonly element?: readonly ValueProto[] };
  readonly struct_value?: { readonly field?: readonly ValueProto[] };
  readonly timestamp_value?: { readonly seconds?: string; readonly nanos?: number };
  readonly datetime_value?: {
    readonly bit_field_datetime_seconds: string;
    readonly nanos?: number;
  };
  readonly time_value?: string;
  readonly numeric_value?: Buffer;
  readonly bignumeric_value?: Buffer;
  readonly json_value?: string;
  readonly interval_value?: Buffer;
  readonly range_value?: { readonly start?: ValueProto; readonly end?: ValueProto };
}

type Present = Required<ValueProto>;

/** Reads a value of the reference in the canonical form. */
export function decodeValue(type: Type, proto: ValueProto): Value {
  if (Object.values(proto).every((member) => member === undefined)) return null;
  // The member that belongs to the type is there, because the value is not NULL.
  return READERS[type.kind](proto as Present, type);
}

const READERS: Readonly<Record<Type['kind'], (proto: Present, type: Type) => Value>> = {
  BOOL: (p) => p.bool_value,
  INT64: (p) => integerValue(BigInt(p.int64_value)),
  FLOAT64: (p) => p.double_value,
  NUMERIC: (p) => decimalText(p.numeric_value, SCALE_OF.NUMERIC),
  BIGNUMERIC: (p) => decimalText(p.bignumeric_value, SCALE_OF.BIGNUMERIC),
  STRING: (p) => p.string_value,
  BYTES: (p) => p.bytes_value.toString('base64'),
  DATE: (p) => dateText(p.date_value),
  DATETIME: (p) =>
    datetimeText(BigInt(p.datetime_value.bit_field_datetime_seconds), p.datetime_value.nanos ?? 0),
  TIME: (p) => timeText(BigInt(p.time_value)),
  TIMESTAMP: (p) =>
    integerValue(
      BigInt(p.timestamp_value.seconds ?? 0) * 1_000_000n +
        BigInt((p.timestamp_value.nanos ?? 0) / 1000),
    ),
  INTERVAL: (p) => intervalText(p.interval_value),
  JSON: (p) => p.json_value,
  'RANGE<DATE>': readRange,
  'RANGE<DATETIME>': readRange,
  'RANGE<TIMESTAMP>': readRange,
  ARRAY: (p, type) =>
    type.kind === 'ARRAY'
      ? (p.array_value.element ?? []).map((e) => decodeValue(type.element, e))
      : [],
  STRUCT: (p, type) =>
    type.kind === 'STRUCT'
      ? type.fields.map((f, i) => decodeValue(f.type, p.struct_value.field?.[i] ?? {}))
      : [],
};

function readRange({ range_value: { start, end } }: Present, type: Type): Value {
  const bound = (proto: ValueProto = {}) => {
    const value = decodeValue(rangeElement(type) ?? type, proto);
    if (value === null) return 'UNBOUNDED';
    return type.kind === 'RANGE<TIMESTAMP>' ? timestampText(BigInt(value as number)) : value;
  };
  return `[${bound(start)}, ${bound(end)})`;
}

/** Writes a canonical value for the reference. */
export function encodeValue(type: Type, value: Value): ValueProto {
  if (value === null) return {};
  if (isRange(type.kind)) throw new Error('Cannot write a range for the reference');
  return WRITERS[type.kind](value, type);
}

function isRange(kind: Type['kind']): kind is RangeKind {
  return kind.startsWith('RANGE<');
}

const WRITERS: Readonly<
  Record<Exclude<Type['kind'], RangeKind>, (value: NonNullable<Value>, type: Type) => ValueProto>
> = {
  BOOL: (v) => ({ bool_value: v === true }),
  INT64: (v) => ({ int64_value: String(v) }),
  FLOAT64: (v) => ({ double_value: Number(v) }),
  NUMERIC: (v) => ({ numeric_value: packDecimal(String(v), SCALE_OF.NUMERIC) }),
  BIGNUMERIC: (v) => ({ bignumeric_value: packDecimal(String(v), SCALE_OF.BIGNUMERIC) }),
  STRING: (v) => ({ string_value: String(v) }),
  BYTES: (v) => ({ bytes_value: Buffer.from(String(v), 'base64') }),
  DATE: (v) => ({ date_value: dateDays(String(v)) }),
  DATETIME: (v) => {
    const { seconds, nanos } = packDatetime(String(v));
    return { datetime_value: { bit_field_datetime_seconds: String(seconds), nanos } };
  },
  TIME: (v) => ({ time_value: String(packTime(String(v))) }),
  TIMESTAMP: (v) => {
    const micros = BigInt(v as number | bigint);
    const remainder = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
    const seconds = String((micros - remainder) / 1_000_000n);
    return { timestamp_value: { seconds, nanos: Number(remainder) * 1000 } };
  },
  INTERVAL: (v) => ({ interval_value: packInterval(String(v)) }),
  JSON: (v) => ({ json_value: String(v) }),
  ARRAY: (v, type) => ({
    array_value: {
      element: type.kind === 'ARRAY' ? (v as Value[]).map((e) => encodeValue(type.element, e)) : [],
    },
  }),
  STRUCT: (v, type) => ({
    struct_value: {
      field:
        type.kind === 'STRUCT'
          ? type.fields.map((f, i) => encodeValue(f.type, (v as Value[])[i] ?? null))
          : [],
    },
  }),
};
