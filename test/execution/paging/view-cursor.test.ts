import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CursorScope,
  Cursors,
  cursorKey,
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

const SCOPE: CursorScope = {
  endpoint: 'logs.all',
  view: 'edge',
  arguments: { project: 'demo', since: 5n, until: undefined, share: 5, tags: ['a', 'b'] },
  tenant: undefined,
  redact: false,
};

const KEY = cursorKey('a'.repeat(32));
const CURSORS = new Cursors(() => [KEY]);
const REFUSAL = expect.objectContaining({
  code: 'BAD_USER_INPUT',
  message: expect.stringContaining('Argument "after" is not a cursor of this question'),
});

function refused(cursor: string, scope = SCOPE, cursors = CURSORS): unknown {
  try {
    return cursors.of(scope).read(cursor);
  } catch (error) {
    return error;
  }
}

test('a cursor gives back every position, to the microsecond', () => {
  fc.assert(
    fc.property(POSITION, (position) => {
      const cursor = CURSORS.of(SCOPE).issue(position);

      expect(cursor).toMatch(/^1\.[\w-]+\.[\w-]{43}$/);
      expect(CURSORS.of(SCOPE).read(cursor)).toEqual(position);
    }),
  );
  expect(CURSORS.of(SCOPE).read(CURSORS.of(SCOPE).issue(START))).toEqual(START);
});

test('a cursor of which any character is another one is refused', () => {
  const cursor = CURSORS.of(SCOPE).issue({ timestamp: 1n, id: 'abc', taken: 2 });
  for (let at = 0; at < cursor.length; at += 1) {
    const other = cursor[at] === 'A' ? 'B' : 'A';
    const altered = cursor.slice(0, at) + other + cursor.slice(at + 1);
    expect(refused(altered)).toEqual(REFUSAL);
  }
});

test('a text that nobody issued is refused, whatever position it names', () => {
  const position = Buffer.from('["1",0,"a"]').toString('base64url');
  const forged = [
    '',
    '1..',
    position,
    `1.${position}`,
    `1.${position}.${'A'.repeat(43)}`,
    `1.${position}.${randomBytes(32).toString('base64url')}`,
    Buffer.from('{"t":"1","n":0,"id":"a"}').toString('base64url'),
  ];
  for (const cursor of forged) expect(refused(cursor)).toEqual(REFUSAL);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(refused(text)).toEqual(REFUSAL);
    }),
  );
});

test.each<[string, string, string]>([
  ['padding', '', '='],
  ['a blank before it', ' ', ''],
  ['a line break behind it', '', '\n'],
  ['a character more', '', 'A'],
])('a cursor with %s is refused', (_, before, behind) => {
  const cursor = CURSORS.of(SCOPE).issue({ timestamp: 1n, id: 'abc', taken: 2 });

  expect(refused(before + cursor + behind)).toEqual(REFUSAL);
});

test.each<[string, Partial<CursorScope>]>([
  ['endpoint', { endpoint: 'logs.some' }],
  ['view', { view: 'postgres' }],
  ['argument', { arguments: { ...SCOPE.arguments, project: 'other' } }],
  ['argument that is absent', { arguments: { ...SCOPE.arguments, until: '' } }],
  ['argument that is there', { arguments: { ...SCOPE.arguments, since: undefined } }],
  ['type of an argument', { arguments: { ...SCOPE.arguments, since: '5' } }],
  [
    'argument of the same value',
    { arguments: { ...SCOPE.arguments, since: undefined, until: 5n } },
  ],
  ['array', { arguments: { ...SCOPE.arguments, tags: ['a,b'] } }],
  ['pinned tenant', { tenant: 'demo' }],
  ['redaction', { redact: true }],
])('a cursor of another %s is refused', (_, other) => {
  const cursor = CURSORS.of({ ...SCOPE, ...other }).issue({ timestamp: 1n, id: 'a', taken: 0 });

  expect(refused(cursor)).toEqual(REFUSAL);
  expect(refused(CURSORS.of(SCOPE).issue(START), { ...SCOPE, ...other })).toEqual(REFUSAL);
});

test('texts of a question cannot run into each other', () => {
  const parts = fc.record({
    endpoint: fc.string(),
    view: fc.string(),
    project: fc.string(),
    tenant: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const scopeOf = ({ project, ...rest }: typeof one): CursorScope => ({
        ...rest,
        arguments: { project },
        redact: false,
      });

      expect(refused(CURSORS.of(scopeOf(one)).issue(START), scopeOf(other))).toEqual(REFUSAL);
    }),
  );
});

test('the order in which arguments are declared does not matter', () => {
  const reversed = Object.fromEntries(Object.entries(SCOPE.arguments).reverse());
  const cursor = CURSORS.of({ ...SCOPE, arguments: reversed }).issue(START);

  expect(CURSORS.of(SCOPE).read(cursor)).toEqual(START);
});

test('every key checks, the first one issues', () => {
  const [first, second] = [cursorKey('1'.repeat(32)), cursorKey('2'.repeat(32))];
  const cursorBy = (...keys: [Buffer, ...Buffer[]]) => new Cursors(() => keys);
  const rotating = cursorBy(second, first);

  expect(rotating.of(SCOPE).read(cursorBy(first).of(SCOPE).issue(START))).toEqual(START);
  expect(cursorBy(second).of(SCOPE).read(rotating.of(SCOPE).issue(START))).toEqual(START);
  expect(refused(rotating.of(SCOPE).issue(START), SCOPE, cursorBy(first))).toEqual(REFUSAL);
});
