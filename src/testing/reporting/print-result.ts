import { styleText } from 'node:util';
import type { OutputColumn, Row } from '#googlesql';
import { printable, printProblem } from '../../project/problems/problem.ts';
import { jsonRow, jsonText } from '../../values/json.ts';
import type { RowDifference } from '../comparing/compare-rows.ts';
import type { CaseResult, Outcome } from '../running/run-cases.ts';

/** Marks a text with a style, or leaves it as it is. */
export type Paint = (style: 'green' | 'red' | 'yellow', text: string) => string;

/** Colours for terminals alone. */
export function paintFor(isColoured: boolean): Paint {
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text);
}

/** How many differences of a case are printed. */
const MAX_DIFFERENCES = 20;

/** A case that did not pass, as it is printed: its name, its file, and what differs by row and column. */
export function printResult({ case: one, outcome }: CaseResult, paint: Paint): string {
  const name = printable(`${one.endpoint.definition.name}/${one.name}`);
  if (outcome.kind === 'passed') return `${paint('green', 'ok')} ${name}`;
  if (outcome.kind === 'skipped') {
    return `${paint('yellow', 'skip')} ${name}: ${outcome.reason}`;
  }
  const lines = describeOutcome(outcome, paint).split('\n');
  return [`${paint('red', 'FAIL')} ${name} (${printable(one.file)})`, ...lines].join('\n  ');
}

/** What is wrong with a case that failed, in lines. */
export function describeOutcome(outcome: Outcome, paint: Paint): string {
  switch (outcome.kind) {
    case 'passed':
      return '';
    case 'skipped':
      return outcome.reason;
    case 'failed':
      return outcome.message;
    case 'wrong':
      return outcome.problems.map(printProblem).join('\n');
    case 'differs':
      return describeDifferences(outcome, paint);
  }
}

function describeDifferences(
  { answer, differences, expected, isList }: Extract<Outcome, { kind: 'differs' }>,
  paint: Paint,
): string {
  const { columns, rows } = answer;
  const summary = `rows differ (- expected ${expected}, + answered ${rows.length}), ${
    isList ? 'compared in their order' : 'compared in any order'
  }`;
  const printed = differences
    .slice(0, MAX_DIFFERENCES)
    .flatMap((one) => printDifference(one, columns, paint));
  const more = differences.length - MAX_DIFFERENCES;
  return [summary, ...printed, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}

function printDifference(
  difference: RowDifference,
  columns: readonly OutputColumn[],
  paint: Paint,
): readonly string[] {
  const row = `row ${difference.place + 1}`;
  const whole = (value: Row) => jsonRow(columns)(value);
  switch (difference.kind) {
    case 'missing':
      return [`${row} is missing`, paint('red', `  - ${whole(difference.expected)}`)];
    case 'unexpected':
      return [
        `${row} of the answer is not expected`,
        paint('green', `  + ${whole(difference.actual)}`),
      ];
    case 'changed':
      return difference.columns.flatMap((i) => {
        const column = columns[i];
        if (!column) return [];
        const text = (value: Row) => jsonText(column.type)(value[i] ?? null);
        return [
          `${row}, ${column.name}`,
          paint('red', `  - ${text(difference.expected)}`),
          paint('green', `  + ${text(difference.actual)}`),
        ];
      });
  }
}

/** Why rows that a query orders were compared in any order, a line for each endpoint with such cases that passed. */
export function printTies(results: readonly CaseResult[], paint: Paint): readonly string[] {
  const tied = results.filter(({ outcome }) => outcome.kind === 'passed' && outcome.hasTies);
  const byEndpoint = Map.groupBy(tied, (one) => one.case.endpoint.definition.name);
  return [...byEndpoint].map(([name, { length, [0]: first }]) => {
    const cases = length === 1 ? `${first?.case.name} passes` : `${length} cases pass`;
    return `${paint('yellow', 'note')} ${name}: ${cases} with rows in any order, because ORDER BY may leave some tied; say "ordered" in the case: true compares them in their order`;
  });
}

/** The numbers of cases by how they ended, in one line. */
export function printSummary(
  results: readonly CaseResult[],
  wrongFiles: number,
  paint: Paint,
): string {
  const count = (kinds: readonly Outcome['kind'][]) =>
    results.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  const failed = count(['differs', 'failed', 'wrong']) + wrongFiles;
  const skipped = count(['skipped']);
  const parts = [
    `${count(['passed'])} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const all = results.length + wrongFiles;
  return paint(
    failed > 0 ? 'red' : 'green',
    `${all} ${all === 1 ? 'case' : 'cases'}: ${parts.join(', ')}`,
  );
}
