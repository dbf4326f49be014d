import { expect, test } from 'vitest';
import { patternFacts } from '../../../../src/googlesql/functions/string/regexp-pattern.ts';

test.each([
  ['abc', 0],
  ['(a)', 1],
  ['(?:a)(?i:b)(?i)c', 0],
  ['(?P<name>a)(?<other>b)', 2],
  ['\\(a\\)', 0],
  ['[(]a[^)(]', 0],
  ['[](]a', 0],
  ['[[:alpha:](]a', 0],
  ['\\Q(((\\E(a)', 1],
])('patternFacts counts the capturing groups of %s', (pattern, groups) => {
  expect(patternFacts(pattern)?.groups).toBe(groups);
});

test.each([
  ['a(b*)', true, false],
  ['a(b+)', false, false],
  ['a?(b)?', false, true],
  ['(\\b)a', true, false],
  ['^a', false, false],
  ['^|a', true, true],
  ['[$^]', false, false],
  ['x*', true, true],
  ['$', true, true],
])(
  'patternFacts tells whether %s can give or match nothing',
  (pattern, canExtractEmpty, canMatchEmpty) => {
    expect(patternFacts(pattern)).toMatchObject({ canExtractEmpty, canMatchEmpty });
  },
);

test.each([
  ['a(b)c', false],
  ['a(b)?c', true],
  ['a(b){0,2}', true],
  ['a|(b)', true],
  ['(?:a(b))?', true],
])('patternFacts tells whether the group of %s may be missing', (pattern, isGroupOptional) => {
  expect(patternFacts(pattern)).toMatchObject({ isGroupOptional });
});

test('patternFacts knows nothing about a pattern that is none', () => {
  expect(patternFacts('(')).toBeUndefined();
});
