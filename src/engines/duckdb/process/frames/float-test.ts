import type { OutputColumn, Row, Type, Value } from '../../../../googlesql/index.ts';
import { nonJsonFloatText } from '../../../../row-codec.ts';

type Test = (value: Value) => boolean;

/** Compiles a test for rows with a float that JSON cannot represent; nearly all rows have none. */
export function floatTest(columns: readonly OutputColumn[]): (row: Row) => boolean {
  return tupleTest(columns) ?? (() => false);
}

/** Undefined if no member contains a float. */
function tupleTest(
  members: readonly { readonly type: Type }[],
): ((row: Row) => boolean) | undefined {
  const tests = members.flatMap(({ type }, i) => {
    const test = testOf(type);
    return test ? [{ test, i }] : [];
  });
  if (tests.length === 0) return undefined;
  return (values) => tests.some(({ test, i }) => test(values[i] ?? null));
}

function testOf(type: Type): Test | undefined {
  if (type.kind === 'FLOAT64') {
    return (value) => typeof value === 'number' && nonJsonFloatText(value) !== undefined;
  }
  if (type.kind !== 'ARRAY' && type.kind !== 'STRUCT') return undefined;
  const test = type.kind === 'STRUCT' ? tupleTest(type.fields) : itemsTest(type.element);
  return test && ((value) => Array.isArray(value) && test(value));
}

function itemsTest(element: Type): ((row: Row) => boolean) | undefined {
  const test = testOf(element);
  return test && ((values) => values.some(test));
}
