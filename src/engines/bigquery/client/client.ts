import type { Agent } from 'node:http';
import type { BigQuery, TableMetadata } from '@google-cloud/bigquery';
import { type AuthClient, PassThroughClient } from 'google-auth-library';
import packageJson from '../../../../package.json' with { type: 'json' };
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import type { DatasetReference } from '../jobs/query-request.ts';
import { type JobReference, type QueryResponse, readResponse } from '../jobs/query-response.ts';
import type { TablePlace } from '../table-places.ts';
import { BigQueryError, clientError, errorAnswer } from './bigquery-error.ts';
import { limitedAgent } from './connect-limit.ts';
import { GuardedBigQuery } from './guarded-bigquery.ts';

/** Options of `BigQueryClient`. */
export interface ClientOptions {
  /** Project in which jobs run and are billed. */
  readonly project: string;
  /** Where tables are that a foreign statement names without a dataset. @default none */
  readonly defaultDataset?: DatasetReference | undefined;
  /** Default location of jobs. */
  readonly location?: string | undefined;
  /** `projects/…/locations/…/reservations/…`, of jobs and dry runs. @default the project's assignment */
  readonly reservation?: string | undefined;
  /** Base URL of the API. @default https://bigquery.googleapis.com */
  readonly endpoint?: string | undefined;
  /** Headers of each request of a query. @default none */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

type DatasetPlace = Pick<TablePlace, 'project' | 'dataset'>;

type Params = Readonly<Record<string, string | number | undefined>>;
type Body = Readonly<Record<string, unknown>>;

type Call = { method: 'GET' | 'POST'; path: string; params?: Params; body?: Body };

const USER_AGENT = `fieldstone/${packageJson.version}`;
/** Minimum interval between token renewals: a token refused again so soon has not expired. */
const RENEW_EVERY_MS = 10_000;
/** The most that the service accepts; its own default is 50. */
const TABLES_OF_A_PAGE = 1_000;
/** Timeout of the library's own calls, which cannot be aborted. */
const LIBRARY_CALL_MS = 20_000;

/**
 * The BigQuery calls that Fieldstone makes, each tried once and ended by its signal, over Google's `BigQuery` client.
 *
 * Metadata, creation and dry runs use the client's own methods. Queries use its `authClient`, which handles
 * credentials, proxies, decompression and abort signals: the client's `query` cannot be aborted, gives each retry a
 * new request id (so that it runs and is billed twice) and reveals the job only on completion, when it is too late to
 * cancel.
 */
export class BigQueryClient {
  readonly project: string;
  readonly defaultDataset: DatasetReference | undefined;
  readonly #options: ClientOptions;
  readonly #anonymous: AuthClient | undefined;
  readonly #agent: Agent;
  #bigquery: BigQuery;
  #renewedAt = Number.NEGATIVE_INFINITY;

  private constructor(options: ClientOptions, anonymous?: AuthClient) {
    this.project = options.project;
    this.defaultDataset = options.defaultDataset;
    this.#options = options;
    this.#anonymous = anonymous;
    this.#bigquery = this.#connect();
    this.#agent = limitedAgent(new URL(this.#bigquery.baseUrl).protocol);
  }

  /** Opens a client with the environment's credentials; without any it rejects, except for an `http:` endpoint. */
  static async open(options: ClientOptions): Promise<BigQueryClient> {
    const client = new BigQueryClient(options);
    try {
      await client.#bigquery.authClient.getClient();
      return client;
    } catch (cause) {
      const { message } = cause as Error;
      // Credentials that are set and cannot be used are never passed over.
      const areNone = /Could not load the default credentials/.test(message);
      if (!areNone) throw new Error(`The credentials cannot be used: ${message}`, { cause });
      if (options.endpoint?.startsWith('http:')) return BigQueryClient.anonymous(options);
      throw new Error(
        'ENGINE=bigquery needs credentials and there are none: set GOOGLE_APPLICATION_CREDENTIALS to a key file, ' +
          'run `gcloud auth application-default login`, or run where a service account is attached; ' +
          'only an emulator, an http: BIGQUERY_API_ENDPOINT, is asked without any',
        { cause },
      );
    }
  }

  /** A client without credentials, for emulators. */
  static anonymous(options: ClientOptions): BigQueryClient {
    return new BigQueryClient(options, new PassThroughClient());
  }

