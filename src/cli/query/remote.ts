import { text } from 'node:stream/consumers';
import { CommandError, UsageError } from '../command-error.ts';

/** A running service, and the key for it. */
export interface Remote {
  readonly url: string;
  readonly key: string;
}

/** The service at `--url`, with the key from a variable, as command lines are visible to other users. */
export function readRemote(
  url: string,
  keyVariable: string,
  environment: Readonly<Record<string, string | undefined>>,
): Remote {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`--url "${url}" must be like http://127.0.0.1:4000`);
  }
  const key = environment[keyVariable];
  if (!key) {
    throw new UsageError(`The variable ${keyVariable}, which --key-env names, holds no key`);
  }
  return { url: url.replace(/\/+$/, ''), key };
}

/** A request to a service. */
export interface RemoteRequest {
  readonly path: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: object;
}

/** Sends a request; rejects with the service's own message if it is refused. */
export async function askRemote(
  { key, url }: Remote,
  { accept = 'application/json', body, headers = {}, path }: RemoteRequest,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...headers,
      'x-api-key': key,
      accept,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: Error) => {
    throw new CommandError(1, `Cannot reach ${url}: ${reasonOf(cause)}`, { cause });
  });
  const stream = response.body ?? new ReadableStream<Uint8Array>();
  if (!response.ok) {
    throw new CommandError(1, `${response.status}: ${detailOf(await text(stream))}`);
  }
  return stream;
}

function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

function detailOf(body: string): string {
  try {
    return String(JSON.parse(body).detail);
  } catch {
    return 'it does not answer as Fieldstone does';
  }
}
