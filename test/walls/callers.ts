import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecret } from '../../src/auth/secret.ts';
import { writeKeys } from '../support/key-file.ts';
import { type Exchange, openAgent, percentile, type Sent, send, statuses } from './exchange.ts';
import { ServerProcess } from './server-process.ts';

/** One who asks the server, on connections of its own. */
export type Ask = (path: string, sent?: Partial<Sent>) => Promise<Exchange>;

/** A server on demo data, and so many callers with keys. */
export interface Scene {
  readonly port: number;
  readonly callers: readonly Ask[];
  /** One with a key that is well formed and wrong. */
  readonly stranger: Ask;
}

const MAX_CONNECTIONS = 512;

/** An answer that is kept after the first question. */
export const CACHED = '/api/endpoints/query/usage.api-counts?project=demo&interval=hourly';

/** A stored query that is never kept; each number asks another. */
export function coldQuery(number: number): string {
  const end = encodeURIComponent(new Date(Date.now() - number).toISOString());
  return `/api/endpoints/query/logs.all?project=demo&project_tier=PRO&iso_timestamp_end=${end}`;
}

/** The path that asks for a statement of the caller's own. */
export function statement(sql: string): string {
  return `/api/endpoints/query/logs.all?project=demo&project_tier=PRO&sql=${encodeURIComponent(sql)}`;
}

/** Starts a server with keys for so many callers, some of them redacting, runs the work, and stops it. */
export async function withScene<Result>(
  count: number,
  work: (scene: Scene) => Promise<Result>,
  redacts?: (index: number) => boolean,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'fieldstone-walls-'));
  const keys = await writeKeys(join(directory, 'keys.json'), count, redacts);
  const server = await ServerProcess.start(directory);
  try {
    const port = Number(new URL(server.url).port);
    const callers = keys.map((key) => caller(port, key));
    const stranger = caller(port, createSecret());
    await Promise.all(callers.map((ask) => ask(CACHED)));
    return await work({ port, callers, stranger });
  } finally {
    await server.stop('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

function caller(port: number, key: string): Ask {
  const agent = openAgent(MAX_CONNECTIONS);
  return (path, sent = {}) => send({ port, path, key, agent, ...sent });
}

/** What was found, and what of it is wrong. */
export class Report {
  readonly #lines: string[] = [];
  readonly #problems: string[] = [];

  note(line: string): void {
    this.#lines.push(`\n  ${line}`);
  }

  /** Expects all exchanges to have one of the statuses. */
  expectStatuses(what: string, exchanges: readonly Exchange[], allowed: readonly number[]): void {
    const other = exchanges.find(({ status }) => !allowed.includes(status));
    if (exchanges.length > 0 && !other) return;
    const found = JSON.stringify(statuses(exchanges));
    this.#problems.push(`${what}: answered with ${found}: ${other?.body.slice(0, 120)}`);
  }

  /** Expects a part of the exchanges to have taken no longer. */
  expectWithin(what: string, exchanges: readonly Exchange[], part: number, ms: number): void {
    const found = percentile(exchanges, part);
    if (found >= ms) {
      this.#problems.push(
        `${what}: p${part * 100} is ${Math.round(found)} ms, and not below ${ms}`,
      );
    }
  }

  /** The whole text; throws it where something is wrong. */
  finish(): string {
    const problems = this.#problems.map((problem) => `\n  WRONG: ${problem}`);
    const text = [...this.#lines, ...problems].join('');
    if (problems.length > 0) throw new Error(text);
    return text;
  }
}

/** What 99 of 100 cached answers may take beside others, in milliseconds. */
export const CACHED_MAX_MS = 100;

/** The median, the 99th percentile and the largest time in milliseconds, as text. */
export function times(exchanges: readonly Exchange[]): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => percentile(exchanges, part).toFixed(1));
  return `${exchanges.length} answers, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`;
}
