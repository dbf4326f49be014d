import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { askProject, type OwnProject, ownProject } from '../support/own-project.ts';
import { PROJECT } from '../support/project.ts';

/** A library: loans have a tenant that is a number and no time, visits a time alone, books nothing, prices are shared. */
const LIBRARY: OwnProject = {
  settings: {
    tenant: 'member',
    tables: {
      loans: { tenant: 'member_id' },
      visits: { time: 'entered', requirePartitionFilter: true },
      prices: { shared: true },
    },
  },
  tables: {
    books: [
      { name: 'id', type: 'INT64' },
      { name: 'title', type: 'STRING' },
    ],
    loans: [
      { name: 'member_id', type: 'INT64' },
      { name: 'book', type: 'INT64' },
    ],
    visits: [{ name: 'entered', type: 'TIMESTAMP' }],
    prices: [
      { name: 'book', type: 'INT64' },
      { name: 'price', type: 'INT64' },
    ],
  },
  endpoints: {
    'books.titles': {
      sql: 'SELECT b.title FROM books AS b ORDER BY b.title',
      declaration: "parameters: {}, columns: { title: { type: 'STRING' } }",
    },
    'loans.mine': {
      sql: 'SELECT l.book FROM loans AS l WHERE l.member_id = @member ORDER BY l.book',
      declaration: `parameters: { member: { type: 'INT64!', example: '1' } },
        columns: { book: { type: 'INT64' } }`,
    },
    'loans.all': {
      sql: 'WITH lent AS (SELECT l.book FROM loans AS l) SELECT COUNT(*) AS n FROM lent',
      declaration: "parameters: {}, columns: { n: { type: 'INT64!' } }",
    },
    'loans.titles': {
      sql: `SELECT b.title FROM loans AS l JOIN books AS b ON b.id = l.book ORDER BY b.title`,
      declaration: "parameters: {}, columns: { title: { type: 'STRING' } }",
    },
    'loans.prices': {
      sql: `SELECT SUM(p.price) AS total FROM prices AS p
        LEFT JOIN loans AS l ON l.book = p.book
        WHERE l.book IS NOT NULL AND p.book IN (SELECT m.book FROM loans AS m)`,
      declaration: "parameters: {}, columns: { total: { type: 'INT64' } }",
    },
    'loans.by-reader': {
      sql: 'SELECT l.book FROM loans AS l WHERE l.member_id = @reader ORDER BY l.book',
      declaration: `parameters: { reader: { type: 'INT64!', example: '1' } },
        columns: { book: { type: 'INT64' } }`,
    },
    'visits.count': {
      sql: `SELECT COUNT(*) AS n FROM visits AS v WHERE v.entered >= @since AND v.entered < @until`,
      declaration: `parameters: {}, columns: { n: { type: 'INT64!' } },
        derive: {
          uses: [], parameters: { since: 'TIMESTAMP!', until: 'TIMESTAMP!' },
          compute: (_, now) => ({ since: now - 86_400_000_000n, until: now }),
        }`,
    },
  },
};

const ROWS = {
  books: [
    { id: 1, title: 'Emma' },
    { id: 2, title: 'Ulysses' },
  ],
  loans: [
    { member_id: 7, book: 1 },
    { member_id: 8, book: 1 },
    { member_id: 8, book: 2 },
  ],
  visits: [{ entered: '2026-07-01T11:00:00Z' }, { entered: '2026-06-01T11:00:00Z' }],
  prices: [
    { book: 1, price: 10 },
    { book: 2, price: 20 },
  ],
};

const PINNED = { pins: { member: '7' } };

test.each(['duckdb', 'bigquery'] as const)(
  'on %s endpoints answer over tables that declare a tenant, a time, both or nothing',
  async (engine) => {
    const ask = await askProject(await ownProject(LIBRARY), ROWS, engine);

    expect(await ask('books.titles')).toEqual([['Emma'], ['Ulysses']]);
    expect(await ask('loans.mine', { arguments: { member: 8 } })).toEqual([[1], [2]]);
    expect(await ask('loans.all')).toEqual([[3]]);
    expect(await ask('loans.titles')).toEqual([['Emma'], ['Emma'], ['Ulysses']]);
    expect(await ask('loans.prices')).toEqual([[40]]);
    expect(await ask('visits.count')).toEqual([[1]]);
  },
);

