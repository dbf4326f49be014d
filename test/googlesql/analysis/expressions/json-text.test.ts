import { expect, test } from 'vitest';
import { jsonText } from '../../../../src/googlesql/analysis/expressions/json-text.ts';

test('jsonText drops blanks and puts keys in order', () => {
  expect(jsonText(' { "b" : [1, true, null], "a" : {"d": "x y", "c": ""} } ')).toBe(
    '{"a":{"c":"","d":"x y"},"b":[1,true,null]}',
  );
});

test('jsonText keeps the digits of integers and shows doubles as such', () => {
  expect(jsonText('[9007199254740993, -0.50, 1e2]')).toBe('[9007199254740993,-0.5,100.0]');
});

test('jsonText is undefined for what is no JSON', () => {
  expect(jsonText('{a}')).toBeUndefined();
  expect(jsonText('')).toBeUndefined();
});

test('jsonText is undefined for what is nested deeper than the stack', () => {
  expect(jsonText('['.repeat(100) + ']'.repeat(100))).toBe('['.repeat(100) + ']'.repeat(100));
  expect(jsonText('['.repeat(30_000) + ']'.repeat(30_000))).toBeUndefined();
});
