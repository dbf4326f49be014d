import { isTimestamp, type Row, type Statement } from '#googlesql';
import { MIN_TABLE_BYTES } from '../../../bill/price.ts';
import { type EngineQuery, type EngineResult, isForeign } from '../../engine.ts';
import { RowBudget } from '../../row-budget.ts';
import type { BoundedQuery, JobResult, QueryRunner } from '../jobs/query-runner.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { constantMoment, momentOf } from './moment.ts';
import { NeededLast } from './needed-last.ts';
import { partitionStart, type TimePartitions } from './partitions.ts';
import { type NewestFirst, proveNewestFirst } from './proof.ts';
import { type Step, Steps, type TimeRange } from './steps.ts';

/** What is known of a statement: undefined where it is not run in steps. */
interface Known {
  readonly proof: NewestFirst;
  readonly steps: Steps;
}

/** A query that is run in steps. */
interface Plan extends Known {
  readonly partitions: TimePartitions;
  /** The start of the partition of the newest moment that the query reads. */
  readonly newest: bigint;
  /** Where the first step begins. */
  readonly from: bigint;
  /** The first and the last partition that the query may read. */
  readonly window: string;
  /** How many rows the answer needs: with those beyond `maxRows` one more, which shows that rows are cut. */
  readonly rows: number;
}

/** The part of the rows that one step has added. */
interface Gathered {
  readonly rows: readonly Row[];
  readonly bytesBilled: number;
}

/** What the older part of a table has of the missing rows. */
interface Found {
  /** The time of the last of them, in microseconds since the epoch; undefined if none has one. */
  readonly least: bigint | undefined;
  readonly rows: number;
  readonly hasNullTimes: boolean;
  readonly bytesBilled: number;
}

/** Runs single queries as jobs. */
export type JobRunner = Pick<QueryRunner, 'approve' | 'estimate' | 'run' | 'runApproved'> & {
  readonly savings: Pick<QueryRunner['savings'], 'newestFirst'>;
};

/**
 * Runs queries as jobs, those for the newest rows of a table in up to three: over its newest partition, or what the last
 * run of the question needed; where rows are missing, a job that finds out how far back the last one lies, and one over
 * the partitions down to it.
 */
export class NewestFirstRunner {
  readonly #runner: JobRunner;
  readonly #warehouse: Pick<Warehouse, 'partitionsOf'>;
  readonly #now: () => number;
  readonly #known = new WeakMap<Statement, Known | 'plain'>();
  readonly #needed = new NeededLast();

  constructor(
    runner: JobRunner,
    warehouse: Pick<Warehouse, 'partitionsOf'>,
    now: () => number = Date.now,
  ) {
    this.#runner = runner;
    this.#warehouse = warehouse;
    this.#now = now;
  }

  /** Checks a caller's SQL as the first job would run it; what comes after it reads the same tables. */
  async approve(bounded: BoundedQuery): Promise<void> {
    const plan = bounded.query.isCallersSql ? this.#plan(bounded.query) : undefined;
    return this.#runner.approve(plan ? withStep(bounded, firstStep(plan)) : bounded);
  }

  /** The bytes that a query would be billed for if it were run in one job. */
  async estimate(query: EngineQuery, stop: AbortSignal): Promise<number> {
    return this.#runner.estimate(query, stop);
  }

  /** Runs a query; no row is returned before `approve`, which checks the first job, has resolved. */
  async runApproved(bounded: BoundedQuery, approve: () => Promise<void>): Promise<EngineResult> {
    const plan = this.#plan(bounded.query);
    return plan
      ? this.#runSteps(bounded, plan, approve)
      : this.#runner.runApproved(bounded, approve);
  }

