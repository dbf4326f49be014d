import { expect, test } from 'vitest';
import type { ResolvedExpression } from '../../../../../src/googlesql/analysis/resolved/resolved.ts';
import { findFunction } from '../../../../../src/googlesql/functions/core/catalogue.ts';
import {
  resolveCall,
  takesPart,
} from '../../../../../src/googlesql/functions/core/signatures/resolve-call.ts';
import { arrayOf, SCALARS, typeName } from '../../../../../src/googlesql/types.ts';
import { array, column, literal, NULL } from '../../expression.ts';

function resultType(name: string, ...args: readonly ResolvedExpression[]): string {
  return typeName(resolveCall(name, args, undefined, 0).type);
}

test.each([
  ['$add', [column('INT64'), literal('FLOAT64', 1.5)], 'FLOAT64'],
  ['$add', [column('NUMERIC'), literal('FLOAT64', 1.5)], 'NUMERIC'],
  ['$add', [literal('INT64', 1n), literal('INT64', 2n)], 'INT64'],
  ['$add', [column('DATE'), literal('INT64', 2n)], 'DATE'],
  ['$divide', [literal('INT64', 1n), literal('INT64', 2n)], 'FLOAT64'],
  ['$concat_op', [literal('INT64', 1n), column('DATE')], 'STRING'],
  ['$concat_op', [array(literal('INT64', 1n)), array(literal('FLOAT64', 2))], 'ARRAY<FLOAT64>'],
  ['IF', [NULL, NULL, NULL], 'INT64'],
  [
    'APPROX_TOP_COUNT',
    [column('STRING'), literal('INT64', 3n)],
    'ARRAY<STRUCT<value STRING, count INT64>>',
  ],
] as const)('resolveCall gives %s the type of case %#', (name, args, type) => {
  expect(resultType(name, ...args)).toBe(type);
});

test('resolveCall coerces arguments to the overload', () => {
  const call = resolveCall('$equal', [column('DATE'), literal('STRING', '2020-1-2')], undefined, 0);

  expect(call.arguments[1]).toMatchObject({ type: SCALARS.DATE, value: '2020-01-02' });
  expect(call.signature).toMatchObject({ name: '$equal', kind: 'scalar' });
});

test('resolveCall points at the argument that does not convert', () => {
  const args = [column('DATE'), literal('STRING', 'x')];

  expect(() => resolveCall('$equal', args, undefined, 1, [1, 9])).toThrow(
    expect.objectContaining({ message: 'Could not cast literal "x" to type DATE', offset: 9 }),
  );
});

const ONE = literal('INT64', 1n);
const A = literal('STRING', 'a');
const TRUE = column('BOOL');

test.each([
  [
    '$equal',
    [ONE, A],
    'operator = for argument types: INT64, STRING. Supported signature: ANY = ANY',
  ],
  [
    '$and',
    [TRUE, ONE],
    'operator AND for argument types: BOOL, INT64. Supported signature: BOOL AND ([BOOL, ...])',
  ],
  [
    '$between',
    [ONE, A, A],
    'operator BETWEEN for argument types: INT64, STRING, STRING. Supported signature: (ANY) BETWEEN (ANY) AND (ANY)',
  ],
  ['$in', [ONE, A, ONE], 'operator IN for argument types literal INT64 and {INT64, STRING}'],
  ['$in_array', [ONE, array(A)], 'operator IN UNNEST for argument types: INT64, ARRAY<STRING>'],
  [
    '$case_no_value',
    [ONE, ONE],
    'operator CASE; all WHEN argument types must be BOOL but found: INT64; actual argument types (WHEN THEN) ELSE: (INT64 INT64) NULL',
  ],
  [
    '$case_no_value',
    [TRUE, ONE, A],
    'operator CASE; all THEN/ELSE arguments must be coercible to a common type but found: INT64, STRING; actual argument types (WHEN THEN) ELSE: (BOOL INT64) STRING',
  ],
  [
    'SUM',
    [A],
    'aggregate function SUM for argument types: STRING. Supported signatures: SUM(INT64); SUM(FLOAT64); SUM(NUMERIC); SUM(BIGNUMERIC); SUM(INTERVAL)',
  ],
  [
    'COALESCE',
    [],
    'function COALESCE with no arguments. Supported signature: COALESCE([ANY, ...])',
  ],
  [
    'ARRAY_CONCAT',
    [array(ONE), column(arrayOf(SCALARS.STRING))],
    'function ARRAY_CONCAT for argument types: ARRAY<INT64>, ARRAY<STRING>. Supported signature: ARRAY_CONCAT(ARRAY, [ARRAY, ...])',
  ],
] as const)('resolveCall refuses %s in the words of the reference', (name, args, message) => {
  expect(() => resolveCall(name, args, undefined, 0)).toThrow(
    `No matching signature for ${message}`,
  );
});

test('resolveCall counts the arguments of a function with one signature', () => {
  expect(() => resolveCall('COUNT', [ONE, ONE], undefined, 0)).toThrow(
    'Number of arguments does not match for aggregate function COUNT. Supported signature: COUNT(ANY)',
  );
});

test('resolveCall refuses a bare NULL beside an operator', () => {
  expect(() => resolveCall('$add', [ONE, NULL], undefined, 0, [0, 4])).toThrow(
    expect.objectContaining({ message: 'Operands of + cannot be literal NULL', offset: 4 }),
  );
});

test('resolveCall refuses types that cannot be compared', () => {
  expect(() => resolveCall('$equal', [column('JSON'), column('JSON')], undefined, 0)).toThrow(
    'Equality is not defined for arguments of type JSON',
  );
});

test('resolveCall writes dates parts and intervals in its messages', () => {
  const args = [ONE, column('DATE'), ONE];

  expect(() => resolveCall('GENERATE_DATE_ARRAY', args, 'DAY', 0)).toThrow(
    'No matching signature for function GENERATE_DATE_ARRAY for argument types: INT64, DATE, INTERVAL INT64 DATE_TIME_PART. ' +
      'Supported signature: GENERATE_DATE_ARRAY(DATE, DATE, [INTERVAL INT64 DATE_TIME_PART])',
  );
});

test('takesPart says where the date part stands', () => {
  const at = (name: string) => {
    const definition = findFunction(name);
    return definition && takesPart(definition);
  };

  expect(at('GENERATE_TIMESTAMP_ARRAY')).toBe(3);
  expect(at('IF')).toBeUndefined();
});
