import { isSendable } from '../../shared/stored-key.ts';
import { isRecord, parseExact } from './exact-json.ts';

/** A request that the service refused, or that did not reach it. */
export class RequestError extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The service's code of the error: `BAD_USER_INPUT`. */
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Options of `send`. */
export interface RequestOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text; with it the request is a POST. */
  readonly body?: string;
}

/** Sends a request with the key; throws a `RequestError` for every answer that is no success. */
export async function send(path: string, options: RequestOptions): Promise<Response> {
  const { body, headers, key, signal } = options;
  if (!isSendable(key)) throw new RequestError('This key is not valid', 401, 'UNAUTHENTICATED');
  const response = await fetch(path, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
      'X-API-KEY': key,
    },
    signal,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new RequestError('The service cannot be reached', 0, 'UNREACHABLE');
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response: Response): Promise<RequestError> {
  const { status } = response;
  const text = await response.text();
  try {
    const problem = parseExact(text);
    if (isRecord(problem)) {
      const { code, detail, title } = problem;
      return new RequestError(String(detail ?? title), status, String(code));
    }
  } catch {
    // A proxy answered.
  }
  return new RequestError(`The service answered with status ${status}`, status, 'UNKNOWN');
}
