import type { OutputColumn, Row, ScalarKind, Type, Value } from '../../../../googlesql/index.ts';

/** Numbers that JSON cannot represent, by their text. */
export const NON_JSON_NUMBERS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
};

/** The text of a number that JSON cannot represent; undefined for others. */
export function nonJsonNumberText(value: number): string | undefined {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? undefined : String(value);
}

/** Encodes rows with numbers that JSON cannot represent; nearly all rows have none and need no copy. */
export interface FrameCodec {
  /** Whether a row has such a float; does not copy. */
  needsEncoding(row: Row): boolean;
  encode(row: Row): Row;
  decode(row: Row): Row;
}

/** Compiles a codec for rows with these columns. */
export function compileFrameCodec(columns: readonly OutputColumn[]): FrameCodec {
  const asIs = (row: Row) => row;
  return {
    needsEncoding: tupleTest(columns) ?? (() => false),
    encode: tupleChange(columns, TO_JSON) ?? asIs,
    decode: tupleChange(columns, FROM_JSON) ?? asIs,
  };
}

type Change = (value: Value) => Value;
type Leaves = Partial<Record<ScalarKind, Change>>;
type Test = (value: Value) => boolean;

const toDigits: Change = (value) => (typeof value === 'bigint' ? value.toString() : value);
const fromDigits: Change = (value) => (typeof value === 'string' ? BigInt(value) : value);

const TO_JSON: Leaves = {
  FLOAT64: (value) => (typeof value === 'number' ? (nonJsonNumberText(value) ?? value) : value),
  INT64: toDigits,
  TIMESTAMP: toDigits,
};
const FROM_JSON: Leaves = {
  FLOAT64: (value) => (typeof value === 'string' ? (NON_JSON_NUMBERS[value] ?? null) : value),
  INT64: fromDigits,
  TIMESTAMP: fromDigits,
};

interface Member {
  readonly type: Type;
}

/** Compiles what is needed for the members, with their indices; members that need nothing are left out. */
function needed<Made>(members: readonly Member[], compile: (type: Type) => Made | undefined) {
  return members.flatMap(({ type }, i) => {
    const made = compile(type);
    return made === undefined ? [] : [{ made, i }];
  });
}

/** Undefined if no member needs a change. */
function tupleChange(members: readonly Member[], leaves: Leaves): ((row: Row) => Row) | undefined {
  const changes = needed(members, (type) => changeOf(type, leaves));
  if (changes.length === 0) return undefined;
  return (values) => {
    const changed = [...values];
    for (const { made, i } of changes) changed[i] = made(changed[i] ?? null);
    return changed;
  };
}

function changeOf(type: Type, leaves: Leaves): Change | undefined {
  if (type.kind !== 'ARRAY' && type.kind !== 'STRUCT') return leaves[type.kind];
  const change =
    type.kind === 'STRUCT' ? tupleChange(type.fields, leaves) : itemsChange(type.element, leaves);
  return change && ((value) => (Array.isArray(value) ? change(value) : value));
}

function itemsChange(element: Type, leaves: Leaves): ((row: Row) => Row) | undefined {
  const change = changeOf(element, leaves);
  return change && ((values) => values.map(change));
}

/** Undefined if no member contains a float. */
function tupleTest(members: readonly Member[]): ((row: Row) => boolean) | undefined {
  const tests = needed(members, testOf);
  if (tests.length === 0) return undefined;
  return (values) => tests.some(({ made, i }) => made(values[i] ?? null));
}

function testOf(type: Type): Test | undefined {
  if (type.kind === 'FLOAT64') {
    return (value) => typeof value === 'number' && nonJsonNumberText(value) !== undefined;
  }
  if (type.kind !== 'ARRAY' && type.kind !== 'STRUCT') return undefined;
  const test = type.kind === 'STRUCT' ? tupleTest(type.fields) : itemsTest(type.element);
  return test && ((value) => Array.isArray(value) && test(value));
}

function itemsTest(element: Type): ((row: Row) => boolean) | undefined {
  const test = testOf(element);
  return test && ((values) => values.some(test));
}
