import { Agent } from 'node:http';
import { type ErrorCode, STATUS } from '../../src/errors.ts';
import { type Exchange, send } from '../walls/exchange.ts';
import type { Question } from './questions.ts';

/** Codes of GraphQL servers for a document or a request that they cannot read; always the caller's fault. */
export const GRAPHQL_CODES = [
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
] as const;

type ProblemCode = ErrorCode | (typeof GRAPHQL_CODES)[number];

/** What became of a question: `CUT` is a connection that ended without an answer. */
export type Code = ProblemCode | 'OK' | 'CUT';

/** One answer, judged. */
export interface Answer extends Exchange {
  readonly code: Code;
}

/** How to ask. */
export interface AskOptions {
  /** @default 0 */
  readonly replica?: number;
  /** @default the key that may do everything */
  readonly key?: string;
  /** What the answer may be beside the right one. @default nothing */
  readonly allow?: readonly Code[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What of many answers was wrong. */
export interface Verdict {
  /** Wrong, short or mixed rows, no answer at all, or one that came too late. */
  lost: number;
  /** Errors that are not the documented problem, or not the one that belongs to the fault. */
  undocumented: number;
}

/** Beyond the deadline of a query an answer may take so long. */
const GRACE_MS = 250;
/** How long an answer is waited for at all. */
const GIVE_UP_MS = 40_000;
const MAX_SOCKETS = 1_000;
const MAX_SAMPLES = 5;

/** What no caller may read in an error. */
const SECRETS = /\bselect\b|unnest|cloudflare|fieldstone-test|job_|bigquery|fsk_\w{8}|\/tmp\//i;
/** Statuses of a code beside the one in the table. */
const OTHER_STATUSES: Partial<Record<ProblemCode, readonly number[]>> = {
  REQUEST_TOO_LARGE: [413, 414, 431],
};
const WITH_RETRY_AFTER = new Set<string>(['ENGINE_UNAVAILABLE', 'OVERLOADED', 'RATE_LIMITED']);

/** Asks replicas questions and judges every answer. */
export class Client {
  readonly verdict: Verdict = { lost: 0, undocumented: 0 };
  /** Answers by code. */
  readonly codes = new Map<Code, number>();
  /** What was wrong, for the first few. */
  readonly samples: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #ports: () => readonly number[];
  readonly #key: string;
  readonly #deadlineMs: number;

  constructor(ports: () => readonly number[], key: string, deadlineMs: number) {
    this.#ports = ports;
    this.#key = key;
    this.#deadlineMs = deadlineMs;
  }

  get asked(): number {
    return [...this.codes.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Asks once; another replica only where the connection was refused. */
  async ask(question: Question, options: AskOptions = {}): Promise<Answer> {
    const { replica = 0, allow = [] } = options;
    const ports = this.#ports();
    let exchange = await this.#send(question, ports[replica], options);
    if (exchange.status === 0 && exchange.body.includes('ECONNREFUSED')) {
      exchange = await this.#send(question, ports[(replica + 1) % ports.length], options);
    }
    const code = this.#judge(question, exchange, allow);
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    return { ...exchange, code };
  }

  /** Asks all at once. */
  askAll(questions: readonly Question[], options: AskOptions = {}): Promise<readonly Answer[]> {
    return Promise.all(questions.map((question) => this.ask(question, options)));
  }

  /** Answers so far, by code. */
  summary(): string {
    return summaryOf(this.codes);
  }

  /** Counts what was judged elsewhere. */
  count(kind: keyof Verdict, sample: string): void {
    this.verdict[kind] += 1;
    if (this.samples.length < MAX_SAMPLES) this.samples.push(`${kind}: ${sample}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    { method, path, headers, body }: Question,
    port: number | undefined,
    { key = this.#key, headers: more }: AskOptions,
  ): Promise<Exchange> {
    const { promise: late, resolve } = Promise.withResolvers<Exchange>();
    const timer = setTimeout(
      () => resolve({ status: 0, ms: GIVE_UP_MS, headers: {}, body: 'no answer' }),
      GIVE_UP_MS,
    );
    const sent = send({
      port: port ?? 0,
      path,
      key,
      method,
      agent: this.#agent,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body }),
    });
    const exchange = await Promise.race([sent, late]);
    clearTimeout(timer);
    return exchange;
  }

  #judge(question: Question, exchange: Exchange, allow: readonly Code[]): Code {
    const code = codeOf(exchange);
    const isLate = exchange.ms > this.#deadlineMs + GRACE_MS;
    if (isLate || (code === 'OK' && !isRightFor(question, exchange))) {
      this.#wrong('lost', question, exchange);
    } else if (code === 'CUT') {
      if (!allow.includes(code)) this.#wrong('lost', question, exchange);
    } else if (code !== 'OK' && !(allow.includes(code) && isDocumented(code, exchange))) {
      this.#wrong('undocumented', question, exchange);
    }
    return code;
  }

  #wrong(kind: keyof Verdict, { path }: Question, { status, ms, body }: Exchange): void {
    const answer = `${status} after ${Math.round(ms)} ms: ${body.slice(0, 200)}`;
    this.count(kind, `${path.slice(0, 120)}: ${answer}`);
  }
}

/** Answers by code, the most frequent first. */
export function summaryOf(codes: ReadonlyMap<Code, number>): string {
  const sorted = [...codes].toSorted(([, left], [, right]) => right - left);
  return sorted.map(([code, count]) => `${count} ${code}`).join(', ');
}

function codeOf({ status, body }: Exchange): Code {
  if (status === 0) return 'CUT';
  const code = parsed(body)?.code;
  if (code !== undefined) return code;
  // An error without a code of ours is no documented one, whatever it is called.
  return status === 200 ? 'OK' : 'INTERNAL';
}

/** The code of a problem, or that of the first error of a GraphQL answer. */
function parsed(body: string): { readonly code: ProblemCode | undefined } | undefined {
  if (!body.startsWith('{"type"') && !body.startsWith('{"errors"')) return undefined;
  try {
    const { code, errors } = JSON.parse(body);
    return { code: code ?? errors?.[0]?.extensions?.code };
  } catch {
    return undefined;
  }
}

function isRightFor({ isRight }: Question, { body }: Exchange): boolean {
  try {
    return isRight(body);
  } catch {
    return false;
  }
}

function isDocumented(code: ProblemCode, { status, headers, body }: Exchange): boolean {
  const type = String(headers['content-type']);
  const isGraphql = /^application\/(graphql-response\+)?json/.test(type);
  // A field that fails leaves the others standing.
  const statuses: readonly number[] = [
    ...(OTHER_STATUSES[code] ?? [code in STATUS ? STATUS[code as ErrorCode] : 400]),
    ...(isGraphql ? [200] : []),
  ];
  if (!statuses.includes(status)) return false;
  // What a caller has sent may stand in its refusal.
  if (status >= 500 && SECRETS.test(body)) return false;
  if (WITH_RETRY_AFTER.has(code) && !/^\d+$/.test(String(headers['retry-after']))) return false;
  return isGraphql || (type.startsWith('application/problem+json') && body.includes('"requestId"'));
}
