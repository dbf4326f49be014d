import { performance } from 'node:perf_hooks';
import type { Row, Table } from '#googlesql';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Engine } from '../../engines/engine.ts';
import { messageOf } from '../../errors.ts';
import type { ProjectProblem } from '../../project/problems/problem.ts';
import { type CompareOptions, compareRows, type RowDifference } from '../comparing/compare-rows.ts';
import { type Case, readExpected } from '../reading/read-cases.ts';
import { type CaseAnswer, CaseRunner } from './case-runner.ts';

/** The engines that cases run on. */
export interface CaseEngines {
  /** How many cases run at once. */
  readonly concurrency: number;
  /** An engine over rows alone, for one endpoint; nothing else is read. */
  over(tables: ReadonlyMap<Table, readonly Row[]>, endpoint: PreparedEndpoint): Engine;
  /** The engine over the project's own data at a time, in microseconds since the epoch. One case at a time. */
  overData(now: bigint | undefined): Promise<Engine>;
  /** Why a case cannot run; undefined if it can. */
  refusal(one: Case): string | undefined;
}

/** How a case ended. */
export type Outcome =
  | {
      readonly kind: 'passed';
      /** Whether the query orders its rows, but they were compared in any order, because it leaves some tied. */
      readonly hasTies: boolean;
    }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** The answer is another; the parts that are expected, too. */
  | {
      readonly kind: 'differs';
      readonly differences: readonly RowDifference[];
      readonly answer: Extract<CaseAnswer, { kind: 'rows' }>;
      readonly expected: number;
      readonly isList: boolean;
    }
  /** There is an error in place of rows, or another one, or none. */
  | { readonly kind: 'failed'; readonly message: string; readonly answer: CaseAnswer | undefined }
  /** The expected rows are none of the answer's types. */
  | {
      readonly kind: 'wrong';
      readonly problems: readonly ProjectProblem[];
      readonly answer: Extract<CaseAnswer, { kind: 'rows' }>;
    };

/** A case, and how it ended. */
export interface CaseResult {
  readonly case: Case;
  readonly outcome: Outcome;
  /** Milliseconds. */
  readonly ms: number;
}

/** Runs cases, and calls `onResult` with each as it ends; the results are in the order of the cases. */
export async function runCases(
  cases: readonly Case[],
  engines: CaseEngines,
  onResult: (result: CaseResult) => void = () => {},
): Promise<readonly CaseResult[]> {
  const own = cases.filter(({ tables }) => tables);
  const others = cases.filter(({ tables }) => !tables);
  const results = new Map<Case, CaseResult>();
  const idle = Array.from({ length: engines.concurrency }, () => new CaseRunner());
  const run = async (one: Case) => {
    const runner = idle.pop() ?? new CaseRunner();
    const startedAt = performance.now();
    const outcome = await outcomeOf(one, runner, engines);
    idle.push(runner);
    const result = { case: one, outcome, ms: performance.now() - startedAt };
    results.set(one, result);
    onResult(result);
  };
  await mapConcurrently(own, engines.concurrency, run);
  await mapConcurrently(others, 1, run);
  return cases.flatMap((one) => results.get(one) ?? []);
}

async function outcomeOf(one: Case, runner: CaseRunner, engines: CaseEngines): Promise<Outcome> {
  const reason = engines.refusal(one);
  if (reason !== undefined) return { kind: 'skipped', reason };
  const engine = one.tables
    ? engines.over(one.tables, one.endpoint)
    : await engines.overData(one.now);
  return compareAnswer(one, await runner.run(one, engine));
}

const PASSED: Outcome = { kind: 'passed', hasTies: false };

/** The result of a case, by what its endpoint has answered. */
export function compareAnswer(one: Case, answer: CaseAnswer): Outcome {
  if (answer.kind === 'error') return compareError(one, answer);
  if (one.error === undefined) return compareExpected(one, answer);
  const count = answer.rows.length;
  const found = count === 1 ? '1 row' : `${count} rows`;
  const message = `expected the error ${one.error}, but the answer has ${found}`;
  return { kind: 'failed', message, answer };
}

function compareError(
  { error: wanted }: Case,
  answer: Extract<CaseAnswer, { kind: 'error' }>,
): Outcome {
  const { cause, code, message } = answer.error;
  if (wanted === code) return PASSED;
  const expected = wanted === undefined ? 'rows' : `the error ${wanted}`;
  // The engine's own reason, which callers are not told.
  const own = cause ? messageOf(cause) : '';
  const reason = own === '' || message.includes(own) ? '' : ` (${own})`;
  return {
    kind: 'failed',
    message: `expected ${expected}, but the answer is the error ${code}: ${message}${reason}`,
    answer,
  };
}

function compareExpected(one: Case, answer: Extract<CaseAnswer, { kind: 'rows' }>): Outcome {
  const { columns } = answer;
  const expected = readExpected(one.rows ?? [], columns, one.json);
  if (expected.problems.length > 0) return { kind: 'wrong', problems: expected.problems, answer };
  const isList = one.ordered ?? answer.order === 'total';
  const options: CompareOptions = { columns, isList, tolerance: one.tolerance };
  const differences = compareRows(expected.rows, answer.rows, options);
  if (differences.length === 0) {
    const mayTie = answer.order === 'partial' && answer.rows.length > 1;
    return { kind: 'passed', hasTies: mayTie && one.ordered === undefined };
  }
  return { kind: 'differs', differences, answer, expected: expected.rows.length, isList };
}
