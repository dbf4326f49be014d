import type { QueryPurpose } from '../../engine.ts';
import type { QueryParameter } from './parameters.ts';

/** Whether every query gets a job of its own, or BigQuery decides; without one a short query is faster. */
export type JobCreation = 'required' | 'optional';

/** What differs between requests. */
export interface QueryRequestParts {
  readonly sql: string;
  readonly parameters: readonly QueryParameter[];
  readonly purpose: QueryPurpose;
  readonly maxBytes: number;
  readonly location: string | undefined;
  readonly reservation: string | undefined;
  readonly jobTimeoutMs: number;
  readonly jobCreation: JobCreation;
}

/**
 * The body of `jobs.query`, but for what belongs to one try.
 *
 * With `jobTimeoutMs` the service stops the job itself, also when nobody is left to cancel it.
 */
export function queryRequest(parts: QueryRequestParts): Readonly<Record<string, unknown>> {
  const { sql, parameters, purpose, maxBytes, location, reservation, jobTimeoutMs, jobCreation } =
    parts;
  return {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: parameters,
    // As text of microseconds: the default is a float of seconds, which rounds.
    formatOptions: { useInt64Timestamp: true },
    labels: jobLabels(purpose),
    maximumBytesBilled: String(maxBytes),
    jobTimeoutMs: String(jobTimeoutMs),
    location,
    reservation,
    ...(jobCreation === 'optional' && { jobCreationMode: 'JOB_CREATION_OPTIONAL' }),
  };
}

const MAX_LENGTH = 63;

/** The labels under which a job is found in the bill. */
export function jobLabels({
  endpoint,
  keyId,
  via,
}: QueryPurpose): Readonly<Record<string, string>> {
  return { endpoint: labelValue(endpoint), key_id: labelValue(keyId), interface: labelValue(via) };
}

/** A label value may hold lower-case letters, digits, `_` and `-`: `logs.all` becomes `logs_all`. */
function labelValue(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
    .slice(0, MAX_LENGTH);
}
