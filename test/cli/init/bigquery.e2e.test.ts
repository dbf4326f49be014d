import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { status } from '../../support/bigquery/replies.ts';
import { hideCredentials } from '../../support/foreign-project.ts';
import { runInit, serve } from './run-init.ts';
import { DATASET, openWarehouse } from './warehouse.ts';

test('init makes an endpoint within the cap of each table of a dataset, or says why not', async () => {
  hideCredentials();
  const server = await openWarehouse();

  const made = await runInit({ bigquery: DATASET }, undefined, {
    BIGQUERY_API_ENDPOINT: server.url,
  });

  const reason =
    'each of its columns is more than the 1 GB that a query may be billed for: it would read 1.53 GB';
  expect(made.complaints).toEqual([`No endpoint for blobs: ${reason}`]);
  const read = (name: string) => readFileSync(join(made.folder, name), 'utf8');
  expect(made.lines.slice(0, -1)).toEqual([
    'endpoints/activity.sql          activity          2 MB',
    'endpoints/events.sql            events_*          5.35 MB',
    'endpoints/nothing.sql           nothing           0 B',
    'endpoints/payments.sql          payments          4.9 MB',
    'endpoints/people.sql            people            0 B',
    'endpoints/users_raw_latest.sql  users_raw_latest  1.1 MB',
    'endpoints/wide.sql              wide              980.4 MB',
  ]);
  expect(read('README.md')).toContain(`* \`blobs\` ${reason}.`);
  expect(read('endpoints/payments.sql')).toBe(PAYMENTS);
  expect(read('endpoints/wide.sql')).toContain('Has 54 of 60 columns, as all are more than');
  expect(read('.env')).toContain('BIGQUERY_LOCATION=europe-west3\nBIGQUERY_MAX_BYTES_BILLED=1GB\n');
  expect(JSON.parse(read('fieldstone.json')).tables).toEqual({
    activity: { time: 'created_at' },
    'events_*': { wildcard: true },
    nothing: { time: 'day' },
    payments: { time: 'paid_on', requirePartitionFilter: true },
  });

  const query = await serve(made.folder);
  const answers = await Promise.all(
    ['activity', 'events', 'nothing', 'payments', 'people', 'users_raw_latest', 'wide'].map(
      (name) => query(name),
    ),
  );
  expect(answers.map((rows) => rows.length)).toEqual([1, 1, 0, 2, 0, 1, 1]);
  expect(answers[1]?.[0]).toMatchObject({
    event_date: '20260204',
    device: { category: 'mobile' },
  });
  expect(answers[5]?.[0]).toMatchObject({ key_2: { name: 'ada' }, key: 'k', data: { a: 1 } });
  expect(await query('payments', '?currency=EUR&since=2026-06-30')).toHaveLength(2);
  // One query of the partitions at 10 MB, and the endpoints: none is above the cap.
  expect(Math.max(...server.counters.charges.map(({ bytes }) => bytes))).toBeLessThan(1e9);
});

test('init says which dataset is not there, and who may not run jobs', async () => {
  hideCredentials();
  const server = await openWarehouse();
  const make = (bigquery: string) =>
    runInit({ bigquery }, undefined, { BIGQUERY_API_ENDPOINT: server.url });

  await expect(make('fieldstone-test.nowhere')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('is the name PROJECT.DATASET right?'),
  });
  const denied = 'Access Denied: User does not have bigquery.jobs.create permission';
  server.script([{ match: 'POST /jobs', reply: status(403, 'accessDenied', denied) }]);
  await expect(make(DATASET)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^No query can be run, set BIGQUERY_JOB_PROJECT .*jobs\.create/),
  });
});

test('init names tables that it may not read, and needs no partitions for the others', async () => {
  hideCredentials();
  const server = await openWarehouse();
  const denied = 'Access Denied: Permission bigquery.tables.get denied';
  server.script([
    { match: 'POST /queries', reply: status(403, 'accessDenied', 'Access Denied') },
    {
      match: ({ names }) => names['table'] === 'payments',
      reply: status(403, 'accessDenied', denied),
    },
  ]);

  const made = await runInit({ bigquery: DATASET }, undefined, {
    BIGQUERY_API_ENDPOINT: server.url,
  });

  expect(made.complaints).toContainEqual(
    expect.stringMatching(
      /^No endpoint for payments: may not be read: grant bigquery\.tables\.get/,
    ),
  );
  const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  expect(readFileSync(join(made.folder, 'endpoints/nothing.sql'), 'utf8')).toContain(
    `COALESCE(@since, DATE '${week}')`,
  );
});

const PAYMENTS = `-- Rows of payments, 100 at most, from the newest partition on that had rows.
-- payments: Payments by @day
-- @param since - The first day; 2026-07-01 without it
-- @param until - The last day; the newest without it
-- @param currency - Only rows with this currency
-- @param country - Only rows with this country
-- @column paid_on - Day of the payment
SELECT
  paid_on,
  id,
  currency,
  country,
  amount
FROM payments
WHERE paid_on >= COALESCE(@since, DATE '2026-07-01')
  AND paid_on <= COALESCE(@until, DATE '9999-12-31')
  AND (@currency IS NULL OR currency = @currency)
  AND (@country IS NULL OR country = @country)
LIMIT 100
`;