  /** `jobs.query`. */
  async query(request: Body, signal: AbortSignal): Promise<QueryResponse> {
    const { location, reservation } = this.#options;
    const body = { ...request, location, reservation };
    return readResponse(await this.#call({ method: 'POST', path: '/queries', body }, signal));
  }

  /** `jobs.getQueryResults`: waits for the job, or reads a page of its rows. */
  async results(job: JobReference, params: Params, signal: AbortSignal): Promise<QueryResponse> {
    const { location = this.#options.location, jobId } = job;
    const path = `/queries/${encodeURIComponent(jobId)}`;
    const all = { ...params, location, 'formatOptions.useInt64Timestamp': 'true' };
    return readResponse(await this.#call({ method: 'GET', path, params: all }, signal));
  }

  /** `jobs.cancel`: requests cancellation without waiting for the job to end. */
  async cancel(job: JobReference, signal: AbortSignal): Promise<void> {
    const path = `/jobs/${encodeURIComponent(job.jobId)}/cancel`;
    const params = { location: job.location ?? this.#options.location };
    await this.#call({ method: 'POST', path, params }, signal);
  }

  /** `jobs.get`. */
  async job(job: JobReference, signal: AbortSignal): Promise<Body> {
    return this.#callLibrary(signal, async (bigquery) => {
      const { location } = job;
      return (await bigquery.job(job.jobId, location ? { location } : {}).getMetadata())[0];
    });
  }

  /** `jobs.insert` as a dry run; the result is in the job's statistics. */
  async dryRun(query: Body, signal: AbortSignal): Promise<Body> {
    const { reservation } = this.#options;
    return this.#callLibrary(signal, async (bigquery) => {
      const { location = this.#options.location, ...text } = query;
      const job = {
        ...text,
        ...(location !== undefined && { location }),
        reservation,
        dryRun: true,
      };
      const [, answer] = await bigquery.createQueryJob(job as object);
      return answer as Body;
    });
  }

  /** `tables.get`. */
  async table({ project, dataset, table }: TablePlace, signal: AbortSignal): Promise<Body> {
    return this.#callLibrary(signal, async (bigquery) => {
      const owner = bigquery.dataset(dataset, { projectId: project });
      return (await owner.table(table).getMetadata())[0];
    });
  }

  /** `datasets.get`. */
  async dataset({ project, dataset }: DatasetPlace, signal: AbortSignal): Promise<Body> {
    return this.#callLibrary(signal, async (bigquery) => {
      return (await bigquery.dataset(dataset, { projectId: project }).getMetadata())[0];
    });
  }

  /** `tables.list`, of all pages: a part of each table's resource, without its schema. */
  async tables({ project, dataset }: DatasetPlace, signal: AbortSignal): Promise<readonly Body[]> {
    return this.#callLibrary(signal, async (bigquery) => {
      const owner = bigquery.dataset(dataset, { projectId: project });
      const [tables] = await owner.getTables({ maxResults: TABLES_OF_A_PAGE });
      return tables.map(({ metadata }) => metadata as Body);
    });
  }

  /** `tables.insert`. */
  async createTable(
    { project, dataset, table }: TablePlace,
    metadata: TableMetadata,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#callLibrary(signal, (bigquery) =>
      bigquery.dataset(dataset, { projectId: project }).createTable(table, metadata),
    );
  }

  #connect(): BigQuery {
    const { project, location, endpoint = 'https://bigquery.googleapis.com' } = this.#options;
    const bigquery = new GuardedBigQuery({
      projectId: project,
      apiEndpoint: endpoint,
      userAgent: USER_AGENT,
      autoRetry: false,
      ...(location !== undefined && { location }),
      ...(this.#anonymous && { authClient: this.#anonymous }),
    });
    // Overrides BIGQUERY_EMULATOR_HOST, which the library prefers to the endpoint.
    bigquery.baseUrl = `${endpoint.replace(/\/+$/, '')}/bigquery/v2`;
    return bigquery;
  }

  async #call(call: Call, signal: AbortSignal): Promise<Body> {
    return this.#authorized(async (bigquery) => {
      const { status, data, headers } = await this.#send(bigquery, call, signal);
      if (status < 200 || status > 299) throw errorAnswer(status, data, headers.get('retry-after'));
      return parseBody(data);
    });
  }

  async #send(bigquery: BigQuery, { method, path, params, body }: Call, signal: AbortSignal) {
    const url = new URL(`${bigquery.baseUrl}/projects/${encodeURIComponent(this.project)}${path}`);
    url.searchParams.set('prettyPrint', 'false');
    for (const [name, value] of Object.entries(params ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const sent = bigquery.authClient.request<string>({
      url,
      method,
      headers: {
        ...this.#options.headers?.(),
        'user-agent': USER_AGENT,
        'content-type': 'application/json',
      },
      ...(body && { data: JSON.stringify(body) }),
      signal,
      responseType: 'text',
      retry: false,
      validateStatus: () => true,
      // A proxy has an agent of its own.
      adapter: (options, send) => send({ ...options, agent: options.agent ?? this.#agent }),
    });
    try {
      // While it fetches a token, the library ignores the signal.
      return await settledOrAborted(sent, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw clientError(error);
    }
  }

  #callLibrary<Result>(
    signal: AbortSignal,
    call: (bigquery: BigQuery) => Promise<Result>,
  ): Promise<Result> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIBRARY_CALL_MS)]);
    return this.#authorized(async (bigquery) => {
      try {
        limit.throwIfAborted();
        return await settledOrAborted(call(bigquery), limit);
      } catch (error) {
        signal.throwIfAborted();
        throw clientError(error);
      }
    });
  }

  /** Retries once after a 401; the library does not renew a machine's token before it expires. */
  async #authorized<Result>(send: (bigquery: BigQuery) => Promise<Result>): Promise<Result> {
    try {
      return await send(this.#bigquery);
    } catch (error) {
      if (!(error instanceof BigQueryError) || error.status !== 401) throw error;
      this.#renew();
      return await send(this.#bigquery);
    }
  }

  /** Replaces the client, and with it the token; concurrent 401s cause one renewal. */
  #renew(): void {
    if (performance.now() - this.#renewedAt < RENEW_EVERY_MS) return;
    this.#renewedAt = performance.now();
    this.#bigquery = this.#connect();
  }
}

function parseBody(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Body;
  } catch (cause) {
    throw BigQueryError.from('brokenAnswer', cause);
  }
  throw new BigQueryError('brokenAnswer', 'The answer is no JSON object');
}
