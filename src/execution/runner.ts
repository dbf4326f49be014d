import { type Load, NO_LOAD } from '../async/event-loop-load.ts';
import type { Caller } from '../auth/caller.ts';
import type { Derived } from '../cache/derived.ts';
import { ageOf, type Lifetime } from '../cache/lifetime.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { mayRun } from '../catalog/registry.ts';
import type { Engine } from '../engines/engine.ts';
import { FieldstoneError } from '../errors.ts';
import type { OutputColumn, Row } from '../googlesql/index.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import type { Answer, CacheStatus, Source } from '../sources/source.ts';
import { coerceArguments } from './arguments/arguments.ts';
import { CompileQueue } from './compile-queue.ts';
import {
  cutPage,
  firstRead,
  nextRead,
  type PageInfo,
  type PageRead,
  readPageRequest,
} from './paging/view-page.ts';
import { needsCompiling, type PlanSettings, planRun, type RequestPlan } from './plan.ts';
import { RedactedRows } from './redacted-rows.ts';
import type { RunRequest } from './run-request.ts';

/** The typed rows of one answer, redacted where that was asked for. */
export interface RunResult {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  readonly cacheStatus: CacheStatus;
  /** How long the rows live in the cache; undefined when they are never kept. */
  readonly lifetime: Lifetime | undefined;
  /** As of an `Answer`; undefined also for a page of a view, which may have needed several reads. */
  readonly readAgain: (() => boolean) | undefined;
  /** The status of the error in whose place old rows stand. */
  readonly failedStatus: number | undefined;
  /** What was made from the rows; undefined for rows that are not kept, and for a page of them. */
  readonly derived: Derived | undefined;
  /** Microseconds since the epoch. */
  readonly computedAt: bigint;
  readonly ageSeconds: number;
  readonly redacted: boolean;
  readonly definitionVersion: string;
  readonly bytesBilled: number;
  /** Where the page ends; undefined where no view was asked for. */
  readonly page: PageInfo | undefined;
}

/** A request that was checked and knows its plan, but was not run yet. */
export interface PlannedRun {
  readonly plan: RequestPlan;
  readonly redact: boolean;
  readonly request: RunRequest;
  readonly page: PlannedPage | undefined;
}

interface PlannedPage {
  readonly read: PageRead;
  /** Plans another read for the page. */
  plan(read: PageRead): RequestPlan;
}

/** What a runner depends on beside its source. */
export interface RunnerOptions {
  /** Names the data that the engine reads; it is part of every key. */
  readonly dataSource: string;
  /** How long rows that are no longer fresh answer when the engine fails. @default 3600 */
  readonly staleIfErrorSeconds?: number;
  /** @default a redactor for the default profile */
  readonly redactor?: Redactor;
  /** Under overload no SQL is compiled. @default none */
  readonly load?: Load;
  /** What it has no room for is not compiled. @default one that has room for everything */
  readonly engine?: Pick<Engine, 'checkRoom'>;
}

/** The pipeline that both interfaces share: arguments, plan, source, redaction. */
export class Runner {
  readonly #source: Source;
  readonly #settings: PlanSettings;
  readonly #redactor: Redactor;
  readonly #redacted: RedactedRows;
  readonly #compiling: CompileQueue;

  constructor(
    source: Source,
    {
      dataSource,
      staleIfErrorSeconds = 3_600,
      redactor = createRedactor('default'),
      load = NO_LOAD,
      engine = { checkRoom: () => {} },
    }: RunnerOptions,
  ) {
    this.#source = source;
    this.#redactor = redactor;
    this.#redacted = new RedactedRows(redactor);
    this.#compiling = new CompileQueue(load, engine);
    this.#settings = { dataSource, staleIfErrorSeconds };
  }

