import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hold } from './job.ts';

/** An answer that is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request and what is to become of it. */
export interface Exchange {
  /** Method and pattern of the path below the project: `GET /queries/{jobId}`. */
  readonly route: string;
  readonly path: string;
  /** What stands in the path where the route has names. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How long a job that this request starts stays incomplete. */
  hold: Hold;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** What the server answers when nothing is wrong. */
  normal(): Promise<Answer>;
}

/** Sends an answer; nothing is sent to who has left. */
export function send({ response }: Exchange, { body, headers, status }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
