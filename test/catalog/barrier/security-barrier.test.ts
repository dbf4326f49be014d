import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Guard, guardTree } from '../../../src/catalog/barrier/guarded-tree.ts';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { compileSandbox } from '../../../src/execution/sandbox.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { VIEWS as TABLES } from '../../oracle/catalog.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { fillRows } from '../../support/fill-store.ts';
import { PROJECT } from '../../support/project.ts';
import { ask, restSql } from '../../walls/ask-world.ts';
import { plainFilter } from '../../walls/plain-filter.ts';
import { questions } from '../../walls/questions.ts';
import { foreignRows, mixed, OWN, ownRows, rowsOf } from '../../walls/tenant-worlds.ts';
import { openWorld, type World } from '../../walls/world.ts';

/** Of views of one make one is enough: `npm run test:walls` asks about all. The tenant of the first is in a record. */
const LIST_TENANT = 'function_logs';
const VIEWS = [LIST_TENANT, 'edge_logs', 'multigres_logs'];

let alone: World;
let crowded: World;
let unguarded: World;
let single: readonly [alone: World, crowded: World];

beforeAll(async () => {
  const processes = sharedProcesses(1);
  const own = ownRows(6);
  const both = mixed(own, foreignRows(6, 4, 1));
  const open = (rows: typeof own, guard: Guard) =>
    openWorld({ guard, processes, fill: (store) => fillRows(store, rows) });
  alone = await open(own, guardTree);
  crowded = await open(both, guardTree);
  unguarded = await open(both, plainFilter);
  const tables = [TABLES[LIST_TENANT]];
  const ownSingle = rowsOf(ownRows(6, 'single'), tables);
  const foreignSingle = rowsOf(foreignRows(6, 4, 1, 'single'), tables);
  single = [
    await open(ownSingle, guardTree),
    await open(mixed(ownSingle, foreignSingle), guardTree),
  ];
});

afterAll(async () => {
  for (const world of [alone, crowded, unguarded, ...single]) await world.close();
});

/** What tells of a row of another tenant, unless something keeps it from being evaluated there. */
const PROBES = [
  'SELECT COUNT(*) AS n FROM ? WHERE CAST(event_message AS FLOAT64) IS NULL',
  "SELECT EXISTS(SELECT 1 FROM ? WHERE DIV(1, IF(STARTS_WITH(id, 'x'), 0, 1)) IS NULL) AS e",
  'SELECT COUNT(*) AS n FROM ? WHERE DIV(1, IF(id IS NULL, 0, 1)) = 1',
  'SELECT COUNT(*) AS n FROM ? WHERE DIV(1, IF(metadata IS NULL, 0, 1)) = 1',
  'SELECT COUNT(*) AS n FROM ? WHERE DIV(1, IF(timestamp IS NULL, 0, 1)) = 1',
  "SELECT COUNT(*) AS n FROM ? AS t WHERE REGEXP_CONTAINS('a', IFNULL(t.id, '('))",
  'SELECT COUNT(*) AS n FROM ? WHERE DIV(1, 0) = 1',
  'SELECT COUNT(*) AS n FROM (SELECT CAST(event_message AS INT64) AS x FROM ?) WHERE x = 5 OR x = 6',
  'SELECT COUNT(*) AS n FROM ? AS t JOIN ? AS u ON CAST(t.id AS INT64) = CAST(u.id AS INT64) AND CAST(u.id AS INT64) = 12',
  'SELECT COUNT(*) AS n FROM ? AS t, ? AS u WHERE DIV(1, IF(JSON_VALUE(TO_JSON_STRING(t), "$.id") IS NULL, 0, 1)) = 1',
  "SELECT COUNT(*) AS n FROM ? AS t JOIN ? AS u ON t.id = u.id WHERE NOT REGEXP_CONTAINS('a', IFNULL(JSON_VALUE(TO_JSON_STRING(t), '$.id'), '('))",
  'SELECT COUNT(*) AS n FROM ? AS t LEFT JOIN UNNEST(t.metadata) AS m ON DIV(1, IF(m IS NULL, 0, 1)) = 1',
];