test.each(['duckdb', 'bigquery'] as const)(
  'on %s a key with one tenant sees its rows alone, in joins, subqueries and SQL of its own too',
  async (engine) => {
    const ask = await askProject(await ownProject(LIBRARY), ROWS, engine);
    const sql = 'SELECT COUNT(*) AS n FROM lent';

    expect(await ask('loans.mine', PINNED)).toEqual([[1]]);
    expect(await ask('loans.by-reader', PINNED)).toEqual([[1]]);
    expect(await ask('loans.all', PINNED)).toEqual([[1]]);
    expect(await ask('loans.all', { ...PINNED, sql })).toEqual([[1]]);
    expect(await ask('loans.prices', PINNED)).toEqual([[10]]);
  },
);

test('a key with one tenant is refused where a table is neither a tenant’s nor shared, and with a tenant of another type', async () => {
  const ask = await askProject(await ownProject(LIBRARY), ROWS, 'duckdb');

  expect(await ask('books.titles', PINNED)).toBe('FORBIDDEN');
  expect(await ask('loans.titles', PINNED)).toBe('FORBIDDEN');
  expect(await ask('visits.count', PINNED)).toBe('FORBIDDEN');
  expect(await ask('loans.mine', { ...PINNED, arguments: { member: 8 } })).toBe('FORBIDDEN');
  expect(await ask('loans.by-reader', { ...PINNED, arguments: { reader: 8 } })).toBe('FORBIDDEN');
  expect(await ask('loans.all', { pins: { member: 'seven' } })).toBe('FORBIDDEN');
});

test('a table that requires a partition filter is not read without one', async () => {
  const project = await ownProject({
    ...LIBRARY,
    endpoints: {
      'visits.all': {
        sql: 'SELECT COUNT(*) AS n FROM visits AS v',
        declaration: "parameters: {}, columns: { n: { type: 'INT64!' } }",
      },
    },
  });

  expect(() => prepareEndpoints(project)).toThrow(
    'Cannot use endpoint "visits.all": its scan of "visits" does not compare the bare entered with a parameter',
  );
});

test.each([
  ['DATE', '2026-01-02', '2026-01-03'],
  ['BYTES', 'AQI=', 'AQM='],
  ['BOOL', true, false],
  ['STRING', 'a', 'b'],
])('a tenant may be %s', async (type, mine, other) => {
  const project = await ownProject({
    settings: { tenant: 'owner', tables: { things: { tenant: 'whose' } } },
    tables: {
      things: [
        { name: 'whose', type },
        { name: 'n', type: 'INT64' },
      ],
    },
    endpoints: {
      'things.sum': {
        sql: 'SELECT SUM(t.n) AS n FROM things AS t',
        declaration: "parameters: {}, columns: { n: { type: 'INT64' } }",
      },
    },
  });
  const rows = [
    { whose: mine, n: 1 },
    { whose: other, n: 2 },
  ];
  const ask = await askProject(project, { things: rows }, 'duckdb');

  expect(await ask('things.sum')).toEqual([[3]]);
  expect(await ask('things.sum', { pins: { owner: String(mine) } })).toEqual([[1]]);
});

test('two projects run in one process', async () => {
  const library = await ownProject(LIBRARY);
  const [books, logs] = await Promise.all([
    askProject(library, ROWS, 'duckdb'),
    askProject(PROJECT, {}, 'duckdb'),
  ]);

  expect(await books('books.titles')).toEqual([['Emma'], ['Ulysses']]);
  expect(await logs('logs.all', { arguments: { project: 'a', project_tier: 'PRO' } })).toEqual([]);
  expect(await books('logs.all')).toBe('ENDPOINT_NOT_FOUND');
  expect(await logs('books.titles')).toBe('ENDPOINT_NOT_FOUND');
});
