import {
  type JobRunner,
  NewestFirstRunner,
} from '../../../src/engines/bigquery/newest-first/newest-first-runner.ts';
import type { PartitionUnit } from '../../../src/engines/bigquery/newest-first/partitions.ts';
import { printStatement } from '../../../src/engines/bigquery/statements/print-statement.ts';
import { sourceAsOf, tableSource } from '../../../src/engines/bigquery/warehouse/table-source.ts';
import type { EngineQuery } from '../../../src/engines/engine.ts';
import { RowBudget } from '../../../src/engines/row-budget.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { compileQuery } from '../../engines/compile-query.ts';
import { readSystemTime } from '../../support/bigquery/system-time.ts';
import type { Random } from '../random.ts';
import {
  type Event,
  eventTable,
  faultOf,
  type Question,
  randomEvents,
  randomMoment,
  randomQuestion,
  termsOf,
  withOtherLimit,
} from './questions.ts';

/** What rows of events are asked of: `events` has those at the beginning of a question, `more` what is inserted too. */
export interface EventStore {
  fill(tables: {
    readonly events: readonly Event[];
    readonly more: readonly Event[];
  }): Promise<void>;
  /** The rows of a statement over these tables. */
  evaluate(
    sql: string,
    query: Pick<EngineQuery, 'parameters' | 'statement'>,
  ): Promise<readonly Row[]>;
}

/** What came out of some questions. */
export interface Trials {
  /** How many questions took so many jobs, by their number. */
  readonly jobs: readonly number[];
  readonly faults: readonly string[];
}

const TABLE = eventTable('events');
const TABLES = new Map([['events', TABLE]]);
const PLACE = { project: 'project', dataset: 'dataset', table: 'events' };
const UNITS: readonly PartitionUnit[] = ['HOUR', 'DAY', 'MONTH', 'YEAR'];
const QUESTIONS_PER_STATEMENT = 4;
const STATEMENTS_PER_FILL = 20;
const NEVER = new AbortController().signal;

/** Asks random questions in steps and compares their rows with those of the whole statement. */
export async function tryQuestions(
  count: number,
  random: Random,
  store: EventStore,
): Promise<Trials> {
  const jobs = [0, 0, 0, 0];
  const faults: string[] = [];
  const stepped = new SteppedEvents(store, random);
  for (let i = 0; i < count / QUESTIONS_PER_STATEMENT; i += 1) {
    if (i % STATEMENTS_PER_FILL === 0) await fill(store, random);
    for (const trial of await tryStatement(random, store, stepped)) {
      jobs[trial.jobs] = (jobs[trial.jobs] ?? 0) + 1;
      if (trial.fault !== undefined) faults.push(trial.fault);
    }
  }
  return { jobs, faults };
}

/** Asks a statement several times, with other limits and at other times. */
async function tryStatement(random: Random, store: EventStore, stepped: SteppedEvents) {
  const question = randomQuestion(random, 'events');
  const { parameters, sql, whole } = question;
  const all = await store.evaluate(whole, compileQuery(whole, parameters, { tables: TABLES }));
  const query = compileQuery(sql, parameters, { tables: TABLES, question: sql });
  const trials: { readonly jobs: number; readonly fault: string | undefined }[] = [];
  for (const [place, own] of variantsOf(question, random).entries()) {
    // The second time it is the same question at the same time, and how far back it goes is known.
    if (place !== 1) stepped.setMoment();
    const answer = await stepped.ask({ ...query, ...termsOf(own) });
    const fault = faultOf(answer, all, own);
    trials.push({ jobs: answer.jobs, fault: fault && `${fault}: ${sql}` });
  }
  return trials;
}

function variantsOf(question: Question, random: Random): readonly Question[] {
  const others = Array.from({ length: QUESTIONS_PER_STATEMENT - 2 }, () =>
    withOtherLimit(question, random),
  );
  return [question, question, ...others];
}

async function fill(store: EventStore, random: Random): Promise<void> {
  const events = randomEvents(random, random.below(90));
  await store.fill({ events, more: [...events, ...randomEvents(random, 20)] });
}

/** Runs queries over events in steps, with rows inserted after the first one now and then. */
class SteppedEvents {
  readonly #store: EventStore;
  readonly #random: Random;
  #now = 0;
  #unit: PartitionUnit = 'DAY';
  readonly #runners: ReadonlyMap<PartitionUnit, NewestFirstRunner>;
  #jobs = 0;
  #isInserted = false;

  constructor(store: EventStore, random: Random) {
    this.#store = store;
    this.#random = random;
    const partitions = { bytes: 1e12, hasHistory: true };
    const runner: JobRunner = {
      approve: async () => {},
      estimate: async () => 0,
      savings: { newestFirst: () => 0 },
      run: (bounded) => this.#run(bounded),
      runApproved: (bounded) => this.#run(bounded),
    };
    this.#runners = new Map(
      UNITS.map((unit) => [
        unit,
        new NewestFirstRunner(
          runner,
          { partitionsOf: () => ({ ...partitions, unit }) },
          () => this.#now,
        ),
      ]),
    );
  }

  /** Makes it another time, and partitions of another length. */
  setMoment(): void {
    this.#now = Math.floor(randomMoment(this.#random) / 1_000);
    this.#unit = this.#random.pick(UNITS);
  }

  async ask(query: EngineQuery) {
    this.#jobs = 0;
    this.#isInserted = false;
    const limit = { bytes: Number.MAX_SAFE_INTEGER, message: '' };
    const run = { query, limit, stop: NEVER, deadline: Number.POSITIVE_INFINITY, report: {} };
    const { rows, truncated } = (await this.#runners
      .get(this.#unit)
      ?.runApproved(run, async () => {})) ?? {
      rows: [],
      truncated: false,
    };
    return { rows, truncated, jobs: this.#jobs };
  }

  /** Runs one job: it reads the rows of now, or those of the moment in its text. */
  async #run({ asOf, query, room = new RowBudget(query) }: Parameters<JobRunner['run']>[0]) {
    this.#jobs += 1;
    const source = tableSource({ ...TABLE, place: PLACE });
    const sources = new Map([['events', asOf === undefined ? source : sourceAsOf(source, asOf)]]);
    const printed = printStatement(query.statement, sources, query.maxRows + 1);
    const read = readSystemTime(printed.sql);
    const table = this.#isInserted && read.asOf === undefined ? 'more' : 'events';
    const sql = read.sql.replaceAll('`project.dataset.events`', table);
    const found = await this.#store.evaluate(sql, query);
    const rows = found.slice(0, found.findIndex((row) => !room.takeRow(row)) >>> 0);
    this.#isInserted ||= this.#random.below(3) === 0;
    return { rows, truncated: rows.length < found.length, bytesBilled: 0, startedAt: STARTED_AT };
  }
}

/** Any moment in the past. */
const STARTED_AT = Date.UTC(2026, 0, 1);