test.each(VIEWS)(
  'a pinned key is told nothing of other tenants by errors about %s',
  async (view) => {
    const even = [alone, crowded] as const;
    const pairs = view === LIST_TENANT ? [even, single] : [even];
    for (const [quietWorld, loudWorld] of pairs) {
      for (const project of loudWorld === crowded ? [OWN, 'nobody'] : [OWN]) {
        for (const probe of PROBES) {
          const question = restSql('logs.all', probe.replaceAll('?', view));
          const quiet = await ask(quietWorld, question, project);
          expect(await ask(loudWorld, question, project), question.what).toEqual(quiet);
        }
      }
    }
  },
);

test('a filter alone would tell of them', async () => {
  const told = [];
  for (const view of VIEWS) {
    for (const probe of PROBES) {
      const question = restSql('logs.all', probe.replaceAll('?', view));
      const quiet = await ask(alone, question, OWN);
      const other = await ask(unguarded, question, OWN);
      if (other.text !== quiet.text) told.push(question.what);
    }
  }

  expect(told.length).toBeGreaterThan(1);
});

test('answers to questions of every kind are the same with and without rows of others', {
  timeout: 300_000,
}, async () => {
  for (const question of questions(0, 20)) {
    const quiet = await ask(alone, question, OWN);
    expect(await ask(crowded, question, OWN), question.what).toEqual(quiet);
  }
});

const LOGS = prepareEndpoints(PROJECT).find(({ definition }) => definition.name === 'logs.all');

function printed(sql: string): string {
  if (!LOGS) throw new Error('There is no logs.all');
  return printQuery(compileSandbox(LOGS, LOGS.pinned, sql).statement.tree).replace(/\s+/g, ' ');
}

test('conditions on time that cannot fail are copied to the bare column', () => {
  const bounds = (sql: string) =>
    / AND t\.project = @_tenant(?: AND (.*?))?\) AS _row/.exec(printed(sql))?.[1];
  const after = "t.timestamp > '2026-07-01'";
  const before = 't.timestamp <= TIMESTAMP_SUB(@_now, INTERVAL 1 HOUR)';

  expect(bounds("SELECT id FROM edge_logs WHERE timestamp > '2026-07-01'")).toBe(after);
  expect(
    bounds(`WITH a AS (SELECT * FROM edge_logs) SELECT a.id FROM a LEFT JOIN UNNEST(a.metadata) AS m
      WHERE a.timestamp > TIMESTAMP('2026-07-01') AND TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR) >= a.timestamp`),
  ).toBe(
    "t.timestamp > TIMESTAMP('2026-07-01') AND TIMESTAMP_SUB(@_now, INTERVAL 1 HOUR) >= t.timestamp",
  );
  expect(
    bounds(`SELECT id FROM edge_logs WHERE timestamp > '2026-07-01'
      UNION ALL SELECT id FROM edge_logs WHERE timestamp <= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)`),
  ).toBe(`(${before} OR ${after})`);
  expect(
    bounds("SELECT id FROM edge_logs WHERE timestamp > '2026-07-01' AND id = 'b' OR id = 'a'"),
  ).toBe(`(${after} AND t.id = 'b' OR t.id = 'a')`);
  for (const without of [
    "SELECT id FROM edge_logs WHERE timestamp > '2026-07-01' OR LENGTH(id) = 1",
    "SELECT id FROM edge_logs WHERE timestamp > '2026-07-01' OR timestamp IS NULL",
    "SELECT id FROM edge_logs WHERE timestamp > '2026-07-01' OR CAST(id AS INT64) = 1",
    "SELECT l.id FROM edge_logs AS l JOIN auth_logs AS a USING (id) WHERE l.timestamp > '2026-07-01' OR a.timestamp > '2026-07-01'",
    "SELECT id FROM (SELECT * FROM edge_logs LIMIT 5) WHERE timestamp > '2026-07-01'",
    "SELECT id FROM edge_logs WHERE timestamp > '2026-07-01' UNION ALL SELECT id FROM edge_logs",
    'SELECT id FROM edge_logs WHERE timestamp > CAST(id AS TIMESTAMP)',
    'SELECT id FROM edge_logs WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 900000000 DAY)',
  ]) {
    expect(bounds(without)?.includes('timestamp') ?? false, without).toBe(false);
  }
});