  /** Checks a request; throws the `FieldstoneError` that its caller should see. */
  plan(request: RunRequest): PlannedRun {
    const { endpoint, caller } = request;
    const redact = request.redact || caller.redact || endpoint.definition.settings.redactPii;
    try {
      return this.#plan(request, redact);
    } catch (error) {
      throw redact ? redactError(error, this.#redactor) : error;
    }
  }

  /** As `plan`; the SQL of many callers is compiled one after the other, while others are served. */
  async planFairly(request: RunRequest): Promise<PlannedRun> {
    if (!needsCompiling(request)) return this.plan(request);
    return this.#compiling.use(request, () => this.plan(request));
  }

  #plan(request: RunRequest, redact: boolean): PlannedRun {
    const { endpoint, caller, sql } = request;
    if (!mayRun(caller, endpoint)) {
      throw new FieldstoneError(
        'FORBIDDEN',
        `This key may not run endpoint "${endpoint.definition.name}"`,
      );
    }
    if (sql !== undefined) checkSandbox(endpoint, caller);
    const values = coerceArguments(endpoint.definition, request.arguments, caller);
    if (!request.view) {
      return { plan: planRun(request, values, this.#settings), redact, request, page: undefined };
    }
    const read = firstRead(readPageRequest(endpoint, request.view));
    const plan = (page: PageRead) => planRun(request, values, this.#settings, page);
    return { plan: plan(read), redact, request, page: { read, plan } };
  }

  /** Whether the answer is not kept, so that somebody has to compute it. */
  needsRun({ page, plan }: PlannedRun): boolean {
    return page !== undefined || this.#source.peek?.(plan) === undefined;
  }

  /** Runs a request; rejects with a `FieldstoneError`, or with the signal's reason. */
  async run(request: RunRequest): Promise<RunResult> {
    return this.finish(this.plan(request));
  }

  /** Runs a planned request. */
  async finish(planned: PlannedRun): Promise<RunResult> {
    const { admit } = planned.request;
    if (admit && this.needsRun(planned)) await admit();
    const answer = await this.#answer(planned).catch((error: unknown) => {
      throw planned.redact ? redactError(error, this.#redactor) : error;
    });
    const { derived, page, rows } = cut(planned, answer, this.#redactor);
    const shown = planned.redact
      ? await this.#redacted.redact(rows, planned.plan.wholeColumns, derived)
      : rows;
    const { bytesBilled } = answer;
    return present(planned, answer, { derived, page, rows: shown }, bytesBilled);
  }

  /** The answer where it is kept, with nothing to wait for and nothing to compute. */
  peek(planned: PlannedRun): RunResult | undefined {
    // A page may need more reads than one.
    const answer = planned.page ? undefined : this.#source.peek?.(planned.plan);
    const rows = planned.redact ? this.#redacted.known(answer?.derived) : answer?.rows;
    if (!answer || !rows) return undefined;
    const shown = { derived: answer.derived, page: undefined, rows };
    // Kept rows were billed to whoever caused their run.
    return present(planned, answer, shown, 0);
  }

  /** Reads once, and more only for a page that ends between rows of one key. */
  async #answer({ plan, page, request: { signal } }: PlannedRun): Promise<Answer> {
    let answer = await this.#read(plan, signal);
    let read = page && nextRead(page.read, answer.rows);
    while (page && read) {
      const before = answer.bytesBilled;
      answer = await this.#read(page.plan(read), signal);
      answer = { ...answer, bytesBilled: answer.bytesBilled + before };
      read = nextRead(read, answer.rows);
    }
    return answer;
  }

  async #read(plan: RequestPlan, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#source.answer(plan, signal);
    return { ...answer, rows: plan.widen(answer.rows), bytesBilled: billed(answer) };
  }
}

/** Only who caused a run pays for it: the sum over all answers is the bill. */
function billed({ cacheStatus, bytesBilled }: Answer): number {
  return cacheStatus === 'MISS' || cacheStatus === 'BYPASS' ? bytesBilled : 0;
}

/** What of an answer is shown. */
interface Shown {
  readonly rows: readonly Row[];
  readonly page: PageInfo | undefined;
  /** Undefined where the rows are not all of the answer. */
  readonly derived: Derived | undefined;
}

/** The part of an answer that was asked for, before its rows are redacted. */
function cut({ page, redact }: PlannedRun, answer: Answer, redactor: Redactor): Shown {
  if (!page) return { rows: answer.rows, page: undefined, derived: answer.derived };
  const part = cutPage(answer, page.read.request, redact ? redactor : undefined);
  return { ...part, derived: undefined };
}

/** An answer as its request may see it. */
function present(
  { plan, redact, request }: PlannedRun,
  { cacheStatus, computedAt, failedStatus, readAgain, truncated }: Answer,
  { derived, page, rows }: Shown,
  bytesBilled: number,
): RunResult {
  return {
    rows,
    page,
    derived,
    columns: plan.wholeColumns,
    truncated,
    cacheStatus,
    lifetime: plan.lifetime,
    readAgain: page ? undefined : readAgain,
    failedStatus,
    computedAt,
    ageSeconds: Number(ageOf(computedAt, request.now) / 1_000_000n),
    redacted: redact,
    definitionVersion: request.endpoint.version,
    bytesBilled,
  };
}

function checkSandbox(endpoint: PreparedEndpoint, caller: Caller): void {
  if (!endpoint.definition.settings.sandbox) {
    throw new FieldstoneError(
      'FORBIDDEN',
      `Endpoint "${endpoint.definition.name}" takes no SQL of its callers`,
    );
  }
  if (!caller.sandbox) throw new FieldstoneError('FORBIDDEN', 'This key may not send its own SQL');
}

/** An error can quote a value, of the rows or of the request: `Bad int64 value: 10.0.0.1`. */
function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof FieldstoneError)) return error;
  const { code, status, headers, cause } = error;
  return new FieldstoneError(code, redactor.message(error.message), { status, headers, cause });
}
