import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error.ts';
import { serviceKey, serviceUrl } from '../command-options.ts';

/** A running service, and the key for it. */
export interface Remote {
  readonly url: string;
  readonly key: string;
}

/** The service at `--url`, with the key in the variable that `--key-env` names. */
export function readRemote(
  url: string,
  keyVariable: string,
  environment: Readonly<Record<string, string | undefined>>,
): Remote {
  return {
    url: serviceUrl('--url', url),
    key: serviceKey('--key-env', keyVariable, environment),
  };
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
export async function sendToRemote(
  { key, url }: Remote,
  { accept = 'application/json', body, headers = {}, path }: RemoteRequest,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`${url}${path}`, {
    redirect: 'manual',
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
  const target = redirectOf(response, url);
  if (target !== undefined) {
    const advice = `The key is not sent there: name the service itself with --url`;
    throw new CommandError(1, `${response.status}: ${url} redirects to ${target}. ${advice}`);
  }
  const stream = response.body ?? new ReadableStream<Uint8Array>();
  if (!response.ok) {
    throw new CommandError(1, `${response.status}: ${detailOf(await text(stream))}`);
  }
  return stream;
}

function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

/** The origin that a response redirects to; undefined if it does not. */
function redirectOf({ headers, status }: Response, url: string): string | undefined {
  const location = headers.get('location');
  if (location === null || status < 300 || status > 399) return undefined;
  return URL.parse(location, url)?.origin ?? 'an address that is none';
}

function detailOf(body: string): string {
  try {
    return String(JSON.parse(body).detail);
  } catch {
    return 'it does not answer as Fieldstone does';
  }
}
