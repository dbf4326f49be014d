import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CacheEntry, CacheKey } from '../../src/cache/entry.ts';
import { MAX_ENVELOPE_BYTES, openEnvelope, sealEnvelope } from '../../src/cache/envelope.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import { testPlan } from '../support/test-plan.ts';
import { arbitraryRows } from './arbitrary-rows.ts';

const KEY = testPlan('question');
const ENTRY: CacheEntry = {
  rows: [[1], [2]],
  truncated: false,
  bytesBilled: 7,
  computedAt: 5n,
  dataState: { shared: 'files' },
};
const HEAD = 'fieldstone-entry/2 ';

const arbitraryEntry = fc
  .tuple(
    arbitraryRows,
    fc.boolean(),
    fc.maxSafeNat(),
    fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
    fc.option(
      fc.string().map((shared) => ({ shared })),
      { nil: undefined },
    ),
  )
  .map(([{ columns, rows }, truncated, bytesBilled, computedAt, dataState]) => ({
    key: testPlan('question', { columns }),
    entry: { rows, truncated, bytesBilled, computedAt, dataState },
  }));

async function seal(key: CacheKey = KEY, entry: CacheEntry = ENTRY): Promise<Buffer> {
  const envelope = await sealEnvelope(key, entry);
  if (!envelope) throw new Error('The entry is too large');
  return envelope;
}

/** An envelope as someone makes it who can write to the store and knows how checksums are made. */
function forge(body: unknown, packing = 'p', head = HEAD, key = KEY.key): Buffer {
  const json = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const packed = packing === 'd' ? deflateRawSync(json) : json;
  const checksum = createHash('sha256')
    .update(head + packing + key)
    .update(packed)
    .digest();
  return Buffer.concat([Buffer.from(head + packing), checksum, packed]);
}

test('openEnvelope gives back any entry that was sealed', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryEntry, async ({ key, entry }) => {
      expect(await openEnvelope(key, await seal(key, entry))).toStrictEqual(entry);
    }),
    { numRuns: 200 },
  );
});

test('openEnvelope gives back large entries, whose envelopes are smaller than they are', async () => {
  const columns = [{ name: 's', type: SCALARS.STRING }];
  const key = testPlan('question', { columns });
  const entry = { ...ENTRY, rows: Array.from({ length: 5_000 }, (_, i) => [`row number ${i}`]) };

  const envelope = await seal(key, entry);

  expect(envelope.length).toBeLessThan(JSON.stringify(entry.rows).length / 2);
  expect(await openEnvelope(key, envelope)).toStrictEqual(entry);
});

test('openEnvelope refuses an envelope with any byte changed', async () => {
  const envelopes = [await seal(), await seal(KEY, { ...ENTRY, rows: Array(3_000).fill([1]) })];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...envelopes),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (envelope, place, change) => {
        const changed = Buffer.from(envelope);
        const index = place % changed.length;
        changed[index] = (changed[index] ?? 0) ^ change;

        expect(await openEnvelope(KEY, changed)).toBeUndefined();
      },
    ),
    { numRuns: 500 },
  );
});

test('openEnvelope refuses an envelope that was cut anywhere, or has more at its end', async () => {
  const envelope = await seal();

  const opened = await Promise.all(
    Array.from(envelope, (_, length) => openEnvelope(KEY, envelope.subarray(0, length))),
  );

  expect(opened.every((entry) => entry === undefined)).toBe(true);
  expect(await openEnvelope(KEY, Buffer.concat([envelope, envelope]))).toBeUndefined();
});

test('openEnvelope refuses any bytes at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(await openEnvelope(KEY, Buffer.from(bytes))).toBeUndefined();
      const headed = Buffer.concat([Buffer.from(`${HEAD}d`), bytes]);
      expect(await openEnvelope(KEY, headed)).toBeUndefined();
    }),
  );
});

test.each([
  ['undefined', undefined],
  ['null', null],
  ['text', 'fieldstone-entry/2 p'],
  ['an object', { length: 100 }],
])('openEnvelope refuses %s', async (_what, envelope) => {
  expect(await openEnvelope(KEY, envelope)).toBeUndefined();
});

test("openEnvelope refuses the envelope of another key, also where it claims this key's identity", async () => {
  const other = testPlan('other question');
  const claiming = { ...other, identity: KEY.identity };

  expect(await openEnvelope(KEY, await seal(other))).toBeUndefined();
  expect(await openEnvelope(KEY, await seal(claiming))).toBeUndefined();
});

const BODY = [KEY.identity, '5', false, 7, 'files', [[1], [2]]];
const withMember = (index: number, member: unknown) => BODY.with(index, member as string);

test('openEnvelope opens what has the right checksum and shape', async () => {
  expect(await openEnvelope(KEY, forge(BODY))).toStrictEqual(ENTRY);
  expect(await openEnvelope(KEY, forge(BODY, 'd'))).toStrictEqual(ENTRY);
});

