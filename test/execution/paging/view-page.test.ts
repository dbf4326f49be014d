import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreparedView } from '../../../src/catalog/views.ts';
import {
  Cursors,
  ownCursorKey,
  type Position,
  START,
} from '../../../src/execution/paging/view-cursor.ts';
import {
  firstRead,
  nextRead,
  type PageRead,
  type PageRequest,
  slicePage,
} from '../../../src/execution/paging/view-page.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';

const REDACTOR = createRedactor('default');
const ADDRESS = '203.0.113.77';

/** Rows are an id, a timestamp and a number of their own. */
const VIEW = { idIndex: 0, timestampIndex: 1 } as PreparedView;

const KEY = ownCursorKey();
const CURSORS = new Cursors(() => [KEY]).of({
  endpoint: 'e',
  view: 'v',
  arguments: {},
  tenant: undefined,
  redact: false,
});

/** Ids with ties, NULL, what redaction hides, and what no cursor can hold. */
const id = fc.constantFrom('a', 'b', 'c', null, ADDRESS, `${ADDRESS}/24`, 'n\0', '\ud800', '');

const rows: fc.Arbitrary<readonly Row[]> = fc
  .array(fc.tuple(id, fc.constantFrom(3, 2, 1n)), { maxLength: 40, size: 'max' })
  .map((keys) => keys.map(([key, timestamp], i): Row => [key, timestamp, i]));

/** Newest first, then by id from Z to A, NULL last. */
function byKey(left: Row, right: Row): number {
  const [leftId, leftTime] = left as [string | null, number, number];
  const [rightId, rightTime] = right as [string | null, number, number];
  if (Number(leftTime) !== Number(rightTime)) return Number(rightTime) - Number(leftTime);
  if (leftId === rightId) return 0;
  if (leftId === null || rightId === null) return leftId === null ? 1 : -1;
  return leftId < rightId ? 1 : -1;
}

function isAfter(row: Row, { timestamp, id: after }: Position): boolean {
  const time = BigInt(row[1] as number);
  if (time !== timestamp) return time < timestamp;
  return after === undefined || byKey([after, 0, 0], [row[0] ?? null, 0, 0]) < 0;
}

/** What an engine reads for a page: rows of one key in any order. */
function read(all: readonly Row[], { request, rows: count }: PageRead, random: () => number) {
  return all
    .filter((row) => isAfter(row, request.after))
    .map((row) => ({ row, place: random() }))
    .toSorted((left, right) => byKey(left.row, right.row) || left.place - right.place)
    .slice(0, count)
    .map(({ row }) => row);
}

function pageOf(all: readonly Row[], request: PageRequest, redacts: boolean, random: () => number) {
  let part = firstRead(request);
  let found = read(all, part, random);
  for (let next = nextRead(part, found); next; next = nextRead(part, found)) {
    part = next;
    found = read(all, part, random);
  }
  const { rows: shown, infoOf } = slicePage(found, request);
  const redact = ([key = null, ...rest]: Row): Row => [
    typeof key === 'string' ? REDACTOR.text(key) : key,
    ...rest,
  ];
  return { rows: shown, page: infoOf(redacts ? shown.map(redact) : shown) };
}

/** Pages through all rows, with the limits in turn. */
function walk(
  all: readonly Row[],
  limits: readonly number[],
  redacts: boolean,
  random: () => number,
) {
  const pages: ReturnType<typeof pageOf>[] = [];
  let after = START;
  for (let more = true; more; more = pages.at(-1)?.page.hasNextPage === true) {
    const limit = limits[pages.length % limits.length] ?? 1;
    const page = pageOf(
      all,
      { name: 'v', view: VIEW, limit, after, cursors: CURSORS },
      redacts,
      random,
    );
    expect(page.rows).toHaveLength(page.page.hasNextPage ? limit : page.rows.length);
    if (page.page.endCursor !== undefined) after = CURSORS.read(page.page.endCursor);
    pages.push(page);
  }
  return pages;
}

/** A walk through rows, by an engine that gives rows of one key another order at every read. */
const walks = fc
  .record({
    all: rows,
    limits: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
    redacts: fc.boolean(),
    places: fc.infiniteStream(fc.nat()),
  })
  .map(({ all, limits, redacts, places }) => ({
    all,
    redacts,
    pages: () => walk(all, limits, redacts, () => places.next().value),
  }));

test('pages of any limits have every row once and in order, whatever its id, redacted or not', () => {
  fc.assert(
    fc.property(walks, ({ all, pages }) => {
      const shown = pages().flatMap((page) => page.rows);

      expect(shown.map((row) => row[2]).toSorted((a, b) => Number(a) - Number(b))).toEqual(
        all.map((row) => row[2]),
      );
      expect(shown.map((row) => row.slice(0, 2))).toEqual(
        all.toSorted(byKey).map((row) => row.slice(0, 2)),
      );
    }),
    { numRuns: 400 },
  );
});

function expectFit(position: Position, redacts: boolean): void {
  const told = position.id ?? '';
  expect(told).toSatisfy((text: string) => text.isWellFormed() && !text.includes('\0'));
  if (redacts) expect(told).not.toContain(ADDRESS);
}

test('a cursor of redacted rows holds no id that redaction hides, and no cursor one that does not fit', () => {
  fc.assert(
    fc.property(walks, ({ redacts, pages }) => {
      for (const { page, rows: shown } of pages()) {
        const end = page.endCursor === undefined ? undefined : CURSORS.read(page.endCursor);
        const last = shown.at(-1);
        expect(end?.timestamp).toBe(last && BigInt(last[1] as number));
        if (end) expectFit(end, redacts);
      }
    }),
    { numRuns: 200 },
  );
});

test('a page reads once unless it ends between rows of one key, and then at most eight times as many', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 12 }), (all, limit) => {
      const request = { name: 'v', view: VIEW, limit, after: START, cursors: CURSORS };
      const first = firstRead(request);
      const found = read(all, first, () => 0);
      const [last, beyond] = [found[limit - 1], found[limit]];
      const isSplit = last && beyond && byKey(last, beyond) === 0;

      expect(nextRead(first, found)?.rows).toBe(isSplit ? 8 * (limit + 1) : undefined);
    }),
  );
});
