import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cursors, ownCursorKey } from '../../src/execution/paging/view-cursor.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';
import { edgePage, NOW, type Page } from '../support/view-page.ts';

/** Ties of time, of time and id, NULL ids, and ids that redaction hides. */
const TIED = ['10:00:00.000002', '10:00:00.000001', '10:00:00'].flatMap((time, t) =>
  [...'ccba', null, null, null, '10.0.0.1', '10.0.0.1'].map((id, i) => ({
    ...edgeRow({ at: `2026-07-01T${time}Z`, message: `${t}-${i}` }),
    id,
  })),
);

async function walk(asked: Gateway, limits: readonly number[], redact: boolean) {
  const pages: Page[] = [];
  let after: string | null = null;
  do {
    const limit = limits[pages.length % limits.length] ?? 1;
    const { page } = await edgePage(asked, { limit, after, redact });
    if (!page) throw new Error('There is no page');
    expect(page.rows).toHaveLength(page.hasNextPage ? limit : page.rowCount);
    pages.push(page);
    after = page.hasNextPage ? page.endCursor : null;
  } while (after !== null);
  return pages;
}

test('pages of any sizes are one list: newest first, no row skipped or repeated', async () => {
  const asked = await gateway({ rows: { 'cloudflare.logs.prod': TIED }, now: NOW });
  const time = (message: string) => message.split('-')[0] ?? '';
  const order = (redact: boolean) =>
    ['0', '1', '2'].flatMap((t) =>
      ['c', 'c', 'b', 'a', redact ? 'REDACTED' : '10.0.0.1', redact ? 'REDACTED' : '10.0.0.1']
        .concat(['null', 'null', 'null'])
        .map((id) => `${t} ${id}`),
    );

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (limits, redact) => {
        const rows = (await walk(asked, limits, redact)).flatMap((page) => page.rows);

        expect(new Set(rows.map(({ eventMessage }) => eventMessage)).size).toBe(TIED.length);
        expect(rows.map(({ id, eventMessage }) => `${time(eventMessage)} ${id}`)).toEqual(
          order(redact),
        );
      },
    ),
    {
      numRuns: 12,
      examples: [
        [[1], false],
        [[1], true],
        [[27], false],
      ],
    },
  );
});

test('a cursor of a redacted answer does not tell what redaction hides', async () => {
  const asked = await gateway({ rows: { 'cloudflare.logs.prod': TIED }, now: NOW });

  const pages = [...(await walk(asked, [1], true)), ...(await walk(asked, [4, 3], true))];

  expect(pages.length).toBeGreaterThan(30);
  for (const { endCursor, meta } of pages) {
    const position = endCursor?.split('.')[1] ?? '';
    expect(Buffer.from(position, 'base64url').toString()).toMatch(
      /^\["\d+",\d+(?:,(?:null|"[abc]"))?\]$/,
    );
    expect(meta.redacted).toBe(true);
  }
});

test('rows that come while a caller pages do not move what is left', async () => {
  const at = (second: number) => `2026-07-01T11:00:0${second}Z`;
  const early = [3, 2, 1].map((second) => edgeRow({ at: at(second), id: `${second}` }));
  const key = ownCursorKey();
  const cursors = new Cursors(() => [key]);
  const before = await gateway({ rows: { 'cloudflare.logs.prod': early }, now: NOW, cursors });
  const late = [...early, edgeRow({ at: at(4), id: '4' }), edgeRow({ at: at(2), id: '2b' })];
  const then = await gateway({ rows: { 'cloudflare.logs.prod': late }, now: NOW, cursors });

  const { page } = await edgePage(before, { limit: 2 });
  const next = await edgePage(then, { limit: 2, after: page?.endCursor ?? null });

  expect(page?.rows.map(({ id }) => id)).toEqual(['3', '2']);
  expect(next.page?.rows.map(({ id }) => id)).toEqual(['1']);
});

test('a page has at most 1000 rows, and 100 where its caller does not say', async () => {
  const rows = Array.from({ length: 1_001 }, (_, i) =>
    edgeRow({ at: new Date(Date.parse(NOW) - (i + 1) * 1_000).toISOString(), id: `${i}` }),
  );
  const asked = await gateway({ rows: { 'cloudflare.logs.prod': rows }, now: NOW });

  const usual = await edgePage(asked, {});
  const largest = await edgePage(asked, { limit: 1_000 });
  const rest = await edgePage(asked, { limit: 1_000, after: largest.page?.endCursor ?? null });

  expect(usual.page).toMatchObject({ rowCount: 100, truncated: false, hasNextPage: true });
  expect(largest.page).toMatchObject({ rowCount: 1_000, truncated: false, hasNextPage: true });
  expect(rest.page).toMatchObject({ rowCount: 1, hasNextPage: false, rows: [{ id: '1000' }] });
});

test('an empty page has no cursor', async () => {
  const { page } = await edgePage(await gateway({ now: NOW }), {});

  expect(page).toMatchObject({ rows: [], rowCount: 0, endCursor: null, hasNextPage: false });
});

test.each([0, -1, 1_001, 2_147_483_647])('a limit of %i is refused by name', async (limit) => {
  const { page, errors } = await edgePage(await gateway({ now: NOW }), { limit });

  expect(page).toBeNull();
  expect(errors).toMatchObject([
    {
      message: `Argument "limit" cannot be ${limit}: it must be between 1 and 1000`,
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
});

test('rows that nothing tells apart are paged as often as they are there, in one order', async () => {
  const at = '2026-07-01T11:00:00Z';
  const rows = Array.from({ length: 300 }, (_, i) => ({
    ...edgeRow({ at, message: `${i % 150}` }),
    id: null,
  }));
  const asked = await gateway({ rows: { 'cloudflare.logs.prod': rows }, now: NOW });

  const pages = await walk(asked, [7, 40], false);

  const messages = pages.flatMap((page) => page.rows.map(({ eventMessage }) => eventMessage));
  expect(messages.toSorted()).toEqual(rows.map((_, i) => `${i % 150}`).toSorted());
});

test.each(['', 'x', 'e30', 'eyJ0IjoiMSIsIm4iOjB9', 'bnVsbA'])(
  'the forged cursor %j is refused by name',
  async (after) => {
    const { page, errors } = await edgePage(await gateway({ now: NOW }), { after });

    expect(page).toBeNull();
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('Argument "after" is not a cursor'),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  },
);