test('comparisons with texts that cannot fail are copied to the bare column', () => {
  const copied = (sql: string) =>
    /IS DISTINCT FROM @_tenant\) AND ((?:\(?t\.|REGEXP|STARTS).*?)\) AS _row/.exec(
      printed(sql),
    )?.[1];

  expect(
    copied("SELECT id FROM storage_logs WHERE id = 'it\\'s' AND event_message LIKE 'a%'"),
  ).toBe("t.id = 'it\\'s' AND t.event_message LIKE 'a%'");
  expect(copied("SELECT id FROM storage_logs WHERE REGEXP_CONTAINS(event_message, 'a|b')")).toBe(
    "REGEXP_CONTAINS(t.event_message, 'a|b')",
  );
  expect(
    copied("SELECT id FROM storage_logs WHERE STARTS_WITH(id, 'a') AND id IN ('b', 'c')"),
  ).toBe("STARTS_WITH(t.id, 'a') AND t.id IN ('b', 'c')");
  expect(copied("SELECT id FROM storage_logs WHERE id = 'a' OR event_message = 'b'")).toBe(
    "(t.id = 'a' OR t.event_message = 'b')",
  );
  for (const without of [
    "SELECT id FROM storage_logs WHERE event_message LIKE 'a\\\\'",
    'SELECT id FROM storage_logs WHERE id = event_message',
    "SELECT id FROM storage_logs WHERE LOWER(id) = 'a'",
    "SELECT id FROM storage_logs WHERE id = 'a' OR event_message LIKE 'b\\\\'",
    'SELECT id FROM storage_logs WHERE id = (SELECT MAX(id) FROM storage_logs)',
    "SELECT id FROM (SELECT * FROM storage_logs LIMIT 5) WHERE id = 'a'",
  ]) {
    expect(copied(without), without).toBeUndefined();
  }
});

test('every column is guarded, timestamp too where something could raise an error or takes arrays', () => {
  const [time, bare] = ['CASE WHEN _row._own THEN _row.timestamp END', '_row.timestamp AS'];
  const total = printed('SELECT * FROM auth_logs ORDER BY timestamp');
  const raising = printed('SELECT CAST(id AS INT64) AS n FROM auth_logs ORDER BY timestamp');
  const ofLists = printed(
    'SELECT ARRAY(SELECT x FROM UNNEST([1, 2]) AS x WHERE x < UNIX_SECONDS(timestamp)) AS n FROM auth_logs',
  );

  expect(total).toContain(bare);
  for (const sql of [raising, ofLists]) {
    expect(sql).not.toContain(bare);
    expect(sql).toContain(time);
  }
  for (const column of ['id', 'event_message', 'metadata', 'project']) {
    for (const sql of [total, raising]) {
      expect(sql).toContain(`CASE WHEN _row._own THEN _row.${column} END AS ${column}`);
      expect(sql).not.toContain(`_row.${column} AS`);
    }
  }
});

test('only statements that could raise an error have their barriers closed', () => {
  const isClosed = (sql: string) => printed(sql).includes('RAND() < 2');

  expect(
    isClosed("SELECT id FROM edge_logs WHERE event_message LIKE '%a%' ORDER BY timestamp"),
  ).toBe(false);
  expect(isClosed("SELECT COUNT(*) AS n FROM edge_logs WHERE REGEXP_CONTAINS(id, 'a|b')")).toBe(
    false,
  );
  expect(isClosed('SELECT id FROM edge_logs WHERE CAST(id AS INT64) > 1')).toBe(true);
  expect(isClosed('SELECT metadata[OFFSET(0)].request AS r FROM edge_logs')).toBe(true);
  expect(isClosed('SELECT (SELECT id FROM edge_logs) AS r')).toBe(true);
});
