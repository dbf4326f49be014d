import type { Row } from '#googlesql';
import { type Deadline, queryDeadline } from '../async/deadline.ts';
import { type Load, NO_LOAD } from '../async/event-loop-load.ts';
import { checkMayRun } from '../catalog/registry.ts';
import { argumentPins } from '../catalog/tenancy.ts';
import type { Engine, SlotUsage } from '../engines/engine.ts';
import { FieldstoneError } from '../errors.ts';
import type { RedactionProfile } from '../redaction/detectors.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import type { Answer, RunOptions, Source } from '../sources/source.ts';
import { detached } from '../values/memory.ts';
import { type ArgumentValues, coerceArguments } from './arguments/arguments.ts';
import { CompileQueue } from './compile-queue.ts';
import { Estimates } from './estimates.ts';
import { Cursors, ownCursorKey } from './paging/view-cursor.ts';
import {
  firstRead,
  nextRead,
  type PageRead,
  readPageRequest,
  slicePage,
} from './paging/view-page.ts';
import {
  type PlannedPage,
  type PlanSettings,
  planRun,
  type RequestPlan,
  tenantOf,
  variantOf,
} from './plan.ts';
import { RedactedRows } from './redacted-rows.ts';
import { needsCompiling, type RunRequest } from './request.ts';
import { costOf, type RunResult, resultOf, type SourceRead, sumOfCosts } from './run-result.ts';
import { shapeRows } from './shaping/shape-rows.ts';

/** Dependencies and settings of a runner besides its source. */
export interface RunnerOptions {
  /** Identifies the data that the engine reads; part of every key. */
  readonly dataSource: string;
  /** How long stale rows are served when the engine fails. @default 3600 */
  readonly staleIfErrorSeconds?: number | undefined;
  /**
   * Time limit of a request: of its redaction, counted from its run, and with replicas of the run itself, including the
   * wait for theirs. @default 30 seconds, as the engines'
   */
  readonly queryTimeoutMs?: number | undefined;
  /** What is hidden of redacted answers. @default 'default' */
  readonly redaction?: RedactionProfile;
  /** Under overload no SQL is compiled, and only cached rows are served. @default none */
  readonly load?: Load;
  /** Checked for room before SQL is compiled. @default one that always has room */
  readonly engine?: Pick<Engine, 'checkRoom' | 'estimate'>;
  /** Authenticates where pages begin. @default by a key that no other runner has */
  readonly cursors?: Cursors | undefined;
}

/** Options for planning a request whose SQL has to be compiled. */
export interface PlanOptions {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Called before SQL is queued to be compiled; what it throws refuses the request. */
  readonly onCompile?: () => void;
}

/** What interfaces call: `plan` a request, `peek` for cached rows, `run` it, or `estimate` what a run would cost. */
export type RequestRunner = Pick<Runner, 'estimate' | 'peek' | 'plan' | 'run'>;

/** The pipeline that all interfaces share. */
export class Runner {
  readonly #source: Source;
  readonly #settings: PlanSettings;
  readonly #redactor: Redactor;
  readonly #redacted: RedactedRows;
  readonly #compiling: CompileQueue;
  readonly #cursors: Cursors;
  readonly #estimates = new Estimates();
  readonly #timeoutMs: number;
  readonly #engine: Pick<Engine, 'estimate'>;

  constructor(
    source: Source,
    {
      dataSource,
      staleIfErrorSeconds = 3_600,
      queryTimeoutMs = 30_000,
      redaction = 'default',
      load = NO_LOAD,
      engine = { checkRoom: () => {} } as Pick<Engine, 'checkRoom' | 'estimate'>,
      cursors = ownCursors(),
    }: RunnerOptions,
  ) {
    this.#source = source;
    this.#redactor = createRedactor(redaction);
    this.#redacted = new RedactedRows(this.#redactor);
    this.#compiling = new CompileQueue(load, engine);
    this.#cursors = cursors;
    this.#engine = engine;
    this.#timeoutMs = queryTimeoutMs;
    this.#settings = { dataSource, staleIfErrorSeconds };
  }

