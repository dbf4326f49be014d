import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CHANGED_MARKER,
  importedFileName,
  importsFolder,
  tablesFolder,
} from '../../../../src/engines/duckdb/tables/imported-file.ts';
import {
  READ_MARKER_EVERY_MS,
  stateOf,
  TableFiles,
} from '../../../../src/engines/duckdb/tables/table-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const id = '0123456789ab';

/** Files below a folder with a clock that stands still until it is moved. */
function filesIn(folder: string, globs?: Readonly<Record<string, readonly string[]>>) {
  const clock = { now: 0 };
  const files = new TableFiles({
    dataDir: folder,
    now: () => clock.now,
    ...(globs && { globs: new Map(Object.entries(globs)) }),
  });
  return { clock, files };
}

function write(folder: string, name: string, text = 'x'): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** What `import` does last. */
function replaceMarker(folder: string): void {
  const marker = join(tablesFolder(folder), CHANGED_MARKER);
  write(tablesFolder(folder), 'changed.new');
  renameSync(`${marker}.new`, marker);
}

const names = (files: TableFiles, table: string) =>
  files.list(table).files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));

describe('files of a table', () => {
  test('without any are none', () => {
    const { files } = filesIn(temporaryFolder());
    expect(files.list('logs').files).toEqual([]);
  });

  test('are those of its imports, with the times of their names', () => {
    const folder = temporaryFolder();
    const name = importedFileName({ id, oldest: 5n, newest: 7n });
    write(importsFolder(folder, 'logs'), name);
    write(importsFolder(folder, 'logs'), 'rows.ndjson');
    write(importsFolder(folder, 'logs'), 'unfinished.tmp');
    write(importsFolder(folder, 'others'), 'rows.csv');
    const { files } = filesIn(folder);
    expect(names(files, 'logs')).toEqual([name, 'rows.ndjson']);
    expect(files.list('logs').files).toMatchObject([
      { oldest: 5n, newest: 7n, bytes: 1 },
      { oldest: undefined },
    ]);
  });

  test('are those that its globs match, each once', () => {
    const folder = temporaryFolder();
    write(folder, 'data/2026/a.csv');
    write(folder, 'data/b.csv');
    write(folder, 'data/c.json');
    const { files } = filesIn(folder, { orders: ['data/**/*.csv', 'data/b.*'] });
    expect(names(files, 'orders')).toEqual(['a.csv', 'b.csv']);
    expect(files.folders).toEqual([tablesFolder(folder), join(folder, 'data')]);
  });
});

describe('a listing', () => {
  test('is made again after a second', () => {
    const folder = temporaryFolder();
    const { clock, files } = filesIn(folder);
    files.list('logs');
    write(importsFolder(folder, 'logs'), 'a.csv');
    clock.now = 999;
    expect(names(files, 'logs')).toEqual([]);
    clock.now = 1_000;
    expect(names(files, 'logs')).toEqual(['a.csv']);
  });

  test('is made again at once after an import', () => {
    const folder = temporaryFolder();
    const { clock, files } = filesIn(folder);
    files.list('logs');
    const before = files.version();
    write(importsFolder(folder, 'logs'), 'a.csv');
    replaceMarker(folder);
    clock.now = READ_MARKER_EVERY_MS;
    expect(files.version()).not.toBe(before);
    expect(names(files, 'logs')).toEqual(['a.csv']);
  });

  test('is the same object while no file has changed', () => {
    const folder = temporaryFolder();
    write(importsFolder(folder, 'logs'), 'a.csv');
    const { clock, files } = filesIn(folder);
    const before = files.list('logs');
    const version = files.version();
    clock.now = 5_000;
    expect(files.list('logs')).toBe(before);
    expect(files.version()).toBe(version);
  });
});

describe('the state of the data', () => {
  test('is shared by replicas with the same files in other folders', () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [one, other]) write(importsFolder(folder, 'logs'), 'a.csv');
    const [first, second] = [one, other].map((folder) => filesIn(folder).files.list('logs').state);
    expect(first?.shared).toBe(second?.shared);
    expect(first?.local).not.toBe(second?.local);
  });

  test.each([
    ['another file', (folder: string) => write(folder, 'b.csv')],
    ['another size', (folder: string) => write(folder, 'a.csv', 'longer')],
    ['a file less', (folder: string) => rmSync(join(folder, 'a.csv'))],
  ])('differs with %s', (_, change) => {
    const folder = temporaryFolder();
    write(importsFolder(folder, 'logs'), 'a.csv');
    const { files } = filesIn(folder);
    const before = files.listNow('logs').state;
    change(importsFolder(folder, 'logs'));
    const { state } = files.listNow('logs');
    expect(state.shared).not.toBe(before.shared);
    expect(state.local).not.toBe(before.local);
  });

  test('differs in this process with another time', () => {
    const folder = temporaryFolder();
    const path = write(importsFolder(folder, 'logs'), 'a.csv');
    const { files } = filesIn(folder);
    const before = files.listNow('logs').state;
    utimesSync(path, 1, 1);
    const { state } = files.listNow('logs');
    expect(state.shared).toBe(before.shared);
    expect(state.local).not.toBe(before.local);
  });

  test('of several tables differs with each', () => {
    const folder = temporaryFolder();
    write(importsFolder(folder, 'logs'), 'a.csv');
    const of = () => stateOf(['logs', 'others'].map((name) => filesIn(folder).files.list(name)));
    const before = of();
    write(importsFolder(folder, 'others'), 'a.csv');
    expect(of().shared).not.toBe(before.shared);
  });
});
