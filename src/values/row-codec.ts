import type { OutputColumn, Row, Type, Value } from '#googlesql';
import { attempt } from './attempt.ts';

/** A value encoded for JSON: bigints, and floats without a JSON form, are text. */
export type Encoded = null | boolean | number | string | readonly Encoded[];

interface Codec {
  encode(value: Value): Encoded;
  /** Throws `InvalidValue` for anything that `encode` cannot produce. */
  decode(encoded: unknown): Value;
}

/** A separate class, because other errors are bugs. */
class InvalidValue extends Error {}

const MAX_INT64_DIGITS = 19;
const INT64_TEXT = /^-?\d+$/;
const INT64_BITS = 64;

/** Encodes rows for JSON; `decodeRows` restores deeply equal rows. */
export function encodeRows(columns: readonly OutputColumn[], rows: readonly Row[]): Encoded {
  const codec = rowCodec(columns);
  return rows.map((row) => codec.encode(row));
}

/** Decodes rows; undefined if they cannot be rows of these columns. */
export function decodeRows(
  columns: readonly OutputColumn[],
  encoded: unknown,
): readonly Row[] | undefined {
  const codec = rowCodec(columns);
  return attempt(() => membersOf(encoded).map((row) => codec.decode(row) as Row), InvalidValue);
}

function rowCodec(columns: readonly OutputColumn[]): Codec {
  return tupleCodec(columns.map(({ type }) => codecOf(type)));
}

function codecOf(type: Type): Codec {
  switch (type.kind) {
    case 'BOOL':
      return nullable(BOOLEAN);
    case 'INT64':
    case 'TIMESTAMP':
      return nullable(INTEGER);
    case 'FLOAT64':
      return nullable(FLOAT);
    case 'ARRAY':
      return nullable(listCodec(codecOf(type.element)));
    case 'STRUCT':
      return nullable(tupleCodec(type.fields.map((field) => codecOf(field.type))));
    default:
      return nullable(TEXT);
  }
}

function nullable(codec: Codec): Codec {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (encoded) => (encoded === null ? null : codec.decode(encoded)),
  };
}

/** Values of another type are rejected when they are decoded. */
const TEXT: Codec = {
  encode: (value) => value as Encoded,
  decode: (encoded) => {
    if (typeof encoded !== 'string') throw new InvalidValue();
    return encoded;
  },
};

const BOOLEAN: Codec = {
  encode: (value) => value as Encoded,
  decode: (encoded) => {
    if (typeof encoded !== 'boolean') throw new InvalidValue();
    return encoded;
  },
};

/** Numbers stay numbers and bigints become text, so that decoding restores the same type. */
const INTEGER: Codec = {
  encode: (value) => {
    if (typeof value === 'bigint') return value.toString();
    return Object.is(value, -0) ? '-0' : (value as number);
  },
  decode: (encoded) => {
    if (typeof encoded === 'number' && Number.isSafeInteger(encoded)) return encoded;
    if (encoded === '-0') return -0;
    // Parsing digits takes more than linear time, so the length is checked first.
    if (typeof encoded !== 'string' || encoded.length > MAX_INT64_DIGITS + 1)
      throw new InvalidValue();
    if (!INT64_TEXT.test(encoded)) throw new InvalidValue();
    const value = BigInt(encoded);
    if (BigInt.asIntN(INT64_BITS, value) !== value) throw new InvalidValue();
    return value;
  },
};

/** Floats that JSON cannot represent, by their text. */
const NON_JSON_FLOATS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
};

const FLOAT: Codec = {
  encode: (value) => {
    if (Object.is(value, -0)) return '-0';
    return Number.isFinite(value) ? (value as number) : String(value);
  },
  decode: (encoded) => {
    if (typeof encoded === 'number') return encoded;
    if (typeof encoded === 'string' && Object.hasOwn(NON_JSON_FLOATS, encoded)) {
      return NON_JSON_FLOATS[encoded] ?? null;
    }
    throw new InvalidValue();
  },
};

function listCodec(element: Codec): Codec {
  return {
    encode: (value) => (value as readonly Value[]).map((member) => element.encode(member)),
    decode: (encoded) => membersOf(encoded).map((member) => element.decode(member)),
  };
}

function tupleCodec(codecs: readonly Codec[]): Codec {
  return {
    encode: (value) =>
      (value as readonly Value[]).map((member, i) => codecs[i]?.encode(member) ?? null),
    decode: (encoded) => {
      const members = membersOf(encoded);
      if (members.length !== codecs.length) throw new InvalidValue();
      return codecs.map((codec, i) => codec.decode(members[i]));
    },
  };
}

function membersOf(encoded: unknown): readonly unknown[] {
  if (!Array.isArray(encoded)) throw new InvalidValue();
  return encoded;
}
