import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import {
  canBeEmpty,
  patternSteps,
} from '../../../../src/googlesql/functions/string/regexp-nullable.ts';

test.each([
  ['a', false],
  ['a*', true],
  ['a{0,3}b{2}', false],
  ['a{0}', true],
  ['a{00,2}', true],
  ['a{01}', false],
  ['a{,2}', false],
  ['(a|)', true],
  ['(?:a|b)?', true],
  ['(?i)(?P<x>a??)', true],
  ['^\\b$', true],
  ['[]*]', false],
  ['[^]a]*', true],
  ['\\pL\\p{Greek}*', false],
  ['(\\12)*', true],
  ['\\x{61}?', true],
  ['é?', true],
  ['\\Q(*\\E', false],
  ['\\Qa\\E*', true],
  ['\\Qab\\E*', false],
])('canBeEmpty reads %s', (pattern, isEmpty) => {
  expect(canBeEmpty(pattern)).toBe(isEmpty);
});

test.each(['(', ')', '*', '[a', 'a\\', '|*', '(?i)*'])(
  'canBeEmpty knows nothing about %s',
  (pattern) => {
    expect(canBeEmpty(pattern)).toBeUndefined();
  },
);

const piece = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '[ab]',
    '[^(]',
    '[]a]',
    '[[:alpha:]*]',
    '\\d',
    '\\.',
    '\\pL',
    '\\p{Lu}',
    '\\x61',
    '\\x{61}',
  ],
  ...[
    '(',
    '(?:',
    '(?i:',
    '(?P<n>',
    '(?<m>',
    '(?i)',
    ')',
    ')',
    ')',
    '|',
    '^',
    '$',
    '\\b',
    '\\B',
    '\\A',
    '\\z',
  ],
  ...[
    '*',
    '+',
    '?',
    '*?',
    '{0}',
    '{0,2}',
    '{1}',
    '{2,}',
    '{',
    '}',
    '{,1}',
    'é',
    '\\0',
    '\\12',
    '-',
    ']',
  ],
);

function withoutAssertions(pieces: readonly string[]): string {
  return pieces.map((one) => (/^(?:\^|\$|\\[bBAz])$/.test(one) ? '(?:)' : one)).join('');
}

/** Whether the whole of nothing matches; undefined for what RE2 does not take. */
function matchesNothing(pieces: readonly string[]): boolean | undefined {
  try {
    RE2JS.compile(pieces.join(''));
    return RE2JS.compile(withoutAssertions(pieces)).matcher('').find();
  } catch {
    return undefined;
  }
}

test('canBeEmpty agrees with RE2 about every pattern that is one', () => {
  let valid = 0;

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const expected = matchesNothing(pieces);
      if (expected === undefined) return;
      valid += 1;
      expect(canBeEmpty(pieces.join(''))).toBe(expected);
    }),
    { numRuns: 20_000, seed: 1 },
  );

  expect(valid).toBeGreaterThan(3_000);
});

test.each([
  ['abc', 3],
  ['a{10}', 10],
  ['a{2,10}b', 11],
  ['((a|b)?){500}c', 1001],
  ['(a{10}b){10}', 110],
  ['[a-z]+\\d*^', 3],
  ['\\Qabc\\E{3}', 5],
  ['\\pL{3}', 33],
  ['[\\pLé\\x{100}]', 14],
])('patternSteps writes out the repetitions of %s', (pattern, steps) => {
  expect(patternSteps(pattern)).toBe(steps);
});