test.each([
  ['another identity', withMember(0, 'other question')],
  ['a moment that is not an integer', withMember(1, '5.5')],
  ['a moment that is a number', withMember(1, 5)],
  ['a moment before 1970', withMember(1, '-5')],
  ['a moment of too many digits', withMember(1, '9'.repeat(19))],
  ['a flag that is text', withMember(2, 'false')],
  ['bytes below zero', withMember(3, -1)],
  ['bytes that are null', withMember(3, null)],
  ['a state that is a number', withMember(4, 1)],
  ['rows that are text', withMember(5, 'x')],
  ['rows of another number of columns', withMember(5, [[1, 2]])],
  ['rows of another type', withMember(5, [['one']])],
  ['rows that are an object', withMember(5, { length: 0 })],
  ['one member too many', [...BODY, 1]],
  ['an object', { rows: 'x' }],
  ['a prototype', '{"__proto__":{"length":5},"rows":"x"}'],
  ['text that is not JSON', '['],
  ['deep lists', '['.repeat(100_000)],
  ['nothing', ''],
])('openEnvelope refuses a body with the right checksum that is or has %s', async (_what, body) => {
  expect(await openEnvelope(KEY, forge(body))).toBeUndefined();
  expect(await openEnvelope(KEY, forge(body, 'd'))).toBeUndefined();
});

test('openEnvelope takes a body with any other member for nothing, or for what it says', async () => {
  const change = fc.record({ index: fc.nat({ max: 6 }), member: fc.jsonValue({ maxDepth: 1 }) });
  await fc.assert(
    fc.asyncProperty(change, async ({ index, member }) => {
      const body = BODY.toSpliced(index, 1, member as string);

      const opened = await openEnvelope(KEY, forge(body));

      if (!opened) return;
      const { rows, truncated, bytesBilled, computedAt, dataState } = opened;
      const shared = dataState?.shared ?? null;
      expect([KEY.identity, `${computedAt}`, truncated, bytesBilled, shared, rows]).toStrictEqual(
        body,
      );
      expect([typeof truncated, typeof bytesBilled]).toEqual(['boolean', 'number']);
    }),
    { numRuns: 500 },
  );
});

test('sealEnvelope leaves out what only this process sees of the data', async () => {
  const envelope = await seal(KEY, { ...ENTRY, dataState: { shared: 'files', local: 'times' } });

  expect(await openEnvelope(KEY, envelope)).toStrictEqual(ENTRY);
});

test('openEnvelope refuses other versions and packings', async () => {
  expect(await openEnvelope(KEY, forge(BODY, 'p', 'fieldstone-entry/1 '))).toBeUndefined();
  expect(await openEnvelope(KEY, forge(BODY, 'z'))).toBeUndefined();
});

test('openEnvelope refuses a small envelope that would become a large body', async () => {
  const bomb = forge(`["${'x'.repeat(100 * 1024 * 1024)}"]`, 'd');

  expect(bomb.length).toBeLessThan(MAX_ENVELOPE_BYTES);
  expect(await openEnvelope(KEY, bomb)).toBeUndefined();
});

test.each([
  [4 * 1024 - 1, 'p'],
  [4 * 1024, 'd'],
])('sealEnvelope packs a body of %d bytes as %s', async (length, packing) => {
  const key = testPlan('question', { columns: [{ name: 's', type: SCALARS.STRING }] });
  const bodyOf = (text: string) => JSON.stringify([key.identity, '5', false, 7, 'files', [[text]]]);
  const text = 'x'.repeat(length - bodyOf('').length);

  const envelope = await seal(key, { ...ENTRY, rows: [[text]] });

  expect(envelope.toString('latin1', 0, HEAD.length + 1)).toBe(HEAD + packing);
  expect(await openEnvelope(key, envelope)).toMatchObject({ rows: [[text]] });
});

test('openEnvelope opens an envelope as long as one may be, and none that is a byte longer', async () => {
  const longest = MAX_ENVELOPE_BYTES - forge(BODY).length;
  const padded = (spaces: number) => forge(JSON.stringify(BODY) + ' '.repeat(spaces));

  expect(await openEnvelope(KEY, padded(longest))).toStrictEqual(ENTRY);
  expect(await openEnvelope(KEY, padded(longest + 1))).toBeUndefined();
});

test('sealEnvelope makes nothing of an entry that is too large', async () => {
  const key = testPlan('question', { columns: [{ name: 's', type: SCALARS.STRING }] });
  const random = Array.from({ length: 150_000 }, (_, i) => [
    createHash('sha512').update(`${i}`).digest('base64'),
  ]);
  const huge = 'x'.repeat(50 * 1024 * 1024);

  expect(await sealEnvelope(key, { ...ENTRY, rows: [[huge], [huge]] })).toBeUndefined();
  expect(await sealEnvelope(key, { ...ENTRY, rows: [[huge]] })).toBeUndefined();
  expect(await sealEnvelope(key, { ...ENTRY, rows: random })).toBeUndefined();
  expect(await sealEnvelope(key, { ...ENTRY, rows: random.slice(0, 50_000) })).toBeDefined();
});
