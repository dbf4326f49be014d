import { expect, test } from 'vitest';
import { readFormat } from '../../../../../src/googlesql/functions/datetime/format/format-elements.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const element = (name: string) => ({ kind: 'element', name });

test('readFormat opens composed elements and keeps the order', () => {
  expect(readFormat('%FT%E3SZ', () => true)).toEqual([
    element('Y'),
    text('-'),
    element('m'),
    text('-'),
    element('d'),
    text('T'),
    element('E3S'),
    text('Z'),
  ]);
});

test('readFormat leaves an element that is not expanded as it is written', () => {
  expect(readFormat('%H%%%Y%n', (name) => name === 'Y')).toEqual([
    text('%H'),
    text('%'),
    element('Y'),
    text('\n'),
  ]);
});

test.each(['%', '%-d', '%1', 'x%é'])('readFormat refuses %s', (format) => {
  expect(() => readFormat(format, () => true)).toThrow('is not supported');
});

test('readFormat refuses a format that is longer than any sensible one', () => {
  expect(readFormat('%Y'.repeat(500), () => true)).toHaveLength(500);
  expect(() => readFormat('%Y'.repeat(501), () => true)).toThrow('longer than 1000 characters');
});
