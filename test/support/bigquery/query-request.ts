import { invalid } from './api-error.ts';
import type { WireParameter } from './wire-parameter.ts';

/** What is asked to run, whichever of the two routes brought it. */
export interface QueryRequest {
  readonly query: string;
  readonly queryParameters: readonly WireParameter[];
  readonly labels: Readonly<Record<string, string>>;
  readonly maximumBytesBilled: bigint | undefined;
  readonly dryRun: boolean;
  readonly location: string | undefined;
  readonly requestId: string | undefined;
  readonly jobId: string | undefined;
  readonly jobTimeoutMs: number | undefined;
  /** The id of the dataset of tables that are named without one. */
  readonly defaultDataset: string | undefined;
  /** Whether the answer may come without a job. */
  readonly optionalJob: boolean;
  /** Who sends it. */
  readonly user: string;
}

/** Members of `jobs.query` and of a job's `configuration.query`. */
export interface QueryBody {
  readonly query?: string;
  readonly useLegacySql?: boolean;
  readonly parameterMode?: string;
  readonly queryParameters?: readonly WireParameter[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly maximumBytesBilled?: string | number;
  readonly dryRun?: boolean;
  readonly location?: string;
  readonly defaultDataset?: { readonly datasetId?: string };
  readonly requestId?: string;
  readonly jobCreationMode?: string;
  readonly maxResults?: number;
  readonly timeoutMs?: number;
  readonly jobTimeoutMs?: string | number;
  readonly formatOptions?: { readonly useInt64Timestamp?: boolean };
}

/** The body of `jobs.insert`. */
export interface JobBody {
  readonly jobReference?: { readonly jobId?: string; readonly location?: string };
  readonly configuration?: {
    readonly query?: QueryBody;
    readonly dryRun?: boolean;
    readonly labels?: Readonly<Record<string, string>>;
    readonly jobTimeoutMs?: string | number;
  };
}

/** Reads the body of `jobs.query`. */
export function readQueryBody(body: QueryBody, user: string): QueryRequest {
  return {
    ...readQuery(body, user),
    optionalJob: body.jobCreationMode === 'JOB_CREATION_OPTIONAL',
  };
}

/** Reads the body of `jobs.insert`. */
export function readJobBody({ configuration, jobReference }: JobBody, user: string): QueryRequest {
  const query = configuration?.query;
  if (!query) throw invalid('Required parameter is missing: configuration.query');
  return {
    ...readQuery(query, user),
    dryRun: configuration.dryRun ?? false,
    labels: readLabels(configuration.labels),
    jobId: jobReference?.jobId,
    location: jobReference?.location,
    jobTimeoutMs: readNumber(configuration.jobTimeoutMs),
    requestId: undefined,
  };
}

function readQuery(body: QueryBody, user: string): QueryRequest {
  if (!body.query) throw invalid('Required parameter is missing: query');
  if (body.useLegacySql !== false) throw invalid('Legacy SQL is not spoken here');
  if (body.parameterMode?.toLowerCase() === 'positional') {
    throw invalid('Positional parameters are not supported');
  }
  const { requestId = '' } = body;
  if (!/^[\x20-\x7e]{0,36}$/.test(requestId)) throw invalid(`Invalid request ID "${requestId}"`);
  const most = body.maximumBytesBilled;
  return {
    query: body.query,
    queryParameters: body.queryParameters ?? [],
    labels: readLabels(body.labels),
    maximumBytesBilled: most === undefined ? undefined : BigInt(most),
    dryRun: body.dryRun ?? false,
    location: body.location,
    defaultDataset: body.defaultDataset?.datasetId,
    requestId: body.requestId,
    jobId: undefined,
    jobTimeoutMs: readNumber(body.jobTimeoutMs),
    optionalJob: false,
    user,
  };
}

const LABEL_KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const LABEL_VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

function readLabels(labels: QueryBody['labels'] = {}): Readonly<Record<string, string>> {
  for (const [key, value] of Object.entries(labels)) {
    if (!LABEL_KEY.test(key)) throw invalid(`Label key "${key}" has invalid characters.`);
    if (!LABEL_VALUE.test(value)) throw invalid(`Label value "${value}" has invalid characters.`);
  }
  return labels;
}

function readNumber(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
