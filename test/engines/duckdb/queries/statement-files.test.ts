import { expect, test } from 'vitest';
import { bindParameters } from '../../../../src/engines/duckdb/queries/bind-parameters.ts';
import { engineOver } from '../../../support/engine-over.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';

const TABLE = 'cloudflare.logs.prod';
const NOON = Date.UTC(2026, 6, 3, 12) * 1_000;
const DAY = 86_400_000_000;

const ask = pinnedAsker({ project: 'demo', now: BigInt(NOON + 1_000_000) });

const askLogs = (sql: string, tier = 'ENTERPRISE') =>
  ask({ name: sql, endpoint: 'logs.all', values: { project_tier: tier }, sql });

function rowOfDay(day: number, metadata: object = [{ request: [{ path: '/' }] }]) {
  return { timestamp: NOON - day * DAY, id: `${day}`, project: 'demo', metadata };
}

/** A store with a file for each of three days. */
async function storeOfDays() {
  const store = await filledStore({});
  for (const day of [0, 3, 30]) await fillRows(store, [[TABLE, [rowOfDay(day)]]]);
  return store;
}

test.each([
  ['FREE', 1],
  ['PRO', 2],
  ['ENTERPRISE', 3],
])('a statement of the tier %s opens %s of three files', async (tier, count) => {
  const { print } = await engineOver(await storeOfDays());
  const { files } = await print(askLogs('SELECT id FROM edge_logs', tier));
  expect(files).toHaveLength(count);
});

test('a printer that has printed a statement reads the files that there are now, as they are stored', async () => {
  const store = await filledStore({ [TABLE]: [rowOfDay(0)] });
  const { print } = await engineOver(store);
  const sql =
    'SELECT r.path FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r';
  const query = askLogs(sql);
  const printWith = async (metadata: object) => {
    await fillRows(store, [[TABLE, [rowOfDay(0, metadata)]]]);
    const { files, statement } = await print(query);
    const lists = statement.parameters.filter(([name]) => name.startsWith('_source_'));
    const paths = lists.flatMap(([, { value }]) => value);
    expect(new Set(paths)).toEqual(new Set(files));
    return { text: statement.sql, files: paths.length, lists: lists.length };
  };

  const first = await printWith([{ request: [{ path: '/' }] }]);
  expect(first).toMatchObject({ files: 2, lists: 1 });
  expect(await printWith([{ request: [{ path: '/' }] }])).toEqual({ ...first, files: 3 });
  expect(await printWith([])).toMatchObject({ files: 4, lists: 2 });
  expect(await printWith([{ request: [] }])).toMatchObject({ files: 5, lists: 3 });
});

test('DuckDB plans a statement once, when it is run', async () => {
  const { connection, print } = await engineOver(await filledStore({ [TABLE]: [rowOfDay(0)] }), 1);
  const { sql, parameters } = (await print(askLogs('SELECT id FROM edge_logs ORDER BY id')))
    .statement;

  const prepared = await connection.prepare(sql);
  bindParameters(prepared, parameters);

  // A planned statement knows the names of its columns.
  expect(prepared.columnName(0)).toBe('unknown');
  const result = await prepared.runAndReadAll();
  expect(result.columnNames()).toEqual(['c0']);
});

test('lists made of single records have the fields only that a statement reads', async () => {
  const { print } = await engineOver(await filledStore({ [TABLE]: [rowOfDay(0)] }));
  const textOf = async (value: string) => {
    const sql = `SELECT ${value} AS v FROM edge_logs CROSS JOIN UNNEST(metadata) AS m
      CROSS JOIN UNNEST(m.request) AS r WHERE CAST(r.path AS INT64) > 0`;
    return (await print(askLogs(sql))).statement.sql;
  };

  const list = (text: string) => /\[\{.*\}\](?= AS "metadata")/.exec(text)?.[0];
  expect(list(await textOf('r.method'))).toBe(
    `[{"request": [{"method": "metadata"."request"."method", "path": "metadata"."request"."path"}]}]`,
  );
  expect(list(await textOf('r'))).toBe(`[{"request": ["metadata"."request"]}]`);
  expect(list(await textOf('TO_JSON_STRING(m)'))).toContain(`"response": `);
});
