import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { quoteText, type SchemaField } from '#googlesql';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { compileQuery } from '../../engines/compile-query.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIELDS = [
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  {
    name: 'items',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'price', type: 'FLOAT64', mode: 'REQUIRED' },
      { name: 'note', type: 'STRING' },
    ],
  },
  {
    name: 'place',
    type: 'RECORD',
    fields: [{ name: 'city', type: 'STRING', mode: 'REQUIRED' }],
  },
] satisfies readonly SchemaField[];

/** An engine over one table with the fields, and what it says of damaged files. */
async function engineOver(data: string, write: (folder: string) => Promise<void> | void) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify({ tables: { t: { data } } }));
  writeFileSync(join(folder, 'tables/t.json'), JSON.stringify(FIELDS));
  await write(join(folder, 'data'));
  const project = await loadProject(folder);
  let damage: readonly string[] = [];
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, temporaryFolder()),
    processes: sharedProcesses(),
    onDamage: (lines) => {
      damage = lines.map((line) => line.replace(/"[^"]*\/data\//, '"'));
    },
  });
  onTestFinished(() => engine.close());
  return {
    rows: async (sql: string) => {
      const query = compileQuery(sql, {}, { tables: project.tables });
      return (await engine.run(query, { signal: new AbortController().signal })).rows;
    },
    damage: () => damage,
  };
}

async function writeParquet(path: string, rows: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet)`);
  instance.closeSync();
}

const ROW = (id: string, price: string, city: string) =>
  `SELECT ${id}::BIGINT AS id, [{'price': 1.5::DOUBLE, 'note': NULL::VARCHAR}, {'price': ${price}::DOUBLE, 'note': 'n'}] AS items,
    ${city} AS place`;
const GOOD = ROW('1', '2.5', "{'city': 'Lund'}");

const STATEMENTS = {
  id: 'SELECT t.id FROM t',
  'items.price': 'SELECT i.price FROM t, UNNEST(t.items) AS i',
  'place.city': 'SELECT t.place.city FROM t',
};

test.each([
  ['id', ROW('NULL', '2.5', "{'city': 'Lund'}")],
  ['items.price', ROW('2', 'NULL', "{'city': 'Lund'}")],
  ['place.city', ROW('2', '2.5', "{'city': NULL::VARCHAR}")],
] as const)(
  'NULL in the REQUIRED %s of Parquet is an error, and the log names file, row and column',
  async (column, bad) => {
    const engine = await engineOver('data/*.parquet', async (folder) => {
      await writeParquet(join(folder, 'a.parquet'), `${GOOD} UNION ALL ${GOOD}`);
      await writeParquet(join(folder, 'b.parquet'), `${GOOD} UNION ALL ${bad}`);
    });

    await expect(engine.rows(STATEMENTS[column])).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(engine.damage()).toEqual([
      `"b.parquet" row 2: column "${column}" is REQUIRED, and there is no value`,
    ]);
    for (const [other, sql] of Object.entries(STATEMENTS)) {
      if (other !== column) expect(await engine.rows(sql), other).not.toContainEqual([null]);
    }
  },
);

test.each([
  ['a.ndjson', `{"id":1,"items":[{"price":1}]}\n{"id":2,"items":[{"note":"n"}]}\n`, 'items.price'],
  ['b.ndjson', `{"id":1,"place":{}}\n`, 'place.city'],
  ['a.csv', `id,items\n1,"[{""price"":null}]"\n`, 'items.price'],
] as const)('NULL in a REQUIRED field of %s is an error too', async (name, text, column) => {
  const engine = await engineOver(`data/${name}`, (folder) =>
    writeFileSync(join(folder, name), text),
  );

  await expect(engine.rows(STATEMENTS[column])).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(engine.damage().join()).toContain(`column "${column}" is REQUIRED`);
});

test('a record that may be NULL has no REQUIRED field where it is', async () => {
  const bare = `SELECT 1::BIGINT AS id, []::STRUCT(price DOUBLE, note VARCHAR)[] AS items, NULL::STRUCT(city VARCHAR) AS place`;
  const engine = await engineOver('data/*', async (folder) => {
    await writeParquet(join(folder, 'a.parquet'), bare);
    writeFileSync(join(folder, 'b.ndjson'), '{"id":2,"items":[],"place":null}\n{"id":3}\n');
  });

  expect(await engine.rows('SELECT t.id, t.place, t.place.city FROM t ORDER BY t.id')).toEqual([
    [1, null, null],
    [2, null, null],
    [3, null, null],
  ]);
});

test('a file that gets NULL in a REQUIRED column is an error from then on', async () => {
  let path = '';
  const engine = await engineOver('data/*.parquet', async (folder) => {
    path = join(folder, 'a.parquet');
    await writeParquet(path, GOOD);
  });
  expect(await engine.rows(STATEMENTS.id)).toEqual([[1]]);

  await writeParquet(path, `${ROW('NULL', '2.5', "{'city': 'Lund'}")}`);

  await expect
    .poll(() => engine.rows(STATEMENTS.id).catch(({ code }) => code))
    .toBe('ENGINE_FAILED');
});