  /** Long rows that are redacted now, and those that wait. */
  get redactionUsage(): SlotUsage {
    return this.#redacted.usage;
  }

  /**
   * Checks and plans a request; throws the `FieldstoneError` that its caller should see. Nothing is run or stored.
   * Returns a promise only if the caller's SQL is not compiled yet and has to be queued for it.
   */
  plan(sent: RunRequest, options: PlanOptions): RequestPlan | Promise<RequestPlan> {
    const request = withOwnTexts(sent);
    if (!needsCompiling(request, variantOf(request))) return this.#plan(request);
    options.onCompile?.();
    return this.#compiling.use(request, options.signal, (waitedMs) => ({
      ...this.#plan(request),
      waitedMs,
    }));
  }

  /** The cached rows that `run` would answer with; undefined if it would need the engine. No side effects. */
  peek(plan: RequestPlan): Answer | undefined {
    const { page } = plan;
    const cached = this.#source.peek?.(plan);
    if (cached?.truncated && plan.orderedPlan) return this.#source.peek?.(plan.orderedPlan());
    return cached && page && nextRead(page.read, cached.rows) ? undefined : cached;
  }

  /** The bytes that a run of a plan would be billed for, whatever is cached; undefined where nothing is billed. */
  async estimate(plan: RequestPlan, run: RunOptions): Promise<number | undefined> {
    const engine = this.#engine;
    if (!engine.estimate) return undefined;
    return this.#estimates.get(plan.key, run.signal, async () => {
      return (await engine.estimate?.(plan.queryAt(run))) ?? 0;
    });
  }

  /** Runs a plan, synchronously if its rows are cached; rejects with a `FieldstoneError`, or with the signal's reason. */
  run(plan: RequestPlan, run: RunOptions): RunResult | Promise<RunResult> {
    const startedAt = performance.now();
    const read = plan.page ? this.#readPage(plan, plan.page, run) : this.#read(plan, run);
    return read instanceof Promise
      ? this.#finishAsync(plan, read, { run, startedAt })
      : this.#finish(plan, read, { run, startedAt });
  }

  #plan(request: RunRequest): RequestPlan {
    const { endpoint, caller } = request;
    const redact = request.redact || caller.redact || endpoint.definition.settings.redactPii;
    try {
      checkAccess(request);
      const pins = argumentPins(endpoint, caller.pins);
      const values = coerceArguments(endpoint.definition, request.arguments, { pins });
      const page = this.#readView(request, values, redact);
      return planRun(request, { values, redact, page }, this.#settings);
    } catch (error) {
      throw redact ? redactError(error, this.#redactor) : error;
    }
  }

  #readView(request: RunRequest, values: ArgumentValues, redact: boolean): PageRead | undefined {
    const { endpoint, view } = request;
    if (!view) return undefined;
    const cursors = this.#cursors.of({
      endpoint: endpoint.definition.name,
      view: view.name,
      arguments: values,
      tenant: tenantOf(request),
      redact,
    });
    return firstRead(readPageRequest(endpoint, view, cursors));
  }

  /** Reads once, and again only for a page that ends between rows of one key. */
  async #readPage(plan: RequestPlan, page: PlannedPage, run: RunOptions): Promise<SourceRead> {
    let { answer, cost } = await this.#read(plan, run);
    for (let next = nextRead(page.read, answer.rows); next; next = nextRead(next, answer.rows)) {
      const again = await this.#read(page.plan(next), run);
      answer = again.answer;
      cost = sumOfCosts(cost, again.cost);
    }
    return { answer, cost };
  }

  #read(plan: RequestPlan, run: RunOptions): SourceRead | Promise<SourceRead> {
    const answer = this.#source.answer(plan, run);
    return answer instanceof Promise
      ? answer.then((late) => this.#orderedRead(plan, late, run))
      : this.#orderedRead(plan, answer, run);
  }

  /** The read of an answer, or where its rows were cut and have to be ordered, that of the engine's order. */
  #orderedRead(
    plan: RequestPlan,
    answer: Answer,
    run: RunOptions,
  ): SourceRead | Promise<SourceRead> {
    const read = readOf(plan, answer);
    if (!answer.truncated || !plan.orderedPlan) return read;
    const ordered = this.#read(plan.orderedPlan(), run);
    const both = (late: SourceRead) => ({ ...late, cost: sumOfCosts(read.cost, late.cost) });
    return ordered instanceof Promise ? ordered.then(both) : both(ordered);
  }

  async #finishAsync(
    plan: RequestPlan,
    read: Promise<SourceRead>,
    started: StartedRun,
  ): Promise<RunResult> {
    try {
      return await this.#finish(plan, await read, started);
    } catch (error) {
      throw plan.redact ? redactError(error, this.#redactor) : error;
    }
  }

  #finish(
    plan: RequestPlan,
    read: SourceRead,
    started: StartedRun,
  ): RunResult | Promise<RunResult> {
    const rowsAt = performance.now();
    const { derived, rows: whole } = read.answer;
    const page = plan.page && slicePage(whole, plan.page.read.request);
    const columns = plan.wholeColumns;
    const { shape, ordersRedacted } = plan;
    const { rows, truncated } =
      shape && !ordersRedacted
        ? shapeRows(read.answer, columns, shape)
        : { rows: page?.rows ?? whole, truncated: read.answer.truncated };
    const isPart = page !== undefined || shape !== undefined;
    const show = (shown: readonly Row[]) => {
      const own = { rows: shown, truncated };
      const visible = shape && ordersRedacted ? shapeRows(own, columns, shape) : own;
      const parts = { page: page?.infoOf(shown), derived: isPart ? undefined : derived, rowsAt };
      return resultOf(plan, read, { ...visible, ...parts }, started.run.now);
    };
    if (!plan.redact) return show(rows);
    const deadline = () => this.#deadline(started);
    const raw = { rows, columns, derived: isPart && !ordersRedacted ? undefined : derived };
    const redacted = this.#redacted.redact(raw, { purpose: plan.purpose, deadline });
    return redacted instanceof Promise ? redacted.then(show) : show(redacted);
  }

  /** The rest of the request's time. */
  #deadline({ run, startedAt }: StartedRun): Deadline {
    const restMs = Math.max(0, this.#timeoutMs - (performance.now() - startedAt));
    return { ...queryDeadline(this.#timeoutMs, [run.signal]), ms: restMs };
  }
}

function ownCursors(): Cursors {
  const key = ownCursorKey();
  return new Cursors(() => [key]);
}

/** How a plan is run, and when that began, in the time of `performance.now()`. */
interface StartedRun {
  readonly run: RunOptions;
  readonly startedAt: number;
}

/** The request without references into its body or URL: a plan is cached with its rows, to refresh them. */
function withOwnTexts(request: RunRequest): RunRequest {
  const own = <Value>(value: Value) => (typeof value === 'string' ? detached(value) : value);
  const values = Object.entries(request.arguments).map(([name, value]) => [name, own(value)]);
  return { ...request, arguments: Object.fromEntries(values), sql: own(request.sql) };
}

function readOf({ widen }: RequestPlan, answer: Answer): SourceRead {
  const wide = widen ? { ...answer, rows: widen(answer.rows) } : answer;
  return { answer: wide, cost: costOf(answer) };
}

function checkAccess({ caller, endpoint, sql }: RunRequest): void {
  checkMayRun(caller, endpoint);
  if (sql === undefined) return;
  const { name, settings } = endpoint.definition;
  if (!settings.sandbox) {
    throw new FieldstoneError('FORBIDDEN', `Endpoint "${name}" takes no SQL of its callers`);
  }
  if (!caller.sandbox) throw new FieldstoneError('FORBIDDEN', 'This key may not send its own SQL');
}

/** Redacts an error's message, which can quote a value of the rows or the request: `Bad int64 value: 10.0.0.1`. */
function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof FieldstoneError)) return error;
  const { code, status, headers, cause } = error;
  return new FieldstoneError(code, redactor.message(error.message), { status, headers, cause });
}
