import { hash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../../../src/cli/fieldstone.ts';
import { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import { filledStore } from '../../support/filled-store.ts';
import { PROJECT } from '../../support/project.ts';
import { duckdbRows } from '../../support/run-import.ts';
import { openWriter } from '../../support/store/open-writer.ts';
import { valuesOf } from '../../support/store/values-of.ts';
import { logTable, storedFiles } from '../../support/stored-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TABLE = 'postgres.logs';

const openStore = () =>
  filledStore({
    [TABLE]: [
      { timestamp: '2026-07-01T00:00:00Z', id: 'a', project: 'p' },
      { timestamp: '2026-07-02T00:00:00Z', id: 'b', project: 'q' },
    ],
  });

/** Runs a command in this process; gives what it printed, and the error that it ended with. */
async function run(...args: readonly string[]) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const error: unknown = await createProgram(PROJECT)
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  const out = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return { out, error };
}

test('data check says that all is well, or names each damaged file and fails', async () => {
  const store = await openStore();
  const check = () => run('data', 'check', '--data-dir', store.directory);
  expect(await check()).toEqual({
    out: 'All files are as their manifests say\n',
    error: undefined,
  });
  appendFileSync(storedFiles(store, TABLE)[0] ?? '', 'x');

  const { out, error } = await check();

  expect(out).toMatch(/^postgres.logs: day=2026-07-02\/\S+ has \d+ bytes, not \d+\n$/);
  expect(error).toMatchObject({ exitCode: 1, message: 'Files that are damaged: 1' });
});

test('data copy makes a folder that is a store with the same rows', async () => {
  const store = await openStore();
  const target = join(temporaryFolder(), 'copy');

  const { out, error } = await run('data', 'copy', target, '--data-dir', store.directory);

  expect([out, error]).toEqual(['Copied 1 tables: 2 files, 1 MB\n', undefined]);
  expect(await valuesOf(new ParquetStore(target), logTable(TABLE))).toEqual(['a', 'b']);
});

test('export and data check need not write where the data are', async () => {
  const { directory } = await openStore();
  rmSync(join(directory, '.lock'));
  mkdirSync(join(directory, '.lock'));
  const output = join(temporaryFolder(), 'rows.ndjson');

  await run('export', TABLE, '--data-dir', directory, '--output', output);

  expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(3);
  expect(readdirSync(dirname(output))).toEqual(['rows.ndjson']);
  expect((await run('data', 'check', '--data-dir', directory)).error).toBeUndefined();
});

test('export writes the rows that are asked for, and refuses what it does not understand', async () => {
  const { directory } = await openStore();
  const output = join(temporaryFolder(), 'rows.ndjson');
  const options = ['--data-dir', directory, '--output', output];

  await run('export', TABLE, '--from', '2026-07-02', '--project', 'q', ...options);

  expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ id: 'b', project: 'q' });
  expect(await run('export', TABLE, '--to', 'soon', ...options)).toMatchObject({
    error: { exitCode: 2, message: expect.stringContaining('--to takes a time') },
  });
  expect(await run('export', 'logs', ...options)).toMatchObject({
    error: { exitCode: 2, message: expect.stringContaining('There is no table "logs"') },
  });
  const span = ['--from', '2026-07-02', '--to', '2026-07-02'];
  expect(await run('export', TABLE, ...span, ...options)).toMatchObject({
    error: { exitCode: 2, message: '--to must be later than --from' },
  });
});

test('export writes nothing if the data cannot be read in the middle', async () => {
  const { directory } = await filledStore({
    [TABLE]: Array.from({ length: 5_000 }, (_, i) => ({
      timestamp: new Date(Date.UTC(2026, 6, 1) + i).toISOString(),
      id: hash('sha256', String(i)),
      project: 'p',
    })),
  });
  const store = new ParquetStore(directory);
  const [path = ''] = storedFiles(store, TABLE);
  const [[start = 0, length = 0] = []] = await duckdbRows(
    `SELECT data_page_offset, total_compressed_size FROM parquet_metadata('${path}')
      WHERE path_in_schema = 'id' ORDER BY row_group_id DESC LIMIT 1`,
  );
  const damaged = readFileSync(path);
  damaged.fill(0xff, Number(start) + 100, Number(start) + Number(length));
  writeFileSync(path, damaged);
  // As if it had been written so: a file that differs from its manifest is another error.
  const sha256 = hash('sha256', damaged);
  await (await openWriter(store)).commit(logTable(TABLE), [], (manifest) => ({
    ...manifest,
    files: manifest.files.map((file) => ({ ...file, sha256 })),
  }));
  const output = join(temporaryFolder(), 'rows.ndjson');

  const { error } = await run('export', TABLE, '--data-dir', directory, '--output', output);

  expect(String(error)).toMatch(/^Error: (?!Cannot read|.*another content)/);
  expect(readdirSync(dirname(output))).toEqual([]);
});

test.each(['none/rows.ndjson', '.'])('export to %s says that it cannot write there', async (to) => {
  const { directory } = await openStore();
  const output = join(temporaryFolder(), to);

  expect(await run('export', TABLE, '--data-dir', directory, '--output', output)).toMatchObject({
    error: { exitCode: 1, message: expect.stringMatching(/^Cannot write --output: /) },
  });
});
