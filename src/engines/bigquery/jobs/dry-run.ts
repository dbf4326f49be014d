import { badAnswer } from '../client/bigquery-error.ts';
import type { RestClient } from '../client/rest-client.ts';
import type { QueryParameter } from './parameters.ts';
import type { ResultField } from './query-response.ts';

/** What is asked about. */
export interface DryRunRequest {
  readonly sql: string;
  /** Those left out are said to be undeclared, with the type that BigQuery infers. */
  readonly parameters: readonly QueryParameter[];
  readonly location: string | undefined;
  readonly signal?: AbortSignal;
}

/** What BigQuery says of a query without running it; free of charge. */
export interface DryRun {
  /** Of clustered tables an upper bound. */
  readonly bytes: number;
  readonly statementType: string;
  /** Full names, `project.dataset.table`. */
  readonly tables: readonly string[];
  readonly fields: readonly ResultField[] | undefined;
  /** Inferred types by parameter. */
  readonly undeclared: ReadonlyMap<string, string>;
}

/** How long the server may take to analyse a query. */
const WAIT_MS = 10_000;

/** Has BigQuery analyse a query (`jobs.insert` with `dryRun`); rejects with a `BigQueryError`. */
export async function dryRun(client: RestClient, request: DryRunRequest): Promise<DryRun> {
  const { sql, parameters, location, signal } = request;
  const query = {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: parameters,
  };
  const body = {
    configuration: { dryRun: true, query },
    ...(location !== undefined && { jobReference: { location } }),
  };
  const job = await client.insertJob(body, { waitMs: WAIT_MS, ...(signal && { signal }) });
  return readDryRun(job);
}

type Member = Readonly<Record<string, unknown>>;

function readDryRun(job: Member): DryRun {
  const statistics = member(job['statistics']);
  const query = member(statistics['query']);
  const bytes = Number(query['totalBytesProcessed'] ?? statistics['totalBytesProcessed']);
  const { statementType } = query;
  if (!Number.isFinite(bytes) || typeof statementType !== 'string') {
    throw badAnswer('A dry run does not say what the query would do');
  }
  return {
    bytes,
    statementType,
    tables: list(query['referencedTables']).map(
      ({ projectId, datasetId, tableId }) => `${projectId}.${datasetId}.${tableId}`,
    ),
    fields: fieldsOf(query['schema']),
    undeclared: new Map(
      list(query['undeclaredQueryParameters']).map(({ name, parameterType }) => [
        String(name).toLowerCase(),
        inferredType(parameterType),
      ]),
    ),
  };
}

function fieldsOf(schema: unknown): readonly ResultField[] | undefined {
  const { fields } = member(schema);
  return Array.isArray(fields) ? (fields as readonly ResultField[]) : undefined;
}

function inferredType(value: unknown): string {
  const { type, arrayType } = member(value);
  return type === 'ARRAY' ? `ARRAY<${inferredType(arrayType)}>` : String(type);
}

function list(value: unknown): readonly Member[] {
  return Array.isArray(value) ? value.map(member) : [];
}

function member(value: unknown): Member {
  return typeof value === 'object' && value !== null ? (value as Member) : {};
}
