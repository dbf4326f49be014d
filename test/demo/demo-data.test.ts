import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DemoData } from '../../src/demo/demo-data.ts';
import { demoRowsSql } from '../../src/demo/demo-table.ts';
import { DEMO_TABLES } from '../../src/demo/demo-tables.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { fixtureLines } from '../googlesql/fixtures.ts';
import { PROJECT } from '../support/project.ts';
import { storedDays, storedFiles, storedRows } from '../support/stored-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { freshFiles } from '../support/fresh-files.ts';

const NOW = Date.UTC(2026, 6, 10, 0, 7, 30, 250);
const MINUTE = 60_000;
const tables = PROJECT.tables;

/** A store with the demo data up to `NOW`, written once. */
let filled: string;

beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'fieldstone-demo-'));
  const demo = new DemoData({ store: freshFiles(filled), tables, now: () => NOW });
  await demo.update({ isUrgent: true });
  await demo.close();
});

afterAll(() => rmSync(filled, { recursive: true }));

/** A store of the test's own with the demo data up to `NOW`. */
function filledStore(): TableFiles {
  const folder = temporaryFolder();
  cpSync(filled, folder, { recursive: true });
  return freshFiles(folder);
}

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run("SET TimeZone = 'UTC'");

async function query(sql: string) {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

test('DEMO_TABLES has every log table that tests have rows of', () => {
  const names = DEMO_TABLES.map(({ table }) => table).sort();
  const known = [...tables.keys()].filter(
    (table) => names.includes(table) || fixtureLines(table).length > 0,
  );

  expect(names).toEqual(known.sort());
});

test.each(DEMO_TABLES.map((demo) => [demo.table, demo] as const))(
  'demo rows of %s are the same whenever they are made',
  async (name, demo) => {
    const table = tables.get(name);
    if (!table) throw new Error(name);
    const start = NOW * 1_000 - 90 * MINUTE * 1_000;
    const rows = (range: { start: number; end: number }) =>
      query(`SELECT * FROM (${demoRowsSql(demo, table, range)}) ORDER BY timestamp, id`);
    const cut = start + 40 * MINUTE * 1_000 + 12_345_678;

    const whole = await rows({ start, end: NOW * 1_000 });
    const parts = [
      ...(await rows({ start, end: cut })),
      ...(await rows({ start: cut, end: NOW * 1_000 })),
    ];

    expect(whole.length).toBeGreaterThan(10);
    expect(parts).toEqual(whole);
    expect(new Set(whole.map(([, id]) => id)).size).toBe(whole.length);
  },
);

test('DemoData fills eight days and today, with every kind of value that the examples talk about', async () => {
  const store = filledStore();

  const [row] = await query(`SELECT
    count(DISTINCT date_trunc('minute', timestamp)), min(timestamp), max(epoch_us(timestamp)) <= ${NOW * 1_000}
    FROM ${storedRows(store, 'deno-relay-logs')} WHERE metadata[1].project_ref = 'demo'`);
  const [edge] = await query(`SELECT
      count(DISTINCT project),
      count_if(metadata[1].response[1].status_code >= 500) > 0,
      count_if(metadata[1].request[1].headers[1].cf_connecting_ip LIKE '%:%') > 0,
      count_if(metadata[1].request[1].headers[1].cf_connecting_ip LIKE '%.%.%.%') > 0,
      count_if(url LIKE '%@%') > 0,
      list_sort(list_distinct(list(regexp_extract(path, '^/(rest|storage|auth|realtime)', 1)))),
      count_if(NOT starts_with(url, 'https://' || project || '.example.co/'))
    FROM (SELECT *, metadata[1].request[1].url AS url, metadata[1].request[1].path AS path
      FROM ${storedRows(store, 'cloudflare.logs.prod')})`);
  const [invocations] = await query(`SELECT
      count(DISTINCT metadata[1].function_id), max(metadata[1].execution_time_ms) > 5000,
      count_if(metadata[1].response[1].status_code = 400) > 0
    FROM ${storedRows(store, 'deno-relay-logs')}`);
  const [events] = await query(`SELECT count_if(json_valid(event_message)) > 100
    FROM ${storedRows(store, 'deno-subhosting-events')}`);

  // Invocations of the main project in every minute.
  expect(row?.[0]).toBe(String(8 * 1440 + 8));
  expect(String(row?.[1])).toMatch(/^2026-07-02 00:00:00/);
  expect(row?.[2]).toBe(true);
  expect(edge).toEqual([
    '5',
    true,
    true,
    true,
    true,
    ['', 'auth', 'realtime', 'rest', 'storage'],
    '0',
  ]);
  expect(invocations).toEqual(['4', true, true]);
  expect(events).toEqual([true]);
});

test('DemoData appends, drops old days and replaces files', async () => {
  let now = NOW;
  const store = filledStore();
  const demo = new DemoData({ store, tables, now: () => now });
  now += MINUTE;
  await demo.update();
  const rows = `SELECT count(*), count(DISTINCT id) FROM `;

  const [[all, distinct] = []] = await query(rows + storedRows(store, 'postgres.logs'));
  expect(all).toBe(distinct);
  expect(storedFiles(store, 'postgres.logs')).toHaveLength(10);
  now += 24 * 60 * MINUTE;
  await demo.update();

  expect(storedFiles(store, 'postgres.logs')).toHaveLength(10);
  expect(storedDays(store, 'postgres.logs')[0]).toBe('2026-07-03');
  expect(store.manifest('postgres.logs').retired.length).toBeGreaterThan(2);
  await demo.close();
});

test('DemoData goes on after a failed update and tells of it', async () => {
  let now = NOW;
  let isBroken = false;
  const errors: unknown[] = [];
  const store = filledStore();
  const demo = new DemoData({
    store,
    tables,
    intervalMs: 5,
    onError: (error) => errors.push(error),
    now: () => {
      if (isBroken) throw new Error('no clock');
      return now;
    },
  });
  await demo.start();
  isBroken = true;
  await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(1);
  isBroken = false;
  now += MINUTE;

  const isCurrent = async () => {
    const [[newest] = []] = await query(
      `SELECT max(epoch_ms(timestamp)) FROM ${storedRows(store, 'deno-relay-logs')}`,
    );
    return Number(newest) > NOW;
  };
  await expect.poll(isCurrent, { timeout: 40_000 }).toBe(true);
  await demo.close();
});

/** The process that writes demo data for this one. */
async function writerPid(): Promise<number> {
  const { pid } = process;
  return vi.waitFor(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const isWriter = (child: string) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('src/demo/entry.ts');
    const writer = children.find(isWriter);
    if (writer === undefined) throw new Error('No process writes demo data');
    return Number(writer);
  });
}

test.runIf(process.platform === 'linux')(
  'a start does not wait for a process of lower priority; later updates run beside requests',
  async () => {
    let now = NOW + MINUTE;
    const demo = new DemoData({ store: filledStore(), tables, now: () => now });
    onTestFinished(() => demo.close());

    const started = demo.start();
    expect(getPriority(await writerPid())).toBe(getPriority());
    await started;
    now += MINUTE;
    const updated = demo.update();

    expect(getPriority(await writerPid())).toBeGreaterThan(getPriority());
    await updated;
  },
);
