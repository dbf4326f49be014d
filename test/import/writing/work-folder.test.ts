import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importRows } from '../../../src/import/import-rows.ts';
import { sweepUnfinished, WorkFolder } from '../../../src/import/writing/work-folder.ts';
import { EVENTS, eventRows } from '../../support/import/event-rows.ts';
import { filesOf, importLines, rowsOfTable } from '../../support/imported.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A process id that no process has. */
const NOBODY = 0x3fffff;

/** The folder and the file of an import that was killed, on this machine or another. */
function leave(dataDir: string, host: string, pid: number) {
  const name = `import-${host}-${pid}-0123456789ab`;
  const table = join(dataDir, 'tables', EVENTS.name);
  mkdirSync(join(dataDir, `.${name}`), { recursive: true });
  mkdirSync(table, { recursive: true });
  const file = join(table, `${name}.tmp`);
  writeFileSync(join(dataDir, `.${name}`, 'rows'), 'x');
  writeFileSync(file, 'PAR1');
  return { folder: join(dataDir, `.${name}`), file };
}

const hostOf = async (dataDir: string) => {
  const work = await WorkFolder.create(dataDir);
  await work.discard(dataDir);
  return /import-([0-9a-f]{8})-/.exec(work.fileName)?.[1] ?? '';
};

test('sweepUnfinished deletes what imports of processes that are gone have left', async () => {
  const dataDir = temporaryFolder();
  const left = leave(dataDir, await hostOf(dataDir), NOBODY);

  await sweepUnfinished(dataDir);

  expect([existsSync(left.folder), existsSync(left.file)]).toEqual([false, false]);
});

test('sweepUnfinished deletes the marker that a killed command did not finish, and no other', async () => {
  const dataDir = temporaryFolder();
  const host = await hostOf(dataDir);
  mkdirSync(join(dataDir, 'tables'));
  const markers = [`${host}-${NOBODY}`, `${host}-${process.pid}`, `00000000-${NOBODY}`].map(
    (owner) => join(dataDir, 'tables', `changed.${owner}-0123456789ab.tmp`),
  );
  for (const marker of markers) writeFileSync(marker, 'x');

  await sweepUnfinished(dataDir);

  expect(markers.map((marker) => existsSync(marker))).toEqual([false, true, true]);
});

test.each([
  [
    'this machine, whose process runs',
    async (dataDir: string) => [await hostOf(dataDir), process.pid],
  ],
  ['another machine, that was touched a moment ago', async () => ['00000000', NOBODY]],
] as const)(
  'sweepUnfinished leaves an import of %s alone, until it is silent',
  async (_, owner) => {
    const dataDir = temporaryFolder();
    const [host, pid] = await owner(dataDir);
    const left = leave(dataDir, String(host), Number(pid));

    await sweepUnfinished(dataDir);
    expect([existsSync(left.folder), existsSync(left.file)]).toEqual([true, true]);

    const old = new Date(Date.now() - 3_600_000);
    utimesSync(left.folder, old, old);
    await sweepUnfinished(dataDir);
    expect([existsSync(left.folder), existsSync(left.file)]).toEqual([false, false]);
  },
);

test('an import deletes what a killed one has left, and nothing of one that runs', async () => {
  const dataDir = temporaryFolder();
  const left = leave(dataDir, await hostOf(dataDir), NOBODY);
  const running = await WorkFolder.create(dataDir);

  await importLines(dataDir, EVENTS, eventRows(0, 3));

  expect(existsSync(left.file)).toBe(false);
  expect(existsSync(running.path)).toBe(true);
  await running.discard(dataDir);
});

test('imports into one table at a time all end well', async () => {
  const dataDir = temporaryFolder();

  await Promise.all([0, 1, 2, 3].map((i) => importLines(dataDir, EVENTS, eventRows(10 * i, 10))));

  expect(await filesOf(dataDir, EVENTS.name)).toHaveLength(4);
  expect(await rowsOfTable(dataDir, EVENTS, 'id', 'id')).toEqual(
    Array.from({ length: 40 }, (_, i) => [String(i)]),
  );
  expect(readdirSync(dataDir)).toEqual(['tables']);
});

test('an import that fails leaves no file', async () => {
  const dataDir = temporaryFolder();
  const input = Readable.from(
    (async function* () {
      yield Buffer.from('{"timestamp": "2026-07-01"}\n');
      throw new Error('The disk cannot be read');
    })(),
  );

  const imported = importRows({ dataDir, table: EVENTS, input, format: 'ndjson' });

  await expect(imported).rejects.toThrow('The disk cannot be read');
  expect(readdirSync(dataDir)).toEqual([]);
});
