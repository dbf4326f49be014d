import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../../src/catalog/prepare.ts';
import { proveNewestFirst } from '../../../../src/engines/bigquery/newest-first/proof.ts';
import { compileSandbox } from '../../../../src/execution/sandbox.ts';
import { compiled } from '../../../support/compiled.ts';
import { logsAll } from '../../../support/endpoints.ts';
import { PROJECT } from '../../../support/project.ts';
import { compileStatement } from '../../compile-query.ts';

const ENDPOINT = prepareEndpoint(logsAll, PROJECT.tables);
const VARIANTS = ['open', 'pinned'] as const;

/** Why a caller's SQL is run plainly; undefined if it is run in steps. */
function reasons(sql: string): readonly (string | undefined)[] {
  return VARIANTS.map((variant) => {
    const { statement } = compileSandbox(ENDPOINT, ENDPOINT[variant], sql);
    const proof = proveNewestFirst(statement);
    return typeof proof === 'string' ? proof : undefined;
  });
}

const UNNEST =
  'CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS request CROSS JOIN UNNEST(m.response) AS response';

test.each([
  'SELECT id, timestamp, event_message, metadata FROM edge_logs ORDER BY timestamp DESC LIMIT 200',
  'SELECT * FROM edge_logs ORDER BY timestamp DESC, id LIMIT 5',
  'SELECT timestamp, id FROM edge_logs ORDER BY 1 DESC',
  'SELECT CAST(timestamp AS STRING) AS moment FROM edge_logs ORDER BY timestamp DESC LIMIT 20',
  'SELECT CAST(timestamp AS DATETIME) AS timestamp, event_message FROM edge_logs ORDER BY timestamp DESC LIMIT 100',
  'SELECT DATETIME(e.timestamp) AS time FROM edge_logs AS e ORDER BY e.timestamp DESC LIMIT 1000',
  'SELECT UNIX_MICROS(timestamp) AS t, id FROM edge_logs ORDER BY t DESC, id DESC LIMIT 3',
  'SELECT id FROM edge_logs ORDER BY UNIX_MICROS(timestamp) DESC LIMIT 3',
  `SELECT id, edge_logs.timestamp, request.method, response.status_code FROM edge_logs ${UNNEST}
   WHERE response.status_code BETWEEN 400 AND 499 OR request.method IN ('POST') ORDER BY timestamp DESC LIMIT 100`,
  `SELECT timestamp, m.load_balancer_redirect_identifier FROM edge_logs LEFT JOIN UNNEST(metadata) AS m ON TRUE
   WHERE REGEXP_CONTAINS(event_message, '(?i)timeout|reset') ORDER BY timestamp DESC LIMIT 100`,
  "WITH mine AS (SELECT * FROM edge_logs WHERE event_message LIKE 'a%') SELECT id FROM mine ORDER BY timestamp DESC LIMIT 9",
  'SELECT t.id FROM (SELECT id, timestamp AS moment FROM edge_logs) AS t ORDER BY t.moment DESC LIMIT 9',
  'SELECT timestamp FROM edge_logs WHERE EXISTS (SELECT 1 FROM UNNEST(metadata) AS m WHERE m.request IS NOT NULL) ORDER BY timestamp DESC LIMIT 4',
  'SELECT timestamp FROM edge_logs WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 3 DAY) ORDER BY timestamp DESC LIMIT 4',
])('runs in steps: %s', (sql) => {
  expect(reasons(sql)).toEqual([undefined, undefined]);
});

