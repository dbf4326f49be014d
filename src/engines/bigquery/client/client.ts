import type { BigQuery, TableMetadata } from '@google-cloud/bigquery';
import { type AuthClient, PassThroughClient } from 'google-auth-library';
import packageJson from '../../../../package.json' with { type: 'json' };
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import { type JobReference, type QueryResponse, readResponse } from '../jobs/query-response.ts';
import type { TablePlace } from '../table-places.ts';
import { BigQueryError, clientError, errorAnswer } from './bigquery-error.ts';
import { GuardedBigQuery } from './guarded-bigquery.ts';

/** Which BigQuery is asked, and where jobs run. */
export interface ClientOptions {
  /** Where jobs run and are billed. */
  readonly project: string;
  /** Where jobs run that do not say it. */
  readonly location?: string | undefined;
  /** Where the API is. @default https://bigquery.googleapis.com */
  readonly endpoint?: string | undefined;
}

type Params = Readonly<Record<string, string | number | undefined>>;
type Body = Readonly<Record<string, unknown>>;

type Call = { method: 'GET' | 'POST'; path: string; params?: Params; body?: Body };

const USER_AGENT = `fieldstone/${packageJson.version}`;
/** How often a refused token is renewed at most: one that is refused again is not refused for its age. */
const RENEW_EVERY_MS = 10_000;
/** The client's own calls cannot be aborted: nobody waits for one longer. */
const OWN_CALL_MS = 20_000;

/**
 * The calls that Fieldstone makes, each tried once and ended by its signal, over one `BigQuery` of Google's client.
 *
 * Metadata, creation and dry runs are the client's own calls. What gives rows goes through its `authClient`, which
 * finds credentials, obeys proxies, decompresses and ends a request at its signal: the client's `query` cannot be
 * aborted, gives each retry a request id of its own (so that it runs, and is paid for, twice) and shows no job before
 * it is complete, when there is nothing left to cancel.
 */
export class BigQueryClient {
  readonly project: string;
  readonly #options: ClientOptions;
  readonly #anonymous: AuthClient | undefined;
  #bigquery: BigQuery;
  #renewedAt = Number.NEGATIVE_INFINITY;

  private constructor(options: ClientOptions, anonymous?: AuthClient) {
    this.project = options.project;
    this.#options = options;
    this.#anonymous = anonymous;
    this.#bigquery = this.#connect();
  }

  /** In the name that the environment's credentials give; rejects where there are none, but for an `http:` endpoint. */
  static async open(options: ClientOptions): Promise<BigQueryClient> {
    const client = new BigQueryClient(options);
    try {
      await client.#bigquery.authClient.getClient();
      return client;
    } catch (cause) {
      if (options.endpoint?.startsWith('http:')) return BigQueryClient.anonymous(options);
      throw new Error(
        'ENGINE=bigquery needs credentials and there are none: set GOOGLE_APPLICATION_CREDENTIALS to a key file, ' +
          'run `gcloud auth application-default login`, or run where a service account is attached; ' +
          'only an emulator, an http: BIGQUERY_API_ENDPOINT, is asked without any',
        { cause },
      );
    }
  }

  /** In nobody's name: for emulators. */
  static anonymous(options: ClientOptions): BigQueryClient {
    return new BigQueryClient(options, new PassThroughClient());
  }

  /** `jobs.query`. */
  async query(body: Body, signal: AbortSignal): Promise<QueryResponse> {
    return readResponse(await this.#call({ method: 'POST', path: '/queries', body }, signal));
  }

  /** `jobs.getQueryResults`: waits for the job, or reads one page of its rows. */
  async results(job: JobReference, params: Params, signal: AbortSignal): Promise<QueryResponse> {
    const path = `/queries/${encodeURIComponent(job.jobId)}`;
    const location = job.location ?? this.#options.location;
    const all = { ...params, location, 'formatOptions.useInt64Timestamp': 'true' };
    return readResponse(await this.#call({ method: 'GET', path, params: all }, signal));
  }

  /** `jobs.cancel`: asks for it and does not wait until the job has ended. */
  async cancel(job: JobReference, signal: AbortSignal): Promise<void> {
    const path = `/jobs/${encodeURIComponent(job.jobId)}/cancel`;
    const params = { location: job.location ?? this.#options.location };
    await this.#call({ method: 'POST', path, params }, signal);
  }

  /** `jobs.get`: what became of a job. */
  async job(job: JobReference, signal: AbortSignal): Promise<Body> {
    return this.#own(signal, async (bigquery) => {
      const { location } = job;
      return (await bigquery.job(job.jobId, location ? { location } : {}).getMetadata())[0];
    });
  }

  /** `jobs.insert` of a dry run: what it says is found in the job's statistics alone. */
  async dryRun(query: Body, signal: AbortSignal): Promise<Body> {
    return this.#own(signal, async (bigquery) => {
      const [, answer] = await bigquery.createQueryJob({ ...query, dryRun: true } as object);
      return answer as Body;
    });
  }

  /** `tables.get`. */
  async table({ project, dataset, table }: TablePlace, signal: AbortSignal): Promise<Body> {
    return this.#own(signal, async (bigquery) => {
      const owner = bigquery.dataset(dataset, { projectId: project });
      return (await owner.table(table).getMetadata())[0];
    });
  }

  /** `tables.insert`. */
  async createTable(
    { project, dataset, table }: TablePlace,
    metadata: TableMetadata,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#own(signal, (bigquery) =>
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
    // BIGQUERY_EMULATOR_HOST would be taken before the endpoint.
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
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json' },
      ...(body && { data: JSON.stringify(body) }),
      signal,
      responseType: 'text',
      retry: false,
      validateStatus: () => true,
    });
    try {
      // The library waits for a token whatever the signal says.
      return await settledOrAborted(sent, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw clientError(error);
    }
  }

  #own<Result>(
    signal: AbortSignal,
    call: (bigquery: BigQuery) => Promise<Result>,
  ): Promise<Result> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(OWN_CALL_MS)]);
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

  /** Sends once more where the token was refused; the library does not renew a machine's token before its time. */
  async #authorized<Result>(send: (bigquery: BigQuery) => Promise<Result>): Promise<Result> {
    try {
      return await send(this.#bigquery);
    } catch (error) {
      if (!(error instanceof BigQueryError) || error.status !== 401) throw error;
      this.#renew();
      return await send(this.#bigquery);
    }
  }

  /** A new client has no token and asks for one; calls that were refused together find it renewed. */
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
