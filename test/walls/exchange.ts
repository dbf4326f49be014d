import { Agent, request } from 'node:http';

/** What one request came to. */
export interface Exchange {
  readonly status: number;
  readonly ms: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What to send to a server of this machine. */
export interface Sent {
  readonly port: number;
  readonly path: string;
  readonly key?: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** Closes the connection, as a client that leaves. */
  readonly signal?: AbortSignal;
}

/** Sends a request; resolves to its answer, or to status 0 where the connection ended without one. */
export function send({
  port,
  path,
  key,
  method = 'GET',
  body,
  headers,
  agent,
  signal,
}: Sent): Promise<Exchange> {
  const started = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, answer: object, text: string) =>
      resolve({ status, ms: performance.now() - started, headers: { ...answer }, body: text });
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        ...(agent && { agent }),
        ...(signal && { signal }),
        headers: { ...(key && { 'x-api-key': key }), ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => settle(answer.statusCode ?? 0, answer.headers, text));
        answer.on('error', () => settle(0, {}, ''));
      },
    );
    asked.on('error', (error) => settle(0, {}, error.message));
    asked.end(body);
  });
}

/** Connections that stay open. */
export function openAgent(maxSockets: number): Agent {
  return new Agent({ keepAlive: true, maxSockets });
}

/** Repeats work on so many connections until the time is over; resolves to all that it came to. */
export async function repeat(
  { workers, ms }: { readonly workers: number; readonly ms: number },
  work: (index: number) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const until = performance.now() + ms;
  const exchanges: Exchange[] = [];
  const worker = async () => {
    while (performance.now() < until) exchanges.push(await work(exchanges.length));
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return exchanges;
}

/** The time that a part of the exchanges did not exceed, in milliseconds. */
export function percentile(exchanges: readonly Exchange[], part: number): number {
  const sorted = exchanges.map(({ ms }) => ms).sort((left, right) => left - right);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

/** How many exchanges there were of each status. */
export function statuses(exchanges: readonly Exchange[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
