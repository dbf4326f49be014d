import { expect, test } from 'vitest';
import { SCALARS } from '#googlesql';
import { compareRows } from '../../../src/testing/comparing/compare-rows.ts';

const columns = [{ type: SCALARS.STRING }, { type: SCALARS.FLOAT64 }];
const list = { columns, isList: true, tolerance: 1e-9 };
const set = { ...list, isList: false };

test('rows in another order differ as a list, and not as a set', () => {
  const rows = [
    ['a', 1],
    ['b', 2],
    ['b', 2],
  ];

  expect(compareRows(rows, rows.toReversed(), set)).toEqual([]);
  expect(compareRows(rows, rows.toReversed(), list)).toEqual([
    { kind: 'changed', expected: ['a', 1], actual: ['b', 2], place: 0, columns: [0, 1] },
    { kind: 'changed', expected: ['b', 2], actual: ['a', 1], place: 2, columns: [0, 1] },
  ]);
});

test('a set counts equal rows', () => {
  expect(
    compareRows(
      [['a', 1]],
      [
        ['a', 1],
        ['a', 1],
      ],
      set,
    ),
  ).toEqual([{ kind: 'unexpected', actual: ['a', 1], place: 1 }]);
});

test('FLOAT64 may differ by the tolerance, as a part of the larger one, and by all of it', () => {
  const differ = (one: number | null, other: number | null) =>
    compareRows([['a', one]], [['a', other]], set).length > 0;

  expect(differ(1e12, 1e12 + 999)).toBe(false);
  expect(differ(1e12, 1e12 + 1001)).toBe(true);
  expect(differ(0, 1e-9)).toBe(false);
  expect(differ(0, 1.1e-9)).toBe(true);
  expect(differ(null, Number.NaN)).toBe(false);
  expect(differ(null, 0)).toBe(true);
});

test('JSON has no order of members, and all digits of its numbers', () => {
  const differ = (one: string, other: string) =>
    compareRows([[one]], [[other]], { ...set, columns: [{ type: SCALARS.JSON }] }).length > 0;

  expect(differ('{"a":1,"b":[2,3]}', '{"b":[2,3],"a":1}')).toBe(false);
  expect(differ('[1.50,0.1,9007199254740993]', '[1.5,0.10,9007199254740993]')).toBe(false);
  expect(differ('[1e21,1.0]', '[1e+21,1]')).toBe(false);
  expect(differ('{"a":9007199254740993}', '{"a":9007199254740992}')).toBe(true);
  expect(differ('9007199254740993', '"9007199254740993"')).toBe(true);
  expect(differ('[2,3]', '[3,2]')).toBe(true);
});

test('a list with a row too many shows that row alone', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => [name, 1]);

  expect(compareRows(rows, rows.toSpliced(1, 0, ['x', 1]), list)).toEqual([
    { kind: 'unexpected', actual: ['x', 1], place: 1 },
  ]);
  expect(compareRows(rows, rows.toSpliced(1, 1), list)).toEqual([
    { kind: 'missing', expected: ['b', 1], place: 1 },
  ]);
});

test('in a set, a row is compared with the one that it has most in common with', () => {
  const expected = [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ];

  expect(
    compareRows(
      expected,
      [
        ['c', 4],
        ['z', 9],
        ['a', 1],
      ],
      set,
    ),
  ).toEqual([
    { kind: 'missing', expected: ['b', 2], place: 1 },
    { kind: 'changed', expected: ['c', 3], actual: ['c', 4], place: 2, columns: [1] },
    { kind: 'unexpected', actual: ['z', 9], place: 1 },
  ]);
});
