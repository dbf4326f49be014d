import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTable } from '../../../../src/engines/duckdb/admin/check-files.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function checkedStore() {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 6));
  const paths = store.files(EVENTS).map(({ path }) => path);
  return { paths, folder: store.folder(EVENTS.name), check: () => checkTable(store, EVENTS) };
}

test('checkTable finds nothing wrong with a table as it was written', async () => {
  const { check } = await checkedStore();

  expect(await check()).toEqual([]);
});

test('checkTable names each file that is missing, of another size or of another content', async () => {
  const { paths, folder, check } = await checkedStore();
  const [missing = '', cut = '', changed = ''] = paths;
  const path = (file: string) => file.slice(folder.path.length + 1);
  const bytes = readFileSync(cut).length;
  rmSync(missing);
  truncateSync(cut, 100);
  writeFileSync(changed, Buffer.alloc(readFileSync(changed).length));

  const damages = await check();

  expect(
    [...damages].sort((one, other) => String(other.path).localeCompare(String(one.path))),
  ).toEqual([
    { path: path(missing), what: 'is missing' },
    { path: path(cut), what: `has 100 bytes, not ${bytes}` },
    { path: path(changed), what: 'has another content' },
  ]);
});

test('checkTable names a manifest that cannot be read', async () => {
  const { folder, check } = await checkedStore();
  writeFileSync(`${folder.path}/manifest.json`, '{');

  expect(await check()).toEqual([
    { path: undefined, what: expect.stringContaining('the manifest of table "app.events"') },
  ]);
});
