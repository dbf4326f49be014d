import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testProject } from '../../../src/cli/test/test-project.ts';
import { readConfig } from '../../../src/config/config.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { caseProject } from '../support.ts';

const ORDERS = Array.from({ length: 60 }, (_, i) => ({
  shop: i % 2 === 0 ? 'a' : 'b',
  id: i,
  mail: `buyer${i % 3}@example.com`,
  at: `2026-03-01T00:00:${String(i).padStart(2, '0')}Z`,
  note: i === 59 ? 'ask buyer2@example.com or 203.0.113.7' : null,
}));

const FILES = {
  'fieldstone.json': {
    tenant: 'shop',
    tables: {
      orders: { data: 'orders.ndjson', tenant: 'shop', time: 'at' },
      buyers: { data: 'buyers.ndjson', tenant: 'shop' },
    },
  },
  'tables/orders.json': [
    { name: 'shop', type: 'STRING' },
    { name: 'id', type: 'INT64' },
    { name: 'mail', type: 'STRING' },
    { name: 'at', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'note', type: 'STRING' },
    { name: 'unused', type: 'JSON' },
  ],
  'tables/buyers.json': [
    { name: 'shop', type: 'STRING' },
    { name: 'mail', type: 'STRING' },
    { name: 'country', type: 'STRING' },
    { name: 'client_secret', type: 'STRING' },
  ],
  'orders.ndjson': ORDERS.map((row) => JSON.stringify(row)).join('\n'),
  'buyers.ndjson': [
    { shop: 'a', mail: 'buyer0@example.com', country: 'NL', client_secret: 'correct horse' },
    { shop: 'b', mail: 'buyer2@example.com', country: 'PT', client_secret: 'pw1' },
    { shop: 'b', mail: 'buyer1@example.com', country: 'FI' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
  'endpoints/spent.sql': `-- @param mail
-- @param since
-- @example {"since": "2026-03-01"}
-- @sandbox
WITH bought AS (
  SELECT o.id, b.country, o.mail
  FROM orders AS o JOIN buyers AS b ON b.mail = o.mail AND b.shop = o.shop
  WHERE o.at >= COALESCE(@since, TIMESTAMP '2026-01-01') AND b.country != 'FI' AND o.id < 58
    AND (@mail IS NULL OR o.mail = @mail)
)
SELECT country, COUNT(*) AS orders FROM bought GROUP BY country ORDER BY country`,
};

/** Records a case; the file, and what the command prints. */
async function record(files: Readonly<Record<string, unknown>>, name: string, endpoint = 'spent') {
  const { project } = await caseProject({ ...FILES, ...files });
  const written: string[] = [];
  const run = (options: object) =>
    testProject({
      project,
      config: readConfig({ DATA_DIR: join(project.folder, '.data') }),
      names: [],
      update: false,
      isColoured: false,
      processes: sharedProcesses(1),
      write: (text) => void written.push(text),
      ...options,
    });
  await run({ record: [endpoint, name] });
  const text = readFileSync(join(project.folder, `cases/${endpoint}/${name}.json`), 'utf8');
  return { text, value: JSON.parse(text), printed: written.join(''), passes: await run({}) };
}

const RECORDED =
  'Recorded by "fieldstone test --record". The rows below are what the endpoint answers over the rows of this file.';

test('at most fifty rows of a table, the newest, that pass the filters of its scan; others are counted', async () => {
  const { passes, printed, value } = await record({}, 'example');

  expect(value.arguments).toEqual({ since: '2026-03-01' });
  expect(value.now).toMatch(/^20\d\d-.*Z$/);
  expect(value.tables.orders).toHaveLength(50);
  expect(value.tables.orders[0]).toMatchObject({ id: 57 });
  expect(value.tables.buyers.map(({ country }: { country: string }) => country)).toEqual([
    'NL',
    'PT',
  ]);
  expect(value.note.slice(1)).toEqual([
    'orders: 50 rows; 8 more that pass its filters are left out.',
    'buyers: 2 rows; no others pass its filters.',
    '5 values are hidden as personal data: REDACTED_1 stands for one value.',
  ]);
  // Where it is a whole text: shorter ones may be inside of others by chance.
  expect(JSON.stringify(value)).not.toContain('pw1');
  expect(printed).toContain('cases/spent/example.json\n  Recorded by');
  // Over these rows, not over all.
  expect(value.rows).toEqual([
    { country: 'NL', orders: 8 },
    { country: 'PT', orders: 8 },
  ]);
  expect(passes).toBe(0);
});

test('one value has one placeholder wherever it is: in columns, inside of texts, in arguments', async () => {
  const { passes, text, value } = await record(
    {
      'cases/spent/one.json': {
        // What an earlier recording says is replaced.
        note: ['Of one buyer.', RECORDED, 'orders: 9 rows; no others pass its filters.'],
        now: '2026-07-01T00:00:00Z',
        arguments: { mail: 'buyer0@example.com' },
        pins: { shop: 'a' },
        sql: "SELECT COUNT(*) AS n, MAX(mail) AS mail FROM bought WHERE mail != 'nobody'",
      },
    },
    'one',
  );

  expect(text).not.toMatch(/example\.com|correct horse/);
  const placeholder = value.arguments.mail;
  expect(placeholder).toMatch(/^REDACTED_\d$/);
  expect(value.tables.buyers).toEqual([
    {
      shop: 'a',
      mail: placeholder,
      country: 'NL',
      client_secret: expect.stringMatching(/^REDACTED_\d$/),
    },
  ]);
  expect(new Set(value.tables.orders.map((row: { shop: string }) => row.shop))).toEqual(
    new Set(['a']),
  );
  expect(value).toMatchObject({ now: '2026-07-01T00:00:00.000000Z', pins: { shop: 'a' } });
  expect(value.rows).toEqual([{ n: 10, mail: placeholder }]);
  expect(value.note.slice(0, 3)).toEqual([
    'Of one buyer.',
    RECORDED,
    'orders: 10 rows; no others pass its filters.',
  ]);
  expect(passes).toBe(0);
});

test("conditions on elements of a table's own arrays choose rows too", async () => {
  const { value } = await record(
    {
      'fieldstone.json': { tables: { logs: { data: 'logs.ndjson' } } },
      'tables/logs.json': [
        { name: 'id', type: 'INT64' },
        {
          name: 'metadata',
          type: 'RECORD',
          mode: 'REPEATED',
          fields: [{ name: 'urls', type: 'STRING', mode: 'REPEATED' }],
        },
      ],
      'logs.ndjson': [['/a', '/b'], ['/c'], []]
        .map((urls, id) => JSON.stringify({ id, metadata: [{ urls: [] }, { urls }] }))
        .join('\n'),
      'endpoints/spent.sql': 'SELECT 1 AS one',
      'endpoints/urls.sql':
        "WITH unread AS (SELECT o.id FROM orders AS o) SELECT l.id, url FROM logs AS l CROSS JOIN UNNEST(l.metadata) AS m CROSS JOIN UNNEST(m.urls) AS url WHERE url < '/c' AND l.id >= 0",
    },
    'some',
    'urls',
  );

  expect(Object.keys(value.tables)).toEqual(['logs']);
  expect(value.tables.logs).toEqual([{ id: 0, metadata: [{}, { urls: ['/a', '/b'] }] }]);
  expect(value.rows).toEqual([
    { id: 0, url: '/a' },
    { id: 0, url: '/b' },
  ]);
});

test('a question that is wrong is not recorded; it need not say what it expects', async () => {
  const wrong = { pins: { shpo: 1, shop: null }, arguments: { maill: 'a' }, limit: 'x' };
  const ended = record({ 'cases/spent/wrong.json': wrong }, 'wrong');

  await expect(ended).rejects.toMatchObject({
    problems: [
      { message: 'limit: must be a whole number' },
      { message: 'arguments.maill: The endpoint has no such argument; it has since, mail' },
      { message: 'pins.shpo: No key can fix it; pins are since, mail, shop' },
      { message: 'pins.shop: must be text' },
    ],
  });
});
