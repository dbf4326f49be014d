import type { OutputColumn, Row, Type, Value } from '../googlesql/index.ts';

/** What JSON can hold of a value: integers past 2^53 and floats without a JSON form are text. */
export type Encoded = null | boolean | number | string | readonly Encoded[];

interface Codec {
  encode(value: Value): Encoded;
  /** Throws `OddValue` for what `encode` cannot have made. */
  decode(encoded: unknown): Value;
}

/** Told apart from other errors, which are mistakes of the program. */
class OddValue extends Error {}

const MAX_INT64_DIGITS = 19;
const INT64_TEXT = /^-?\d+$/;
const INT64_BITS = 64;

/** Rows as JSON can hold them, so that `decodeRows` makes deeply equal rows of them. */
export function encodeRows(columns: readonly OutputColumn[], rows: readonly Row[]): Encoded {
  const codecs = columns.map(({ type }) => codecOf(type));
  return rows.map((row) => row.map((value, i) => codecs[i]?.encode(value) ?? null));
}

/** The rows that were encoded; undefined where they cannot be rows of these columns. */
export function decodeRows(
  columns: readonly OutputColumn[],
  encoded: unknown,
): readonly Row[] | undefined {
  const row = tupleCodec(columns.map(({ type }) => codecOf(type)));
  try {
    return membersOf(encoded).map((member) => {
      const decoded = row.decode(member);
      if (!Array.isArray(decoded)) throw new OddValue();
      return decoded as Row;
    });
  } catch (error) {
    if (error instanceof OddValue) return undefined;
    throw error;
  }
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

/** A value of another type is refused when it is read. */
const TEXT: Codec = {
  encode: (value) => value as Encoded,
  decode: (encoded) => {
    if (typeof encoded !== 'string') throw new OddValue();
    return encoded;
  },
};

const BOOLEAN: Codec = {
  encode: (value) => value as Encoded,
  decode: (encoded) => {
    if (typeof encoded !== 'boolean') throw new OddValue();
    return encoded;
  },
};

/** Numbers stay numbers and bigints become text, so that it is known which of them a value was. */
const INTEGER: Codec = {
  encode: (value) => {
    if (typeof value === 'bigint') return value.toString();
    return Object.is(value, -0) ? '-0' : (value as number);
  },
  decode: (encoded) => {
    if (typeof encoded === 'number' && Number.isSafeInteger(encoded)) return encoded;
    if (encoded === '-0') return -0;
    // Reading digits takes longer than linear time; the bound is checked first.
    if (typeof encoded !== 'string' || encoded.length > MAX_INT64_DIGITS + 1) throw new OddValue();
    if (!INT64_TEXT.test(encoded)) throw new OddValue();
    const value = BigInt(encoded);
    if (BigInt.asIntN(INT64_BITS, value) !== value) throw new OddValue();
    return value;
  },
};

const FLOATS_AS_TEXT: Readonly<Record<string, number>> = {
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
    if (typeof encoded !== 'string' || !Object.hasOwn(FLOATS_AS_TEXT, encoded)) {
      throw new OddValue();
    }
    return FLOATS_AS_TEXT[encoded] ?? null;
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
      if (members.length !== codecs.length) throw new OddValue();
      return codecs.map((codec, i) => codec.decode(members[i]));
    },
  };
}

function membersOf(encoded: unknown): readonly unknown[] {
  if (!Array.isArray(encoded)) throw new OddValue();
  return encoded;
}
