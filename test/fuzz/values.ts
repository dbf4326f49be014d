/**
 * `npm run fuzz:values -- --count 20000 --seed 1 [--only REGEXP_EXTRACT]` computes calls of the reference's functions with
 * values at the edges of their types, in the reference's evaluator and in DuckDB, and lists where the answers differ.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { answerTo } from '../googlesql/answer.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { type Catalog, type FunctionProto, Oracle } from '../oracle/oracle.ts';
import { type CallToTry, makeCall, makeCast, scalarFunctions, statementOf } from './calls.ts';
import { isNear } from './near.ts';
import { Random } from './random.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '2' },
  },
});

/** What the two answers to one statement are to each other, the gravest first. */
type Outcome =
  | 'wrong value'
  | 'no error'
  | 'no value'
  | 'failed'
  | 'other message'
  | 'refused'
  | 'near'
  | 'same';

interface Trial {
  readonly name: string;
  readonly outcome: Outcome;
  readonly sql: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** An error with a place is about the text; one without is about the data. */
const IN_TEXT = / \[at \d+:\d+\]$/;

const NO_BIGNUMERIC = 'Type BIGNUMERIC is not supported';

const ONLY = new RegExp(options.only, 'i');

report(await run(Number(options.count), new Random(Number(options.seed))));

async function run(count: number, random: Random): Promise<Trial[]> {
  const oracle = await Oracle.start();
  try {
    const judges = {
      oracle,
      catalog: await oracle.register([]),
      database: await openFixtureDatabase([]),
    };
    const functions = scalarFunctions(await oracle.functions()).filter(isWanted);
    const trials: Trial[] = [];
    for (let i = 0; i < count; i += 1) {
      const call = nextCall(random, functions);
      const trial = call && (await tryCall(call, judges));
      if (trial) trials.push(trial);
    }
    return trials;
  } finally {
    oracle.stop();
  }
}

function isWanted({ name_path }: FunctionProto): boolean {
  return ONLY.test(name_path.join('.'));
}

/** One in twelve is a cast, which the reference does not count among its functions. */
function nextCall(random: Random, functions: readonly FunctionProto[]): CallToTry | undefined {
  const isCast = ONLY.test('cast') && (functions.length === 0 || random.below(12) === 0);
  return isCast ? makeCast(random) : makeCall(random, random.pick(functions));
}

/** Where the two answers are computed. */
interface Judges {
  readonly oracle: Oracle;
  readonly catalog: Catalog;
  readonly database: DuckDBConnection;
}

/** What both make of a call; undefined when it is none, by the reference's analyzer. */
async function tryCall(
  call: CallToTry,
  { oracle, catalog, database }: Judges,
): Promise<Trial | undefined> {
  const sql = statementOf(call);
  const evaluation = await oracle.evaluate(sql, catalog);
  const isRefused = 'error' in evaluation && IN_TEXT.test(evaluation.error);
  if (isRefused) return undefined;
  const theirs: Answer =
    'error' in evaluation
      ? evaluation
      : { rows: evaluation.rows.map((row) => row.map(goldenValue)) };
  const ours = await answer(sql, database);
  return { name: call.name, sql, ours, theirs, outcome: judge(ours, theirs) };
}

async function answer(sql: string, database: DuckDBConnection): Promise<Answer> {
  try {
    const golden = { name: '', sql, columns: [], ordered: true, rows: [] };
    const { columns: _, ...rest }: Answer = await answerTo(golden, database);
    return rest;
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

interface Answer {
  readonly columns?: unknown;
  readonly rows?: unknown;
  readonly error?: string;
  readonly failure?: string;
}

function judge(ours: Answer, theirs: Answer): Outcome {
  const isUntried = /^(Unsupported built-in|Unimplemented)/.test(theirs.error ?? '');
  if (isUntried || isDeepStrictEqual(ours, theirs)) return 'same';
  if (IN_TEXT.test(ours.error ?? '') || ours.error === NO_BIGNUMERIC) return 'refused';
  return ours.failure === undefined ? judgeDifference(ours, theirs) : 'failed';
}

function judgeDifference(ours: Answer, theirs: Answer): Outcome {
  if (ours.error !== undefined && theirs.error !== undefined) return 'other message';
  if (theirs.error !== undefined) return 'no error';
  if (ours.error !== undefined) return 'no value';
  return isNear(ours.rows, theirs.rows) ? 'near' : 'wrong value';
}

function report(trials: readonly Trial[]): void {
  for (const [outcome, members] of Map.groupBy(trials, (trial) => trial.outcome)) {
    write(`${String(members.length).padStart(8)}  ${outcome}`);
    if (outcome === 'wrong value' || outcome === 'no error') process.exitCode = 1;
  }
  const groups = Map.groupBy(trials, ({ outcome, name }) => `${outcome}: ${name}`);
  for (const [group, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (group.startsWith('same')) continue;
    write(`\n${group}, ${members.length}×`);
    for (const { sql, ours, theirs } of members.slice(0, Number(options.show))) {
      write(
        `    ${sql}\n        ours   ${JSON.stringify(ours).slice(0, 300)}\n        theirs ${JSON.stringify(theirs).slice(0, 300)}`,
      );
    }
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
