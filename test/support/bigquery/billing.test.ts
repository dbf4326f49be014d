import { expect, test } from 'vitest';
import { fillRows } from '../fill-store.ts';
import { filledStore } from '../filled-store.ts';
import { edgeRow } from '../log-rows.ts';
import { openBigQueryServer } from './open-server.ts';

const MIB = 1_048_576;
const EDGE = 'cloudflare.logs.prod';

/** A server with a file of the same rows for each of eight days, where every byte counts as many. */
async function openWeek(bytesScale: number) {
  const days = Array.from({ length: 8 }, (_, i) => `2026-07-0${i + 1}T10:00:00Z`);
  const store = await filledStore({});
  for (const at of days) await fillRows(store, [[EDGE, [edgeRow({ at, id: 'x' })]]]);
  return openBigQueryServer({ store, bytesScale });
}

async function price(server: { readonly url: string }, from: string, columns = 't.id') {
  const response = await fetch(`${server.url}/bigquery/v2/projects/fieldstone-test/queries`, {
    method: 'POST',
    body: JSON.stringify({
      query: `SELECT ${columns} FROM \`fieldstone-test.logs.cloudflare_logs_prod\` AS t WHERE t.timestamp >= @from AND t.timestamp <= @to`,
      useLegacySql: false,
      parameterMode: 'NAMED',
      queryParameters: [
        ['from', from],
        ['to', '2026-07-08T23:59:59Z'],
      ].map(([name, value]) => ({
        name,
        parameterType: { type: 'TIMESTAMP' },
        parameterValue: { value },
      })),
    }),
  });
  const { totalBytesBilled, totalBytesProcessed } = (await response.json()) as Record<
    string,
    string
  >;
  return { billed: Number(totalBytesBilled), processed: Number(totalBytesProcessed) };
}

test('Billing charges the days within the bounds: seven cost seven times as much as one', async () => {
  const server = await openWeek(1e6);

  const day = await price(server, '2026-07-08T00:00:00Z');
  const week = await price(server, '2026-07-02T00:00:00Z');

  expect(week.processed).toBe(7 * day.processed);
  expect(week.billed).toBeGreaterThan(6 * day.billed);
  expect(server.counters.bytesBilled).toBe(day.billed + week.billed);
});

test('Billing charges the columns that are read, in whole megabytes', async () => {
  const server = await openWeek(1e6);

  const narrow = await price(server, '2026-07-08T00:00:00Z');
  const wide = await price(server, '2026-07-08T00:00:00Z', 't.id, t.metadata');

  expect(wide.processed).toBeGreaterThan(narrow.processed);
  expect([narrow.billed % MIB, wide.billed % MIB]).toEqual([0, 0]);
});

test('Billing charges ten megabytes at least', async () => {
  expect(await price(await openWeek(1), '2026-07-08T00:00:00Z')).toMatchObject({
    billed: 10 * MIB,
  });
});
