import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { parseTable } from '../../../src/googlesql/index.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { copiedStore } from '../../support/filled-store.ts';
import { EVENTS, eventRows, importInto } from '../../support/store/event-rows.ts';
import { compileQuery } from '../compile-query.ts';

const OTHERS = parseTable(
  'app.others',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'INTEGER' },
  ],
  { tenant: ['id'], time: 'timestamp' },
);
const TABLES = new Map([EVENTS, OTHERS].map((table) => [table.name, table]));

async function damagedEngine() {
  const store = await copiedStore('events and others', async (filled) => {
    await importInto(filled, eventRows(0, 30));
    await importInto(filled, [{ timestamp: '2026-07-01T00:00:00Z', id: 1 }], OTHERS);
  });
  const told: (readonly string[])[] = [];
  const engine = new DuckDbEngine({
    files: store,
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
  return { store, engine, told, count };
}

/** The paths of the table's files; the first is the one to damage. */
function eventFiles(store: TableFiles): readonly [string, string] {
  const [first = '', second = ''] = store.files(EVENTS).map(({ path }) => path);
  return [first, second];
}

const isCut = expect.stringMatching(
  /^The data of table "app.events" are damaged: day=\S+ has \d+ bytes, not \d+$/,
);
const isOther = expect.stringMatching(
  /^The data of table "app.events" are damaged: day=\S+ has another content$/,
);
const isMissing = expect.stringMatching(
  /^The data of table "app.events" are damaged: day=\S+ is missing$/,
);

test.each([
  ['truncated', (path: string) => truncateSync(path, readFileSync(path).length - 1), isCut],
  ['emptied', (path: string) => truncateSync(path, 0), isCut],
  ['longer', (path: string) => appendFileSync(path, 'x'), isCut],
  ['deleted', (path: string) => rmSync(path), isMissing],
  [
    'zeroed',
    (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
    isOther,
  ],
  [
    'changed in one byte',
    (path: string) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, i) => (i === 99 ? byte ^ 1 : byte)),
      ),
    isOther,
  ],
] as const)(
  'DuckDbEngine fails statements over a file that is %s, names its table to the operator alone, and goes on with others',
  async (_, damage, seenByCheck) => {
    const { store, engine, told, count } = await damagedEngine();
    const [path] = eventFiles(store);
    const content = readFileSync(path);
    expect(await count(EVENTS.name)).toBe(30);

    damage(path);

    const failure = await count(EVENTS.name).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'ENGINE_FAILED',
      message: 'The query failed',
      cause: { message: expect.stringContaining('the data of table "app.events" are damaged') },
    });
    expect(await count(OTHERS.name)).toBe(1);
    const health = { notes: 0, isAnswering: true };
    expect(await engine.check()).toEqual({ ...health, damaged: 1 });
    await engine.check();
    expect(told).toEqual([[seenByCheck]]);
    writeFileSync(path, content);
    expect(await count(EVENTS.name)).toBe(30);
    expect(await engine.check()).toEqual(health);
    expect(told).toEqual([[seenByCheck], []]);
  },
);

test('DuckDbEngine fails statements over files that were swapped', async () => {
  const { store, count } = await damagedEngine();
  const [one, other] = eventFiles(store);
  copyFileSync(one, join(store.dataDir, 'aside'));
  copyFileSync(other, one);
  copyFileSync(join(store.dataDir, 'aside'), other);

  await expect(count(EVENTS.name)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(await count(OTHERS.name)).toBe(1);
});

test.each([
  [
    'torn',
    (path: string) => truncateSync(path, 40),
    /^Cannot read the manifest of table "app.events" \(.*\): /,
  ],
  [
    'edited',
    (path: string) =>
      writeFileSync(path, readFileSync(path, 'utf8').replace('"rows":', '"rows":1')),
    /^Cannot read the manifest of table "app.events" \(.*\): it has another content/,
  ],
  [
    'lost',
    (path: string) => rmSync(path),
    /^Cannot read the manifest of table "app.events" \(.*\): it is missing/,
  ],
] as const)(
  'DuckDbEngine fails statements over a table whose manifest is %s',
  async (_, damage, message) => {
    const { store, engine, told, count } = await damagedEngine();
    damage(join(store.folder(EVENTS.name).path, 'manifest.json'));

    await expect(count(EVENTS.name)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: 'The query failed',
      cause: { message: expect.stringMatching(message) },
    });
    expect(await count(OTHERS.name)).toBe(1);
    expect(await engine.check()).toMatchObject({ isAnswering: true, damaged: 1 });
    expect(told).toEqual([[expect.stringMatching(message)]]);
  },
);
