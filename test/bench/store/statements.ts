import { MICROS_PER_DAY } from '../../../src/engines/duckdb/tables/time-range.ts';
import { type PinnedQuestion, pinnedAsker } from '../../support/pinned-asker.ts';
import { EDGE } from '../demo-days.ts';

/** The first moment of the last day with rows. */
export const TODAY = Date.UTC(2026, 6, 1) * 1_000;

/** Noon of the last day. */
export const NOW = TODAY + MICROS_PER_DAY / 2;

/** A statement of ours, and the best that one can write by hand for DuckDB over the same files. */
export interface Compared extends PinnedQuestion {
  readonly table: string;
  /** `FILES` stands for the files; the security barrier is in it too. */
  readonly byHand: string;
}

/** What the engine is asked when a key pinned to `demo` sends a request. */
export const engineQuery = pinnedAsker({ project: 'demo', now: BigInt(NOW) });

const LOGS = {
  project: 'demo',
  project_tier: 'ENTERPRISE',
  // As by hand: without it the rest of the day is read too.
  iso_timestamp_end: new Date(NOW / 1_000).toISOString(),
};

/** The moment so many days before now, as DuckDB SQL. */
const daysAgo = (days: number) => `make_timestamptz(${NOW - days * MICROS_PER_DAY})`;

/** The day of a moment, as DuckDB SQL: faster than `date_trunc`, which asks for the time zone's calendar. */
const dayOf = (ts: string) =>
  `make_timestamptz(epoch_us(${ts}) // ${MICROS_PER_DAY} * ${MICROS_PER_DAY})`;

/** The demo project's rows of the last days, with fields as columns that are NULL in rows of others. */
function guarded(days: number, fields: Readonly<Record<string, string>>, more = ''): string {
  const exposed = Object.keys(fields).map((name) => `CASE WHEN own THEN ${name} END AS ${name}`);
  const read = Object.entries(fields).map(([name, value]) => `${value} AS ${name}`);
  return `(SELECT ${exposed.join(', ')} FROM (
    SELECT ${read.join(', ')}, project = 'demo' AS own FROM FILES
    WHERE "timestamp" > ${daysAgo(days)} AND "timestamp" <= ${daysAgo(0)} AND project = 'demo'${more}))`;
}

/** What is compared. The windows are those of the endpoints, whose buckets are whole days. */
export const COMPARED: readonly Compared[] = [
  {
    name: 'usage.api-counts daily',
    endpoint: 'usage.api-counts',
    values: { project: 'demo', interval: 'daily' },
    table: EDGE,
    byHand: `SELECT ${dayOf('ts')} AS day, count_if(contains(path, '/rest')), count_if(contains(path, '/storage')),
      count_if(contains(path, '/auth')), count_if(contains(path, '/realtime'))
      FROM ${guarded(7, { ts: '"timestamp"', path: 'metadata.request.path' }, " AND regexp_matches(metadata.request.url, 'demo')")}
      GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'functions.invocation-stats 7day',
    endpoint: 'functions.invocation-stats',
    values: { project: 'demo', interval: '7day' },
    table: 'deno-relay-logs',
    byHand: `SELECT b.day, min(ms), max(ms), avg(ms), quantile_disc(ms, [0.95, 0.99]), count(ms), count_if(failed)
      FROM (SELECT unnest(range(${daysAgo(7.5)}, ${daysAgo(-0.5)}, INTERVAL 1 DAY)) AS day) AS b
      LEFT JOIN (SELECT ${dayOf('ts')} AS day, ms, failed FROM (
        SELECT CASE WHEN own THEN ts END AS ts, CASE WHEN own THEN ms END AS ms, CASE WHEN own THEN failed END AS failed
        FROM (SELECT "timestamp" AS ts, metadata.execution_time_ms AS ms, metadata.response.status_code >= 400 AS failed,
          metadata.project_ref = 'demo' AS own FROM FILES
          WHERE "timestamp" >= ${daysAgo(7.5)} AND "timestamp" < ${daysAgo(-0.5)} AND metadata.project_ref = 'demo'))) AS i
      ON i.day = b.day GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'requests by status',
    endpoint: 'logs.all',
    values: LOGS,
    sql: `SELECT r.status_code, COUNT(*) AS n FROM edge_logs CROSS JOIN UNNEST(metadata) AS m
      CROSS JOIN UNNEST(m.response) AS r GROUP BY r.status_code ORDER BY n DESC, r.status_code`,
    table: EDGE,
    byHand: `SELECT status, count(*) AS n FROM ${guarded(90, { status: 'metadata.response.status_code' })}
      GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  {
    name: 'newest failures',
    endpoint: 'logs.all',
    values: LOGS,
    sql: `SELECT id, timestamp, event_message, r.path FROM edge_logs CROSS JOIN UNNEST(metadata) AS m
      CROSS JOIN UNNEST(m.request) AS r CROSS JOIN UNNEST(m.response) AS s
      WHERE s.status_code >= 500 ORDER BY timestamp DESC LIMIT 100`,
    table: EDGE,
    byHand: `SELECT id, ts, message, path FROM ${guarded(90, {
      id: 'id',
      ts: '"timestamp"',
      message: 'event_message',
      path: 'metadata.request.path',
      status: 'metadata.response.status_code',
    })} WHERE status >= 500 ORDER BY ts DESC LIMIT 100`,
  },
  {
    name: 'paths of a day',
    endpoint: 'logs.all',
    values: { ...LOGS, iso_timestamp_start: new Date(NOW / 1_000 - 86_400_000).toISOString() },
    sql: `SELECT r.path, r.method, COUNT(*) AS n, AVG(s.origin_time) AS ms FROM edge_logs AS t
      CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r CROSS JOIN UNNEST(m.response) AS s
      GROUP BY r.path, r.method ORDER BY n DESC, r.path, r.method LIMIT 50`,
    table: EDGE,
    byHand: `SELECT path, method, count(*) AS n, avg(ms) FROM ${guarded(1, {
      path: 'metadata.request.path',
      method: 'metadata.request.method',
      ms: 'metadata.response.origin_time',
    })} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 50`,
  },
];
