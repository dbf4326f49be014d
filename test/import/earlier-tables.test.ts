import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { moveEarlierTables } from '../../src/import/earlier-tables.ts';
import { EVENTS, FIRST_DAY } from '../support/import/event-rows.ts';
import { duckdbRows, filesBelow, rowsOfTable } from '../support/imported.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TABLES = new Map([[EVENTS.name, EVENTS]]);
const DAY = 86_400_000_000;
const START = FIRST_DAY * 1_000;
const uuid = (digit: number) => `1f0d2c1e-5a7b-4f7e-9a53-0e6b8b1b0c1${digit}`;

/** Writes a file as the release before did: with single records, and hidden columns. */
async function writeFile(path: string, id: number, micros: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  await duckdbRows(`COPY (SELECT make_timestamptz(${micros}) AS timestamp, ${id}::BIGINT AS id, 'p' AS project,
      {level: 'info', size: ${id}::BIGINT} AS meta, 'i' AS _fieldstone_import, 'p' AS _fieldstone_tenant)
    TO '${path}' (FORMAT parquet)`);
}

/** A table with two files of imports, a demo file, and one that was replaced. */
async function earlierTable(dataDir: string): Promise<string> {
  const folder = join(dataDir, EVENTS.name);
  const files = [0, 1, 2].map((i) => {
    const time = START + i * DAY;
    const day = new Date(time / 1_000).toISOString().slice(0, 10);
    const demo = i === 2 ? { demo: { start: time, end: time + 1 } } : {};
    const path = `day=${day}/${uuid(i)}.parquet`;
    return {
      path,
      oldest: String(time),
      newest: String(time),
      imports: i === 2 ? [] : ['a'],
      ...demo,
    };
  });
  for (const [i, { oldest, path }] of files.entries()) {
    await writeFile(join(folder, path), i, Number(oldest));
  }
  await writeFile(join(folder, `day=2026-07-01/${uuid(9)}.parquet`), 9, START);
  const manifest = {
    format: 2,
    sha256: 'x',
    table: EVENTS.name,
    commit: 3,
    files,
    imports: [],
    retired: [],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

const MOVED = [
  `tables/app.events/20260701T000000000000Z-20260701T000000000000Z-${uuid(0).slice(-12)}.parquet`,
  `tables/app.events/20260702T000000000000Z-20260702T000000000000Z-${uuid(1).slice(-12)}.parquet`,
];

test('moveEarlierTables takes the files of imports over, and deletes demo rows and what was replaced', async () => {
  const dataDir = temporaryFolder();
  await earlierTable(dataDir);

  await moveEarlierTables(dataDir, TABLES);

  expect(filesBelow(dataDir)).toEqual(MOVED);
  expect(existsSync(join(dataDir, 'tables', 'changed'))).toBe(true);
  expect(await rowsOfTable(dataDir, EVENTS, 'id, meta')).toEqual([
    ['0', [{ level: 'info', size: '0' }]],
    ['1', [{ level: 'info', size: '1' }]],
  ]);
  await moveEarlierTables(dataDir, TABLES);
  expect(filesBelow(dataDir)).toEqual(MOVED);
});

test('moveEarlierTables goes on where it was ended, and runs twice at a time', async () => {
  const dataDir = temporaryFolder();
  const folder = await earlierTable(dataDir);
  mkdirSync(join(dataDir, dirname(MOVED[0] ?? '')), { recursive: true });
  await writeFile(join(dataDir, MOVED[0] ?? ''), 0, START);
  rmSync(join(folder, `day=2026-07-01/${uuid(0)}.parquet`));

  await Promise.all([moveEarlierTables(dataDir, TABLES), moveEarlierTables(dataDir, TABLES)]);

  expect(filesBelow(dataDir)).toEqual(MOVED);
  expect(await rowsOfTable(dataDir, EVENTS, 'id')).toEqual([['0'], ['1']]);
});

test('moveEarlierTables leaves times out of the names for a table by DATE, of which they were not known', async () => {
  const dataDir = temporaryFolder();
  const table = parseTable(EVENTS.name, [{ name: 'day', type: 'DATE' }], { time: 'day' });
  await earlierTable(dataDir);

  await moveEarlierTables(dataDir, new Map([[table.name, table]]));

  expect(readdirSync(join(dataDir, 'tables', 'app.events')).sort()).toEqual([
    `${uuid(0).slice(-12)}.parquet`,
    `${uuid(1).slice(-12)}.parquet`,
  ]);
});

test.each([
  ['no JSON', 'nothing', /its manifest ".*manifest.json" cannot be read/],
  ['another format', '{"format": 3, "files": []}', /its manifest ".*manifest.json" cannot be read/],
  ['no manifest', undefined, /has data without a manifest\. Start the release before once/],
])(
  'moveEarlierTables stops with one line at a table with %s, and leaves it',
  async (_, text, message) => {
    const dataDir = temporaryFolder();
    const folder = await earlierTable(dataDir);
    if (text === undefined) rmSync(join(folder, 'manifest.json'));
    else writeFileSync(join(folder, 'manifest.json'), text);
    const before = filesBelow(folder);

    const error = await moveEarlierTables(dataDir, TABLES).catch((reason: unknown) => reason);

    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
    expect(filesBelow(folder)).toEqual(before);
  },
);
