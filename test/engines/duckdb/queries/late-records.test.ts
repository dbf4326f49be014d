import { expect, test } from 'vitest';
import { bindParameters } from '../../../../src/engines/duckdb/queries/bind-parameters.ts';
import { engineOver } from '../../../support/engine-over.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';

const NOON = Date.UTC(2026, 6, 3, 12) * 1_000;
const DAY = 86_400_000_000;

/** Twenty rows of `demo` in each of three days, and as many of another tenant. */
const ROWS = [0, 1, 2].flatMap((day) =>
  Array.from({ length: 40 }, (_, i) => ({
    timestamp: NOON - day * DAY - i,
    id: `${day} ${i >> 1}`,
    project: i % 2 === 0 ? 'demo' : 'other',
    metadata: [{ request: [{ path: `/${day}/${i >> 1}` }] }],
  })),
);

const ask = pinnedAsker({ project: 'demo', now: BigInt(NOON + 1_000_000) });

/** Gives the rows of a statement, and DuckDB's plan of it. */
async function engine() {
  const store = await filledStore({ 'cloudflare.logs.prod': ROWS });
  const { connection, print } = await engineOver(store);
  return async (sql: string) => {
    const values = { project_tier: 'ENTERPRISE' };
    const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
    const { sql: text, parameters } = (await print(query)).statement;
    const run = async (statement: string) => {
      const prepared = await connection.prepare(statement);
      bindParameters(prepared, parameters);
      return (await prepared.runAndReadAll()).getRowsJson();
    };
    return { rows: await run(text), plan: String(await run(`EXPLAIN ${text}`)) };
  };
}

test('records of a row that is looked for are read once it is found', async () => {
  const answer = await engine();

  const found = await answer(
    "SELECT id, timestamp, metadata FROM edge_logs WHERE id = '1 7' LIMIT 1",
  );
  expect(found.plan).toContain('file_row_number');
  expect(found.rows).toHaveLength(1);
  expect(JSON.stringify(found.rows)).toContain('/1/7');

  const none = await answer("SELECT id, metadata FROM edge_logs WHERE id = '1 99' LIMIT 1");
  expect(none.plan).toContain('file_row_number');
  expect(none.rows).toEqual([]);

  const many = await answer(
    "WITH t AS (SELECT * FROM edge_logs) SELECT id, metadata FROM t WHERE id = '2 3' AND id > '0' LIMIT 50",
  );
  expect(many.plan).toContain('file_row_number');
  expect(many.rows).toHaveLength(1);
});

test.each([
  "SELECT id, event_message FROM edge_logs WHERE id = '1 7' LIMIT 1",
  "SELECT id, metadata FROM edge_logs WHERE id LIKE '1%' LIMIT 1",
  'SELECT id, metadata FROM edge_logs LIMIT 1',
])('DuckDB stops at the first rows of %s', async (sql) => {
  const { plan, rows } = await (await engine())(sql);

  expect(plan).not.toContain('file_row_number');
  expect(rows).toHaveLength(1);
});
