import { isDeepStrictEqual } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Answer, answerTo } from '../googlesql/answer.ts';
import type { Golden } from '../googlesql/cases.ts';
import { sortRows } from '../oracle/goldens.ts';
import { isNear } from './near.ts';

/** What our answer is to the reference's. The first four are faults. */
export type Outcome =
  | 'wrong value'
  | 'other columns'
  | 'no error'
  | 'failed'
  | 'no value'
  | 'other message'
  | 'other order'
  | 'near'
  | 'refused'
  | 'same';

const FAULTS: ReadonlySet<Outcome> = new Set([
  'wrong value',
  'other columns',
  'no error',
  'failed',
]);

/** A statement that both sides were asked about. */
export interface Trial {
  /** What trials are reported under. */
  readonly name: string;
  readonly sql: string;
  readonly ours: Answer;
  readonly theirs: Answer;
}

/** An error with a place is about the text; one without is about the data. */
export function isAboutText(error: string): boolean {
  return / \[at \d+:\d+\]$/.test(error);
}

/** What the compiler and DuckDB say to a statement. */
export async function ourAnswer(golden: Golden, database: DuckDBConnection): Promise<Answer> {
  try {
    return await answerTo(golden, database);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function outcomeOf({ ours, theirs }: Trial): Outcome {
  if (isDeepStrictEqual(ours, theirs)) return 'same';
  if (ours.failure !== undefined) return 'failed';
  return ours.error === undefined ? judgeRows(ours, theirs) : judgeError(ours.error, theirs);
}

function judgeError(error: string, theirs: Answer): Outcome {
  if (isAboutText(error) || REFUSALS.test(error)) return 'refused';
  return theirs.error === undefined ? 'no value' : 'other message';
}

/** What is not supported, or refused by BigQuery and not by the reference, has no place in the text. */
const REFUSALS = /^(?:Duplicate column names|Array cannot have a null element)/;

function judgeRows(ours: Answer, theirs: Answer): Outcome {
  if (theirs.error !== undefined) return 'no error';
  if (!isDeepStrictEqual(ours.columns, theirs.columns)) return 'other columns';
  if (isNear(ours.rows, theirs.rows)) return 'near';
  // Rows that tie in ORDER BY may come in any order.
  const [left, right] = [sortRows(ours.rows ?? []), sortRows(theirs.rows ?? [])];
  return isDeepStrictEqual(left, right) ? 'other order' : 'wrong value';
}

/** Counts the outcomes, and lists up to `show` trials of each kind that is not as it should be. */
export function reportTrials(trials: readonly Trial[], show: number): void {
  const judged = trials.map((trial) => ({ ...trial, outcome: outcomeOf(trial) }));
  for (const [outcome, members] of Map.groupBy(judged, (trial) => trial.outcome)) {
    write(`${String(members.length).padStart(8)}  ${outcome}`);
    process.exitCode ||= FAULTS.has(outcome) ? 1 : 0;
  }
  const groups = Map.groupBy(judged, ({ outcome, name }) => `${outcome}: ${name}`);
  for (const [group, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!group.startsWith('same')) showTrials(group, members, show);
  }
}

function showTrials(group: string, trials: readonly Trial[], show: number): void {
  write(`\n${group}, ${trials.length}×`);
  const shortest = trials.toSorted((a, b) => a.sql.length - b.sql.length).slice(0, show);
  for (const { sql, ours, theirs } of shortest) {
    write(`    ${JSON.stringify(sql)}`);
    write(`        ours   ${JSON.stringify(ours).slice(0, 500)}`);
    write(`        theirs ${JSON.stringify(theirs).slice(0, 500)}`);
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
