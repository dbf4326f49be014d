import { expect, test } from 'vitest';
import { mayRaise } from '../../../../src/googlesql/analysis/properties/may-raise.ts';
import { resolve } from '../outcome.ts';

test.each([
  'SELECT id FROM edge_logs WHERE LENGTH(event_message) > 1 ORDER BY timestamp LIMIT 1',
  'SELECT SUM(LENGTH(id)) FROM edge_logs',
  'SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM edge_logs',
  'SELECT (SELECT MAX(v) FROM UNNEST([LENGTH(id), 1]) AS v) FROM edge_logs',
  'SELECT (SELECT COUNT(*) FROM UNNEST(metadata)) FROM edge_logs',
  "SELECT EXISTS (SELECT 1 FROM UNNEST(metadata) AS m WHERE m.load_balancer_redirect_identifier = 'x') FROM edge_logs",
  "SELECT id FROM edge_logs WHERE REGEXP_CONTAINS(id, '^a.*b$') AND id LIKE '%a_b%'",
  'SELECT SAFE_CAST(id AS INT64) FROM edge_logs',
  "SELECT id FROM edge_logs WHERE RANGE_CONTAINS(RANGE<TIMESTAMP> '[2026-07-01, UNBOUNDED)', timestamp)",
  "SELECT TIMESTAMP(DATE(timestamp)), DATETIME(DATE(timestamp)), FORMAT_DATE('%Y-%m', DATE(timestamp)) FROM edge_logs",
  'SELECT TIMESTAMP_TRUNC(timestamp, HOUR), TIMESTAMP_TRUNC(timestamp, MONTH) FROM edge_logs',
])('nothing in "%s" may raise an error', (sql) => {
  expect(mayRaise(resolve(sql))).toBe(false);
});

test.each([
  'SELECT CAST(id AS INT64) FROM edge_logs',
  'SELECT id FROM edge_logs WHERE DIV(1, LENGTH(id)) = 1',
  'SELECT (SELECT id FROM edge_logs) FROM edge_logs',
  // Evaluated for each row, which a filter may not have left out yet.
  'SELECT id FROM edge_logs WHERE (SELECT SUM(v) FROM UNNEST([UNIX_MICROS(timestamp)]) AS v) > 0',
  'SELECT (SELECT AVG(v) FROM UNNEST([LENGTH(id)]) AS v) FROM edge_logs',
  'SELECT ARRAY(SELECT SUM(v) OVER () FROM UNNEST([LENGTH(id)]) AS v) FROM edge_logs',
  'SELECT id FROM edge_logs WHERE (SELECT MAX((SELECT SUM(w) FROM UNNEST([v]) AS w)) FROM UNNEST([LENGTH(id)]) AS v) > 0',
  'SELECT RANGE(timestamp, timestamp) FROM edge_logs',
  'SELECT CAST(id AS RANGE<DATE>) FROM edge_logs',
  // DuckDB's error about an unknown zone is none that TRY catches.
  'SELECT SAFE.DATE(timestamp, id) FROM edge_logs',
  'SELECT SAFE_CAST(id AS TIMESTAMP) FROM edge_logs',
  "SELECT TIMESTAMP(DATE(timestamp), 'America/Los_Angeles'), DATE(LENGTH(id), 1, 1) FROM edge_logs",
  // A week and a zone's day may begin before year 1.
  'SELECT TIMESTAMP_TRUNC(timestamp, WEEK) FROM edge_logs',
  "SELECT TIMESTAMP_TRUNC(timestamp, DAY, 'America/Los_Angeles') FROM edge_logs",
  // Long texts are refused for large patterns.
  "SELECT id FROM edge_logs WHERE REGEXP_CONTAINS(id, '[a-z]{1000}')",
  "SELECT id FROM edge_logs WHERE CAST(id AS BYTES) LIKE b'%a%b%'",
  'SELECT id FROM edge_logs WHERE id LIKE event_message',
])('something in "%s" may raise an error', (sql) => {
  expect(mayRaise(resolve(sql))).toBe(true);
});
