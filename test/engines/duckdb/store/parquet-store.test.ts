import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { logTable, storedDays, storedFiles } from '../../../support/stored-rows.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const DAY = 86_400_000_000;
const JULY_1 = Date.UTC(2026, 6, 1) * 1_000;
const POSTGRES = 'postgres.logs';

const row = (timestamp: number, project: string) => ({ timestamp, project });

test('ParquetStore has no files for a table that was never written', () => {
  expect(storedFiles(new ParquetStore(temporaryFolder()), POSTGRES)).toEqual([]);
});

test('ParquetStore selects files by the time of their rows, to the microsecond, newest first', async () => {
  const rows = [0, 1, 2].map((day) => row(JULY_1 + day * DAY + 500, 'a'));
  const store = await filledStore({ [POSTGRES]: rows });
  const days = (selection: { lower?: number; upper?: number }) =>
    storedFiles(store, POSTGRES, selection).map((path) => /day=([\d-]+)/.exec(path)?.[1]);

  expect(days({})).toEqual(['2026-07-03', '2026-07-02', '2026-07-01']);
  expect(days({ lower: JULY_1 + 500, upper: JULY_1 + DAY + 499 })).toEqual(['2026-07-01']);
  expect(days({ lower: JULY_1 + 501, upper: JULY_1 + DAY + 500 })).toEqual(['2026-07-02']);
});

test('ParquetStore leaves out files without rows of the tenant', async () => {
  const store = await filledStore({
    [POSTGRES]: [row(JULY_1, 'b'), row(JULY_1, 'd'), row(JULY_1 + DAY, 'zz')],
    'storage.logs.prod.2': [{ timestamp: JULY_1, metadata: [{ project: 'b' }] }],
    'realtime.logs.prod': [
      { timestamp: JULY_1, metadata: [{ project: 'b' }, { project: 'c' }] },
      { timestamp: JULY_1, metadata: [] },
    ],
  });
  const count = (table: string, tenant: string) => storedFiles(store, table, { tenant }).length;

  expect(['a', 'b', 'c', 'zz', 'zzz'].map((tenant) => count(POSTGRES, tenant))).toEqual([
    0, 1, 1, 1, 0,
  ]);
  expect(['a', 'b', 'c'].map((tenant) => count('storage.logs.prod.2', tenant))).toEqual([0, 1, 0]);
  // A record of several tenants may be of any.
  expect(['a', 'b'].map((tenant) => count('realtime.logs.prod', tenant))).toEqual([1, 1]);
});

test('ParquetStore does not read files that no manifest names, nor a manifest that is being written', async () => {
  const store = await filledStore({ [POSTGRES]: [row(JULY_1, 'a')] });
  const folder = join(store.directory, POSTGRES);
  const [path = ''] = storedFiles(store, POSTGRES);
  writeFileSync(path.replace('.parquet', '-copy.parquet'), readFileSync(path));
  writeFileSync(join(folder, 'manifest.json.new'), '{"format"');

  expect(storedFiles(new ParquetStore(store.directory), POSTGRES)).toEqual([path]);
  expect(storedDays(store, POSTGRES)).toEqual(['2026-07-01']);
  expect(readdirSync(folder).sort()).toEqual([
    'day=2026-07-01',
    'manifest.json',
    'manifest.json.new',
  ]);
});

const manifestPath = ({ directory }: ParquetStore, table: string) =>
  join(directory, table, 'manifest.json');

const MEMBERS = { commit: 1, schemas: [], layouts: [], files: [], imports: [], retired: [] };
const SCHEMA = 'manifest.schemas: Invalid input: expected array, received number';

test.each([
  ['is cut', '{"format":1,"files":[', 'it is not a JSON object'],
  ['is empty', '', 'it is not a JSON object'],
  ['is no object', '[]', 'it is not a JSON object'],
  ['is of a later release', '{"format":3}', 'its format is 3, and this release reads format 2'],
  ['has a wrong member', JSON.stringify({ ...MEMBERS, format: 1, schemas: 1 }), SCHEMA],
  [
    'has a member too many',
    JSON.stringify({ ...MEMBERS, format: 1, more: 1 }),
    'manifest: Unrecognized key: "more"',
  ],
])('ParquetStore names in one line the file of a manifest that %s', async (_, text, reason) => {
  const store = await filledStore({ [POSTGRES]: [row(JULY_1, 'a')] });
  const path = manifestPath(store, POSTGRES);
  writeFileSync(path, text);

  expect(() => store.files(logTable(POSTGRES))).toThrow(
    new Error(`Cannot read the manifest of table "postgres.logs" (${path}): ${reason}`),
  );
});

/** Changes the members of a manifest, as an editor does. */
function edit(path: string, change: (members: Record<string, unknown>) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

test('ParquetStore refuses a manifest that was edited, until it is put back', async () => {
  const store = await filledStore({ [POSTGRES]: [row(JULY_1, 'a'), row(JULY_1 + DAY, '7')] });
  const path = manifestPath(store, POSTGRES);
  const text = readFileSync(path);
  expect(storedFiles(store, POSTGRES)).toHaveLength(2);

  edit(path, ({ files, ...rest }) => ({ ...rest, files: (files as unknown[]).slice(1) }));
  expect(() => storedFiles(store, POSTGRES)).toThrow(
    `Cannot read the manifest of table "postgres.logs" (${path}): it has another content`,
  );
  edit(path, ({ sha256: _, ...rest }) => rest);
  expect(() => storedFiles(store, POSTGRES)).toThrow('it has another content');

  writeFileSync(path, text);
  expect(storedFiles(store, POSTGRES)).toHaveLength(2);
});

test('ParquetStore refuses the manifest of another table', async () => {
  const store = await filledStore({
    [POSTGRES]: [row(JULY_1, 'a')],
    'pgbouncer.logs.prod': [row(JULY_1, 'a')],
  });
  copyFileSync(manifestPath(store, 'pgbouncer.logs.prod'), manifestPath(store, POSTGRES));

  expect(() => storedFiles(store, POSTGRES)).toThrow(
    'it is the manifest of table "pgbouncer.logs.prod"',
  );
});

test('ParquetStore reads the manifests of before, which have neither hash nor table', async () => {
  const store = await filledStore({ [POSTGRES]: [row(JULY_1, 'a')] });
  const path = manifestPath(store, POSTGRES);
  edit(path, ({ sha256: _sha256, table: _table, ...rest }) => ({ ...rest, format: 1 }));

  expect(storedFiles(new ParquetStore(store.directory), POSTGRES)).toHaveLength(1);
});

test('ParquetStore holds files as long as any reader does', () => {
  const store = new ParquetStore(temporaryFolder());
  const releaseFirst = store.hold(['a', 'b']);
  const releaseSecond = store.hold(['a']);

  releaseFirst();
  expect(['a', 'b'].map((path) => store.isHeld(path))).toEqual([true, false]);
  releaseSecond();
  expect(store.isHeld('a')).toBe(false);
});
