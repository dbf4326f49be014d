import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseTable } from '#googlesql';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import { importsFolder } from '../../../../src/engines/duckdb/tables/imported-file.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { fillTable } from '../../../support/fill-store.ts';
import { freshFiles } from '../../../support/fresh-files.ts';
import { storedFiles } from '../../../support/stored-rows.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { compileQuery } from '../../compile-query.ts';

const FIELDS = [
  { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'id', type: 'INTEGER' },
];
const [EVENTS, OTHERS] = ['app.events', 'app.others'].map((name) =>
  parseTable(name, FIELDS, { time: 'timestamp' }),
) as [ReturnType<typeof parseTable>, ReturnType<typeof parseTable>];
const TABLES = new Map([EVENTS, OTHERS].map((table) => [table.name, table]));

async function engineWithFiles() {
  const files = freshFiles(temporaryFolder());
  const timestamp = '2026-07-01T00:00:00Z';
  for (const id of [1, 2]) {
    await fillTable(files, EVENTS, [JSON.stringify({ timestamp, id })]);
  }
  await fillTable(files, OTHERS, [JSON.stringify({ timestamp, id: 1 })]);
  const told: (readonly string[])[] = [];
  const engine = new DuckDbEngine({
    files,
    processes: sharedProcesses(),
    onDamage: (damage) => told.push(damage),
  });
  onTestFinished(() => engine.close());
  const count = async (table: string) => {
    const sql = `SELECT COUNT(t.id) AS n FROM \`${table}\` AS t`;
    const query = compileQuery(sql, {}, { tables: TABLES });
    const { rows } = await engine.run(query, { signal: new AbortController().signal });
    return rows[0]?.[0];
  };
  return { files, engine, told, count };
}

test.each([
  ['cut', (path: string) => truncateSync(path, readFileSync(path).length - 1)],
  ['emptied', (path: string) => truncateSync(path, 0)],
  ['no Parquet', (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
])(
  'a statement over a file that is %s fails, names it to the operator alone, and others go on',
  async (_, damage) => {
    const { files, engine, told, count } = await engineWithFiles();
    const [path = ''] = storedFiles(files, EVENTS.name);
    const content = readFileSync(path);
    expect(await count(EVENTS.name)).toBe(2);

    damage(path);

    const failure = await count(EVENTS.name).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ENGINE_FAILED', message: 'The query failed' });
    expect(await count(OTHERS.name)).toBe(1);
    const health = { notes: 0, isAnswering: true };
    expect(await engine.check()).toEqual({ ...health, damaged: 1 });
    expect(told).toEqual([[expect.stringContaining(path)]]);

    writeFileSync(path, content);
    expect(await count(EVENTS.name)).toBe(2);
    expect(await engine.check()).toEqual(health);
    expect(told).toEqual([[expect.stringContaining(path)], []]);
  },
);

test('a table whose file is deleted has the rows of the others', async () => {
  const { files, engine, count } = await engineWithFiles();
  rmSync(storedFiles(files, EVENTS.name)[0] ?? '');
  expect(await count(EVENTS.name)).toBe(1);
  expect(await engine.check()).toEqual({ notes: 0, isAnswering: true });
});

test('a statement is run once more where a file goes after the files were listed', async () => {
  const { files, count } = await engineWithFiles();
  expect(await count(EVENTS.name)).toBe(2);
  const [path = ''] = storedFiles(files, EVENTS.name);
  const list = files.list.bind(files);
  let listings = 0;
  files.list = (table) => {
    const listing = list(table);
    listings += 1;
    if (listings === 1) rmSync(path);
    return listing;
  };
  expect(await count(EVENTS.name)).toBe(1);
  expect(listings).toBe(2);
});

test('the log names file, line and column of a value that does not fit, and the caller learns nothing', async () => {
  const { files, engine, told, count } = await engineWithFiles();
  const path = join(importsFolder(files.dataDir, OTHERS.name), 'rows.csv');
  writeFileSync(path, 'timestamp,id\n2026-07-01T00:00:00Z,7\n2026-07-01T00:00:00Z,200.5\n');

  const failure = await count(OTHERS.name).catch((error: unknown) => error);

  const line = `"${path}" line 3: column "id" must be a 64-bit integer, without an exponent, not "200.5"`;
  expect(failure).toMatchObject({
    code: 'ENGINE_FAILED',
    message: 'The query failed',
    cause: { message: line },
  });
  expect(told).toEqual([[line]]);
  expect(await engine.check()).toMatchObject({ damaged: 1 });
});

test('a value of a statement that is the path of a file damages nothing', async () => {
  const { engine, files, told } = await engineWithFiles();
  const [path = ''] = storedFiles(files, EVENTS.name);
  const sql = `SELECT TIMESTAMP(CONCAT('${path}', CAST(t.id AS STRING))) AS time FROM \`app.events\` AS t`;
  const run = engine.run(compileQuery(sql, {}, { tables: TABLES }), {
    signal: new AbortController().signal,
  });
  await expect(run).rejects.toMatchObject({ code: 'SQL_INVALID' });
  expect(told).toEqual([]);
  expect(await engine.check()).toEqual({ notes: 0, isAnswering: true });
});