test.each([
  ['SELECT id FROM edge_logs LIMIT 3', 'its outermost SELECT has no ORDER BY'],
  [
    'SELECT id FROM (SELECT id, timestamp FROM edge_logs ORDER BY timestamp DESC) LIMIT 3',
    'its outermost SELECT has no ORDER BY',
  ],
  [
    'SELECT id FROM edge_logs ORDER BY timestamp LIMIT 3',
    'it is not ordered by the time of its table, descending',
  ],
  [
    'SELECT id FROM edge_logs ORDER BY id DESC, timestamp DESC LIMIT 3',
    'it is not ordered by the time of its table, descending',
  ],
  [
    'SELECT id AS timestamp FROM edge_logs ORDER BY timestamp DESC LIMIT 3',
    'it is not ordered by the time of its table, descending',
  ],
  [
    'SELECT id FROM edge_logs ORDER BY CAST(timestamp AS DATE) DESC LIMIT 3',
    'it is not ordered by the time of its table, descending',
  ],
  [
    "SELECT id FROM edge_logs ORDER BY CASE WHEN id = 'a' THEN timestamp END DESC LIMIT 3",
    'it is not ordered by the time of its table, descending',
  ],
  [
    'SELECT id FROM (SELECT id, timestamp, id IS NULL AS _own FROM edge_logs) ORDER BY CASE WHEN _own THEN timestamp END DESC LIMIT 3',
    'it is not ordered by the time of its table, descending',
  ],
  [
    'SELECT id FROM edge_logs ORDER BY timestamp DESC NULLS FIRST LIMIT 3',
    'it has rows without a time first',
  ],
  ['SELECT id FROM edge_logs ORDER BY timestamp DESC LIMIT 3 OFFSET 2', 'it has an OFFSET'],
  [
    'SELECT DISTINCT timestamp FROM edge_logs ORDER BY timestamp DESC LIMIT 3',
    'it groups rows, or removes equal ones',
  ],
  [
    'SELECT timestamp, COUNT(*) AS n FROM edge_logs GROUP BY timestamp ORDER BY timestamp DESC LIMIT 3',
    'it groups rows, or removes equal ones',
  ],
  [
    'SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM edge_logs ORDER BY timestamp DESC LIMIT 3',
    'it has a window function',
  ],
  [
    'SELECT id FROM (SELECT id, timestamp FROM edge_logs LIMIT 9) ORDER BY timestamp DESC LIMIT 3',
    'it has a LIMIT within',
  ],
  [
    'SELECT e.id FROM edge_logs AS e JOIN postgres_logs AS p ON e.id = p.id ORDER BY e.timestamp DESC LIMIT 3',
    'it joins relations',
  ],
  [
    'SELECT id, timestamp FROM edge_logs UNION ALL SELECT id, timestamp FROM postgres_logs ORDER BY timestamp DESC LIMIT 3',
    'it combines queries',
  ],
  [
    'SELECT id FROM edge_logs WHERE id IN (SELECT id FROM postgres_logs) ORDER BY timestamp DESC LIMIT 3',
    'it reads more than one table, or one twice',
  ],
  [
    'SELECT id FROM edge_logs WHERE EXISTS (SELECT 1 FROM edge_logs AS x WHERE x.id IS NULL) ORDER BY timestamp DESC LIMIT 3',
    'it reads more than one table, or one twice',
  ],
  [
    'SELECT id FROM edge_logs WHERE CAST(event_message AS INT64) > 1 ORDER BY timestamp DESC LIMIT 3',
    'an expression of it may raise an error',
  ],
  [
    'SELECT 1 / LENGTH(id) AS x FROM edge_logs ORDER BY timestamp DESC LIMIT 3',
    'an expression of it may raise an error',
  ],
])('is run plainly: %s', (sql, reason) => {
  expect(reasons(sql)).toEqual([reason, reason]);
});

test('is run plainly with a value that is another one in each run, as stored SQL may have', () => {
  const sql =
    'SELECT t.id FROM `cloudflare.logs.prod` AS t WHERE RAND() < 0.5 ORDER BY t.timestamp DESC LIMIT 3';

  expect(proveNewestFirst(compileStatement(sql, {}, PROJECT.tables))).toBe(
    'it has a value that is another one in each run',
  );
});

test('the stored query and all pages of views run in steps', () => {
  const statements = VARIANTS.flatMap((variant) => [
    compiled(ENDPOINT[variant].statement),
    ...[...ENDPOINT.views.values()].flatMap((view) => Object.values(view[variant])),
  ]);

  expect(statements.map(proveNewestFirst).filter((proof) => typeof proof === 'string')).toEqual([]);
  expect(statements.length).toBeGreaterThan(30);
});
