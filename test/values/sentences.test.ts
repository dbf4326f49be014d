import { expect, test } from 'vitest';
import { sentences } from '../../src/values/sentences.ts';

test('texts become sentences', () => {
  expect(sentences('Their country', 'A code.')).toBe('Their country. A code.');
  expect(sentences('Is it one?', 'Yes')).toBe('Is it one? Yes');
  expect(sentences(undefined, '', ' A code. ')).toBe('A code.');
  expect(sentences('Their country')).toBe('Their country');
  expect(sentences()).toBe('');
});
