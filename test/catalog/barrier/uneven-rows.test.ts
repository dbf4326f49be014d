import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { fillRows } from '../../support/fill-store.ts';
import { ask, restSql } from '../../walls/ask-world.ts';
import { repeatForeignRows } from '../../walls/large-world.ts';
import { foreignRows, mixed, OWN, ownRows, rowsOf, unevenly } from '../../walls/tenant-worlds.ts';
import { openWorld, type World } from '../../walls/world.ts';

const FUNCTION_LOGS = 'deno-subhosting-events';
/** The tables of the views here. */
const TABLES = ['cloudflare.logs.prod', FUNCTION_LOGS, 'postgREST.logs.prod'];

/** Of the views here, the asking tenant has no row in `function_logs` and `postgrest_logs`. */
const worlds: World[] = [];

beforeAll(async () => {
  const processes = sharedProcesses(1);
  const uneven = unevenly(ownRows(6), (count, each) => foreignRows(count, each, 5));
  const unevenOwn = rowsOf(uneven.own, TABLES);
  const unevenForeign = rowsOf(uneven.foreign, TABLES);
  const own = rowsOf(ownRows(6), [FUNCTION_LOGS]);
  const foreign = rowsOf(foreignRows(6, 5, 1), [FUNCTION_LOGS]);
  worlds.push(
    await openWorld({ processes, fill: (store) => fillRows(store, unevenOwn) }),
    await openWorld({
      processes,
      fill: (store) => fillRows(store, mixed(unevenOwn, unevenForeign)),
    }),
    await openWorld({ processes, fill: (store) => fillRows(store, own) }),
    await openWorld({
      processes,
      fill: async (store) => {
        await fillRows(store, mixed(own, foreign));
        // More than a vector of DuckDB's lies between two rows of the asking tenant.
        await repeatForeignRows(store, FUNCTION_LOGS, 500);
      },
    }),
  );
});

afterAll(async () => {
  for (const world of worlds) await world.close();
});

async function expectSame([quiet, crowded]: readonly (World | undefined)[], sql: string) {
  if (!quiet || !crowded) throw new Error('There is no world');
  const question = restSql('logs.all', sql);
  expect(await ask(crowded, question, OWN), sql).toEqual(await ask(quiet, question, OWN));
}

const RAISES = "CAST(CONCAT('x', id) AS INT64)";

test.each([
  `SELECT (SELECT MAX(${RAISES}) FROM edge_logs) AS a FROM ? LIMIT 1`,
  `SELECT id FROM ? INTERSECT DISTINCT SELECT CAST(${RAISES} AS STRING) FROM edge_logs ORDER BY 1`,
  `SELECT COUNT(*) AS n FROM ? AS t WHERE t.id IN (SELECT CAST(${RAISES} AS STRING) FROM edge_logs)`,
  `SELECT COUNT(*) AS n FROM (SELECT ${RAISES} AS k FROM edge_logs) AS a JOIN ? AS b ON a.k = LENGTH(b.id)`,
  `SELECT COUNT(*) AS n FROM ? AS b FULL JOIN edge_logs AS t USING (id) WHERE ${RAISES} = 1`,
])('whether others have rows where one has none is not told by %s', async (sql) => {
  for (const view of ['function_logs', 'postgrest_logs']) {
    await expectSame(worlds.slice(0, 2), sql.replaceAll('?', view));
  }
});

const ONE_RAISES = 'DIV(1, CAST(t.id AS INT64) - 14)';

test.each([
  `SELECT t.id, x FROM function_logs AS t CROSS JOIN UNNEST([${ONE_RAISES}]) AS x LIMIT 2`,
  `SELECT t.id FROM function_logs AS t WHERE ${ONE_RAISES} < 5 LIMIT 2`,
  `SELECT EXISTS(SELECT 1 FROM function_logs AS t WHERE ${ONE_RAISES} < 5) AS e`,
  `SELECT t.id, TIMESTAMP_TRUNC(IF(t.id = '14', TIMESTAMP '0001-01-01', TIMESTAMP '2020-01-01'), WEEK) IS NULL AS x
     FROM function_logs AS t ORDER BY t.timestamp DESC LIMIT 2`,
])('how many rows of others lie between two of one is not told by %s', async (sql) => {
  await expectSame(worlds.slice(2), sql);
});

// DuckDB evaluates lambdas once for each entry of a column's dictionary, which has the values of others too.
test.each([
  `SELECT t.id, ARRAY(SELECT CAST(x AS INT64) FROM UNNEST([t.event_message]) AS x) AS a
     FROM function_logs AS t ORDER BY t.timestamp, t.id`,
  `SELECT MAX((SELECT SUM(x) FROM UNNEST([LENGTH(t.event_message), 9223372036854775803]) AS x)) AS a
     FROM function_logs AS t`,
  `SELECT COUNT(*) AS n FROM function_logs AS t
     WHERE EXISTS(SELECT 1 FROM UNNEST([t.event_message]) AS x WHERE DIV(1, IF(STARTS_WITH(x, 'x'), 0, 1)) = 1)`,
  `SELECT ARRAY(SELECT SAFE.DATE(TIMESTAMP '2020-01-01', IF(STARTS_WITH(x, '1'), 'UTC', x)) FROM UNNEST([t.id]) AS x)
     AS a FROM function_logs AS t ORDER BY t.timestamp, t.id`,
  `SELECT COUNT(*) AS n FROM function_logs AS t WHERE EXISTS(SELECT 1 FROM UNNEST([t.event_message]) AS x
     WHERE REGEXP_CONTAINS(x, '${Array(50).fill('[a-z]{1000}').join('|')}'))`,
  `SELECT COUNT(*) AS n FROM function_logs AS t WHERE EXISTS(SELECT 1 FROM UNNEST([t.event_message]) AS x
     WHERE SAFE_CAST(x AS BYTES) LIKE b'%${'q'.repeat(6_000)}%')`,
])('values of others in the files that are read are not told by %s', async (sql) => {
  await expectSame(worlds.slice(2), sql);
});
