import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeCursor,
  encodeCursor,
  MAX_TAKEN,
  START,
} from '../../../src/execution/paging/view-cursor.ts';

const POSITION = fc.record({
  timestamp: fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n }),
  id: fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  ),
  taken: fc.nat(MAX_TAKEN),
});

function encoded(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

test('decodeCursor gives back every position, to the microsecond', () => {
  fc.assert(
    fc.property(POSITION, (position) => {
      const cursor = encodeCursor(position);

      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(cursor)).toEqual(position);
    }),
  );
  expect(decodeCursor(encodeCursor(START))).toEqual(START);
});

test('decodeCursor refuses every other text', () => {
  const content = encoded({ t: '1', n: 0, id: 'a' });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encoded)), (text) => {
      fc.pre(text !== content);
      expect(() => decodeCursor(text)).toThrow('Argument "after" is not a cursor');
    }),
  );
});

test.each([
  ['padding', `${encoded({ t: '1', n: 0 })}=`],
  ['space', ` ${encoded({ t: '1', n: 0 })}`],
  ['another base64', Buffer.from('{"t":"1","n":0,"id":"~~~???"}').toString('base64')],
  ['another order of members', encoded({ n: 0, t: '1' })],
  ['an unknown member', encoded({ t: '1', n: 0, x: 1 })],
  ['no timestamp', encoded({ n: 0 })],
  ['a number as timestamp', encoded({ t: 1, n: 0 })],
  ['a timestamp with a leading zero', encoded({ t: '01', n: 0 })],
  ['a timestamp after the last one', encoded({ t: '253402300800000000', n: 0 })],
  ['a timestamp before the first one', encoded({ t: '-62135596800000001', n: 0 })],
  ['a fraction', encoded({ t: '1', n: 0.5 })],
  ['a negative number', encoded({ t: '1', n: -1 })],
  ['a huge number', encoded({ t: '1', n: MAX_TAKEN + 1 })],
  ['a number as id', encoded({ t: '1', n: 0, id: 1 })],
  ['a NUL in the id', encoded({ t: '1', n: 0, id: 'a\0' })],
  ['half a character in the id', encoded({ t: '1', n: 0, id: '\ud800' })],
  ['broken UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
])('decodeCursor refuses %s', (_, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow('Argument "after" is not a cursor');
});
