import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import { type JobReference, type QueryResponse, readResponse } from '../jobs/query-response.ts';
import { BigQueryError, errorAnswer } from './bigquery-error.ts';
import type { Credentials } from './credentials.ts';
import { HttpExchange } from './http-exchange.ts';

/** Which BigQuery is asked, and in whose name. */
export interface RestClientOptions {
  /** Where the API is. @default https://bigquery.googleapis.com */
  readonly endpoint?: string | undefined;
  readonly project: string;
  /** Where jobs are that do not say it. */
  readonly location?: string | undefined;
  readonly credentials: Credentials;
}

/** How long the server may wait for rows, and who stops it. */
export interface CallOptions {
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

type Params = Readonly<Record<string, string | number | undefined>>;
type Body = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params?: Params;
  readonly body?: Body;
}

/** How much longer than it was asked to wait the server may stay silent. */
const GRACE_MS = 2_000;
/** The token's server and the metadata server have no deadline of their own. */
const TOKEN_MS = 5_000;

/**
 * The calls of BigQuery's REST API that a query needs, each tried once.
 *
 * They are not sent through the client library's `query`: it cannot be aborted, gives each retry a request id of its
 * own (so that it runs, and is paid for, twice), asks for an incomplete job again at once, and does not show a job
 * before it is complete, when there is nothing left to cancel. What it does well, finding and refreshing credentials,
 * it does here too.
 */
export class RestClient {
  readonly #base: string;
  readonly #credentials: Credentials;
  readonly #location: string | undefined;
  readonly #exchange = new HttpExchange();

  constructor({
    endpoint = 'https://bigquery.googleapis.com',
    project,
    credentials,
    location,
  }: RestClientOptions) {
    this.#base = `${endpoint.replace(/\/+$/, '')}/bigquery/v2/projects/${encodeURIComponent(project)}`;
    this.#credentials = credentials;
    this.#location = location;
  }

  /** `jobs.query`. */
  async query(body: Body, options: CallOptions): Promise<QueryResponse> {
    return readResponse(await this.#call({ method: 'POST', path: '/queries', body }, options));
  }

  /** `jobs.getQueryResults`: waits for the job, or reads one page of its rows. */
  async results(job: JobReference, params: Params, options: CallOptions): Promise<QueryResponse> {
    const path = `/queries/${encodeURIComponent(job.jobId)}`;
    const all = {
      ...params,
      location: this.#locationOf(job),
      'formatOptions.useInt64Timestamp': 'true',
    };
    return readResponse(await this.#call({ method: 'GET', path, params: all }, options));
  }

  /** `jobs.cancel`: asks for it and does not wait until the job has ended. */
  async cancel(job: JobReference, options: CallOptions): Promise<void> {
    const path = `/jobs/${encodeURIComponent(job.jobId)}/cancel`;
    await this.#call(
      { method: 'POST', path, params: { location: this.#locationOf(job) } },
      options,
    );
  }

  /** `jobs.insert`: what a dry run says is found in the job's statistics alone. */
  async insertJob(body: Body, options: CallOptions): Promise<Body> {
    return this.#call({ method: 'POST', path: '/jobs', body }, options);
  }

  /** `tables.get`. */
  async table(dataset: string, id: string, options: CallOptions): Promise<Body> {
    const path = `${tablesPath(dataset)}/${encodeURIComponent(id)}`;
    return this.#call({ method: 'GET', path }, options);
  }

  /** `tables.insert`. */
  async insertTable(dataset: string, body: Body, options: CallOptions): Promise<Body> {
    return this.#call({ method: 'POST', path: tablesPath(dataset), body }, options);
  }

  /** Ends every connection. */
  close(): void {
    this.#exchange.close();
  }

  #locationOf(job: JobReference): string | undefined {
    return job.location ?? this.#location;
  }

  /** A refused token is renewed once. */
  async #call(call: Call, options: CallOptions): Promise<Body> {
    let answer = await this.#send(call, options);
    if (answer.status === 401) {
      await this.#credentials.renew();
      answer = await this.#send(call, options);
    }
    if (answer.status < 200 || answer.status > 299) throw errorAnswer(answer.status, answer.text);
    return parseBody(answer.text);
  }

  async #send({ method, path, params = {}, body }: Call, { waitMs = 0, signal }: CallOptions) {
    const url = new URL(this.#base + path);
    url.searchParams.set('prettyPrint', 'false');
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const text = body && JSON.stringify(body);
    const headers = {
      ...(await this.#authorization(url, signal)),
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
    };
    const silenceMs = waitMs + GRACE_MS;
    return this.#exchange.send({ method, url, headers, body: text, silenceMs, signal });
  }

  async #authorization(url: URL, signal: AbortSignal | undefined) {
    const limit = AbortSignal.timeout(TOKEN_MS);
    const stop = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      return await settledOrAborted(this.#credentials.headers(url), stop);
    } catch (cause) {
      signal?.throwIfAborted();
      throw BigQueryError.from('credentials', cause);
    }
  }
}

function tablesPath(dataset: string): string {
  return `/datasets/${encodeURIComponent(dataset)}/tables`;
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
