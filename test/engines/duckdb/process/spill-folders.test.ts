import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  makeSpillFolder,
  removeSpillFolder,
  sweepSpillFolders,
} from '../../../../src/engines/duckdb/process/spill-folders.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The id of a process that has just ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('makeSpillFolder makes a folder for one process that nobody else may read', () => {
  const directory = temporaryFolder();

  const one = makeSpillFolder(directory, process.pid);
  const other = makeSpillFolder(directory, process.pid);

  expect(one).not.toBe(other);
  for (const folder of [join(directory, '.spill'), one ?? '']) {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  removeSpillFolder(one);
  expect(readdirSync(join(directory, '.spill'))).toHaveLength(1);
});

test('makeSpillFolder gives none where nothing can be written', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  expect(makeSpillFolder(file, process.pid)).toBeUndefined();
  removeSpillFolder(undefined);
});

test('sweepSpillFolders deletes what processes have left behind that are no more, and nothing else', () => {
  const directory = temporaryFolder();
  const mine = makeSpillFolder(directory, process.pid) ?? '';
  const left = makeSpillFolder(directory, endedPid()) ?? '';
  writeFileSync(join(left, 'rows.tmp'), 'x');
  const foreign = ['fresh', 'old'].map((age) => {
    const name = `elsewhere-${age}~1~00000000-0000-4000-8000-000000000000`;
    return join(directory, '.spill', name);
  });
  for (const folder of foreign) mkdirSync(folder);
  const [fresh = '', old = ''] = foreign;
  utimesSync(old, new Date(0), new Date(0));

  sweepSpillFolders(directory, Date.now());

  const kept = [mine, fresh].map((folder) => folder.slice(join(directory, '.spill').length + 1));
  expect(readdirSync(join(directory, '.spill')).sort()).toEqual(kept.sort());
  sweepSpillFolders(join(directory, 'nowhere'), Date.now());
});
