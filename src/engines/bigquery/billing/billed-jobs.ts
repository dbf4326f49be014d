import { type OutputColumn, printIdentifier } from '#googlesql';
import type { BigQueryClient } from '../client/client.ts';
import { queryMetadata } from '../jobs/metadata-query.ts';

/** Which jobs are requested. */
export interface JobsRequest {
  /** The location of the jobs. */
  readonly location: string;
  /** Jobs created before are left out; in milliseconds since the epoch. BigQuery keeps them for 180 days. */
  readonly since: number;
  /**
   * Whether the jobs of all users are requested, which takes `bigquery.jobs.listAll`; those of the own credentials take
   * `bigquery.jobs.list`.
   */
  readonly isAll: boolean;
  /** The most that the question itself may be billed for; its least is 10 MB. */
  readonly maxBytes: number;
}

/** The sums of the jobs of an endpoint and a key. */
export interface JobSums {
  /** The labels `endpoint` and `key`. */
  readonly endpoint: string;
  readonly key: string;
  readonly jobs: number;
  readonly bytesBilled: number;
  /** Slot time in milliseconds. */
  readonly slotMs: number;
}

/** What BigQuery recorded of Fieldstone's jobs. */
export interface BilledJobs {
  /** By endpoint and key, those that are billed most first. */
  readonly sums: readonly JobSums[];
  /** When the newest job was created, in milliseconds since the epoch; undefined if there is none. */
  readonly newestAt: number | undefined;
  /** What the question itself was billed. */
  readonly questionBytes: number;
}

/** The labels of the question's own job, which counts in later bills. */
const LABELS = { endpoint: 'fieldstone_bill', key: 'operator', interface: 'command' };

const STRING = { kind: 'STRING' } as const;
const INT64 = { kind: 'INT64' } as const;

const COLUMNS: readonly OutputColumn[] = [
  { name: 'endpoint', type: STRING },
  { name: 'key', type: STRING },
  { name: 'jobs', type: INT64 },
  { name: 'bytes_billed', type: INT64 },
  { name: 'slot_ms', type: INT64 },
  { name: 'newest', type: { kind: 'TIMESTAMP' } },
];

/**
 * Sums what BigQuery recorded of the jobs that have our labels, from `INFORMATION_SCHEMA.JOBS_BY_USER`, or `JOBS` for all
 * users. Rejects with a `BigQueryError`.
 *
 * @see https://cloud.google.com/bigquery/docs/information-schema-jobs
 */
export async function billedJobs(
  client: BigQueryClient,
  { isAll, location, maxBytes, since }: JobsRequest,
  signal: AbortSignal,
): Promise<BilledJobs> {
  const region = printIdentifier(`region-${location.toLowerCase()}`);
  const view = `${region}.INFORMATION_SCHEMA.${isAll ? 'JOBS' : 'JOBS_BY_USER'}`;
  const sql = `SELECT endpoint, key, COUNT(*) AS jobs, IFNULL(SUM(total_bytes_billed), 0) AS bytes_billed, IFNULL(SUM(total_slot_ms), 0) AS slot_ms, MAX(creation_time) AS newest
FROM (
  SELECT total_bytes_billed, total_slot_ms, creation_time, ${label('endpoint')}, ${label('key')}, ${label('interface')}
  FROM ${view}
  WHERE creation_time >= TIMESTAMP '${new Date(since).toISOString()}' AND job_type = 'QUERY'
)
WHERE endpoint IS NOT NULL AND key IS NOT NULL AND interface IS NOT NULL
GROUP BY endpoint, key
ORDER BY bytes_billed DESC, slot_ms DESC, endpoint, key`;
  const query = { sql, columns: COLUMNS, maxBytes, labels: LABELS };
  const { bytesBilled, rows } = await queryMetadata(client, query, signal);
  const newest = rows.map((row) => Number(row[5]));
  return {
    sums: rows.map(([endpoint, key, jobs, bytes, slotMs]) => ({
      endpoint: String(endpoint),
      key: String(key),
      jobs: Number(jobs),
      bytesBilled: Number(bytes),
      slotMs: Number(slotMs),
    })),
    newestAt: newest.length === 0 ? undefined : Math.max(...newest) / 1_000,
    questionBytes: bytesBilled,
  };
}

/** The value of a label, as a column of its name. */
function label(name: string): string {
  return `(SELECT value FROM UNNEST(labels) WHERE key = '${name}') AS ${name}`;
}
