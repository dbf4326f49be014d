import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSizeFault } from '../../src/request/json-size.ts';

const nested = (open: string, close: string, times: number) =>
  open.repeat(times) + close.repeat(times);

test.each([
  ['', undefined],
  [nested('[', ']', 64), undefined],
  [nested('[', ']', 65), 'is nested more than 64 levels deep'],
  [`{"a":${nested('{"b":', '}', 64)}}`, 'is nested more than 64 levels deep'],
  ['['.repeat(1_000_000), 'is nested more than 64 levels deep'],
  [JSON.stringify(Array(10_000).fill(1)), undefined],
  [JSON.stringify(Array(10_001).fill(1)), 'has more than 10000 members'],
  [JSON.stringify({ a: '[{,'.repeat(100_000) }), undefined],
  [JSON.stringify({ a: '\\"[,'.repeat(100_000) }), undefined],
  [`["\\\\",${nested('[', ']', 64)}]`, 'is nested more than 64 levels deep'],
  ['"an end is missing [[', undefined],
])('jsonSizeFault judges text %#', (text, fault) => {
  expect(jsonSizeFault(text)).toBe(fault);
});

test('jsonSizeFault knows where strings end', () => {
  const deep = nested('[', ']', 64);

  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '[', ',', 'a', '\n') }), (text) => {
      const string = JSON.stringify(text);

      expect(jsonSizeFault(`{${string}:${string}}`)).toBeUndefined();
      expect(jsonSizeFault(`[${string},${deep}]`)).toBe('is nested more than 64 levels deep');
    }),
  );
});