  async #runSteps(
    bounded: BoundedQuery,
    plan: Plan,
    approve: () => Promise<void>,
  ): Promise<EngineResult> {
    const { query } = bounded;
    const room = new RowBudget(query);
    const step = { ...withStep(bounded, firstStep(plan)), room };
    const first = await this.#runner.runApproved(step, approve);
    const result = await this.#complete({ ...bounded, room }, plan, first);
    const newestFirst = this.#runner.savings.newestFirst(
      { query, bytesBilled: result.bytesBilled },
      { query: step.query, bytesBilled: first.bytesBilled },
      plan.window,
    );
    return newestFirst > 0 ? { ...result, runSaved: { newestFirst } } : result;
  }

  /** Adds the rows that are missing after the first step. */
  async #complete(
    bounded: BoundedQuery,
    plan: Plan,
    { startedAt, ...newestRows }: JobResult,
  ): Promise<EngineResult> {
    const { from, newest, partitions, proof, rows: wanted, steps } = plan;
    const missing = wanted - newestRows.rows.length;
    if (newestRows.truncated || missing <= 0) return newestRows;
    const rest = { ...bounded, asOf: partitions.hasHistory ? startedAt : undefined };
    const older = { until: from, hasNullTimes: proof.hasNullTimes };
    const found = await this.#probe(charged(rest, newestRows), steps.probe(older, missing));
    const last = found.least === undefined ? from : partitionStart(found.least, partitions.unit);
    this.#needed.set(bounded.query.question, { newest, from: last });
    const spent = sumOf(newestRows, { rows: [], bytesBilled: found.bytesBilled });
    if (found.rows === 0) return { ...spent, truncated: false };
    const range = { from: last, until: from, hasNullTimes: found.hasNullTimes };
    const more = await this.#runner.run(withStep(charged(rest, spent), steps.rows(range, missing)));
    return { ...sumOf(spent, more), truncated: more.truncated };
  }

  async #probe(bounded: BoundedQuery, probe: Step): Promise<Found> {
    const { query, ...rest } = withStep(bounded, probe);
    const room = new RowBudget({ maxRows: 1 });
    const { bytesBilled, rows } = await this.#runner.run({ ...rest, query, room });
    const [least = null, found = 0, timed = 0] = rows[0] ?? [];
    const hasNullTimes = Number(found) > Number(timed);
    return { least: momentOf(least), rows: Number(found), hasNullTimes, bytesBilled };
  }

  #plan(query: EngineQuery): Plan | undefined {
    const { question, statement } = query;
    const known = isForeign(statement) ? undefined : this.#knownOf(statement);
    if (!known) return undefined;
    const partitions = this.#warehouse.partitionsOf(known.proof.table.table.name);
    const rows = rowsOf(known.proof, query);
    // A table that is billed the minimum is not worth a second job.
    if (!partitions || partitions.bytes < MIN_TABLE_BYTES || rows === undefined) return undefined;
    const { lower, upper } = windowOf(known.proof.bounds, query);
    const now = BigInt(this.#now()) * 1_000n;
    const top = upper !== undefined && upper < now ? upper : now;
    const newest = partitionStart(top, partitions.unit);
    const from = this.#needed.from(question, newest) ?? newest;
    if (isWithin(lower, from)) return undefined;
    const oldest = lower === undefined ? undefined : partitionStart(lower, partitions.unit);
    const window = `${oldest ?? ''}-${newest}`;
    return { ...known, partitions, newest, from, window, rows };
  }

  #knownOf(statement: Statement): Known | undefined {
    const known = this.#known.get(statement) ?? knownOf(statement);
    this.#known.set(statement, known);
    return known === 'plain' ? undefined : known;
  }
}

/** Whether all rows are of the first step: of those before the first TIMESTAMP there is none. */
function isWithin(lower: bigint | undefined, from: bigint): boolean {
  return (lower !== undefined && lower >= from) || !isTimestamp(from);
}

function knownOf(statement: Statement): Known | 'plain' {
  const proof = proveNewestFirst(statement);
  return typeof proof === 'string' ? 'plain' : { proof, steps: new Steps(statement, proof) };
}

/** How many rows the answer needs; undefined for a LIMIT that is none. */
function rowsOf({ limit }: NewestFirst, { maxRows, parameters }: EngineQuery): number | undefined {
  if (!limit) return maxRows + 1;
  const value =
    limit.kind === 'literal'
      ? limit.value
      : limit.kind === 'parameter' && parameters.get(limit.name)?.value;
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  return isNumber && value > 0 ? Math.min(Number(value), maxRows + 1) : undefined;
}

/** The first and the last moment that the bounds leave; undefined where they do not say it. */
function windowOf(bounds: NewestFirst['bounds'], { parameters }: EngineQuery) {
  const moments = bounds.flatMap(({ inclusive, side, value }) => {
    const moment = constantMoment(value, parameters);
    if (moment === undefined) return [];
    const next = inclusive ? 0n : 1n;
    return [{ side, moment: side === 'lower' ? moment + next : moment - next }];
  });
  const sorted = (of: 'lower' | 'upper') =>
    moments
      .flatMap(({ moment, side }) => (side === of ? moment : []))
      .sort((one, other) => (one < other ? -1 : 1));
  return { lower: sorted('lower').at(-1), upper: sorted('upper')[0] };
}

function firstStep({ from, rows, steps }: Plan): Step {
  const range: TimeRange = { from };
  return steps.rows(range, rows);
}

function withStep(bounded: BoundedQuery, { parameters, statement }: Step): BoundedQuery {
  const all = new Map([...bounded.query.parameters, ...parameters]);
  // What folding has saved of a whole statement is not what it has saved of a step.
  const step = { statement, unfolded: undefined, parameters: all };
  return { ...bounded, query: { ...bounded.query, ...step } };
}

/** The query with what is left of the bytes that it may be billed for. */
function charged(bounded: BoundedQuery, { bytesBilled }: Gathered): BoundedQuery {
  const { limit } = bounded;
  return { ...bounded, limit: { ...limit, bytes: Math.max(1, limit.bytes - bytesBilled) } };
}

function sumOf(one: Gathered, other: Gathered): Gathered {
  return {
    rows: [...one.rows, ...other.rows],
    bytesBilled: one.bytesBilled + other.bytesBilled,
  };
}
