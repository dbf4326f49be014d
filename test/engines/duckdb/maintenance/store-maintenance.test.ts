import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listImports } from '../../../../src/engines/duckdb/admin/imports.ts';
import { StoreMaintenance } from '../../../../src/engines/duckdb/maintenance/store-maintenance.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { PROJECT } from '../../../support/project.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { logTable, storedDays, storedFiles } from '../../../support/stored-rows.ts';

const DAY = 86_400_000;
const GRACE = 60_000;
const TABLE = 'postgres.logs';
const OTHER = 'pgbouncer.logs.prod';

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);
const row = (daysAgo: number, id: string) => ({ timestamp: `${day(daysAgo)}T00:00:00Z`, id });

function openMaintenance(store: ParquetStore, keepDays?: number) {
  const errors: unknown[] = [];
  const maintenance = new StoreMaintenance({
    store,
    tables: PROJECT.tables,
    keepDays,
    graceMs: GRACE,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => maintenance.close());
  return { maintenance, errors };
}

const idsOf = (store: ParquetStore) => valuesOf(store, logTable(TABLE));

test('StoreMaintenance compacts small files, drops old days and deletes replaced files that nobody reads, whatever other tables are like', async () => {
  const store = await filledStore({ [TABLE]: [row(8, 'a'), row(2, 'b')], [OTHER]: [row(8, 'x')] });
  for (const id of ['c', 'd', 'e', 'f']) await fillRows(store, [[TABLE, [row(2, id)]]]);
  writeFileSync(join(store.directory, OTHER, 'manifest.json'), '{"format":');
  const former = storedFiles(store, TABLE);
  const [held = '', ...others] = former;
  const release = store.hold([held]);
  const { maintenance } = openMaintenance(store, 3);
  const afterGrace = () => maintenance.update(Date.now() + GRACE + 1_000);

  await maintenance.update();

  expect(storedDays(store, TABLE)).toEqual([day(2)]);
  expect(storedFiles(store, TABLE)).toHaveLength(1);
  expect(await idsOf(store)).toEqual(['b', 'c', 'd', 'e', 'f']);
  expect(former.filter((path) => existsSync(path))).toEqual(former);
  await afterGrace();
  expect(existsSync(held)).toBe(true);
  expect(others.filter((path) => existsSync(path))).toEqual([]);
  release();
  await afterGrace();
  expect(existsSync(held)).toBe(false);
  expect(readdirSync(join(store.directory, OTHER))).toContain(`day=${day(8)}`);
});

test('StoreMaintenance keeps the day that is just within DATA_KEEP_DAYS, and all days without it', async () => {
  const store = await filledStore({ [TABLE]: [row(3, 'a'), row(0, 'b')] });

  await openMaintenance(store, 3).maintenance.update();
  await openMaintenance(store).maintenance.update();

  expect(storedDays(store, TABLE)).toEqual([day(3), day(0)]);
});

test('imports are listed with the rows that were not dropped with their days', async () => {
  const store = await filledStore({ [TABLE]: [row(8, 'a'), row(7, 'b')] });
  for (const id of ['c', 'd', 'e']) await fillRows(store, [[TABLE, [row(8, id), row(2, id)]]]);
  for (const id of ['f', 'g', 'h']) await fillRows(store, [[TABLE, [row(2, id)]]]);
  const { maintenance } = openMaintenance(store, 3);

  // The first joins the files of the last day.
  await maintenance.update();
  await maintenance.update();

  expect(storedFiles(store, TABLE)).toHaveLength(1);
  const start = String(Date.parse(day(2)) * 1_000);
  expect(await listImports(store)).toMatchObject(
    Array(6).fill({ table: TABLE, rows: 1, oldest: start, newest: start }),
  );
});

test('StoreMaintenance deletes at its start what dead writers have left', async () => {
  const store = await filledStore({ [TABLE]: [row(1, 'a')] });
  const left = join(store.directory, '.writing-dead');
  mkdirSync(left);
  const { maintenance, errors } = openMaintenance(store);

  await maintenance.prepare();
  maintenance.start();

  await expect.poll(() => existsSync(left), { timeout: 30_000 }).toBe(false);
  expect(errors).toEqual([]);
  expect(await idsOf(store)).toEqual(['a']);
});

/** Makes a table's data those of the release before manifests; gives the path of one of the files. */
function makeEarlier(store: ParquetStore, table: string): string {
  const paths = storedFiles(store, table).map((path) => {
    const earlier = path.replace(/[^/]+$/, (name) => `import-${name}`);
    renameSync(path, earlier);
    return earlier;
  });
  rmSync(join(store.directory, table, 'manifest.json'));
  return paths[0] ?? '';
}

test('StoreMaintenance converts data of an earlier release before anything is read', async () => {
  const store = await filledStore({ [TABLE]: [row(2, 'a'), row(1, 'b')] });
  makeEarlier(store, TABLE);
  const found = new ParquetStore(store.directory);
  expect(() => found.files(logTable(TABLE))).toThrow('it is missing');

  await openMaintenance(found).maintenance.prepare();

  expect(await idsOf(found)).toEqual(['a', 'b']);
});

test('StoreMaintenance converts the other tables where a file of one is damaged, and names it', async () => {
  const store = await filledStore({ [TABLE]: [row(2, 'a')], [OTHER]: [row(2, 'x')] });
  makeEarlier(store, TABLE);
  const damaged = makeEarlier(store, OTHER);
  truncateSync(damaged, 50);
  const found = new ParquetStore(store.directory);
  const { maintenance, errors } = openMaintenance(found);

  await maintenance.prepare();

  expect(await idsOf(found)).toEqual(['a']);
  expect(String(errors)).toContain(`table "${OTHER}" cannot be converted: `);
  expect(String(errors)).toContain(damaged);
  expect(existsSync(damaged)).toBe(true);

  rmSync(join(store.directory, TABLE), { recursive: true });
  await expect(openMaintenance(found).maintenance.prepare()).rejects.toThrow(damaged);
});
