import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Level } from '../../contract/change.ts';
import { type ProjectProblem, printable, printProblem } from '../../project/problems/problem.ts';
import { changeCounts, changeLine, changeText } from './against/print-changes.ts';
import type { CheckFindings } from './check-project.ts';
import { printBigQuery } from './on-bigquery.ts';
import { printPrices } from './pricing/print-prices.ts';
import { isRight, type ReportedChange } from './report.ts';

/** Findings for people: problems with their places, changes, and a summary; `isColoured` marks what is wrong. */
export function printText(findings: CheckFindings, isColoured: boolean): string {
  const { notes, onBigQuery, prices, problems, report, since } = findings;
  const count = report.endpoints.length;
  const wrong = problems.length;
  const paint: Paint = (style, text) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const summary = `${count} ${count === 1 ? 'endpoint' : 'endpoints'}, ${
    wrong === 0 ? 'no problems' : wrong === 1 ? '1 problem' : `${wrong} problems`
  }${since === undefined ? '' : `, ${changeCounts(report.changes)} since ${since}`}`;
  const changes = report.changes.map((change) => paintedChange(change, paint));
  const parts = [
    ...(onBigQuery ? [printBigQuery(onBigQuery).join('\n').trimEnd()] : []),
    ...(prices ? [printPrices(prices.lines).join('\n')] : []),
    ...problems.map((problem) => paintedProblem(problem, (text) => paint('red', text))),
    ...(changes.length > 0 ? [changes.join('\n')] : []),
    ...notes,
    paint(isRight(report) ? 'green' : 'red', summary),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Paint = (style: 'green' | 'red' | 'yellow', text: string) => string;

function paintedChange(change: ReportedChange, paint: Paint): string {
  const line = changeLine(change);
  if (change.level === 'safe') return line;
  return paint(change.level === 'breaking' ? 'red' : 'yellow', line);
}

function paintedProblem(problem: ProjectProblem, paint: (text: string) => string): string {
  const [first = '', ...frame] = printProblem(problem).split('\n');
  return [paint(first), ...frame].join('\n');
}

/**
 * Findings as commands of GitHub Actions, which show them at their lines; paths are those below `root`, the checkout.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function printGithub(findings: CheckFindings, folder: string, root: string): string {
  const lines = [
    ...findings.problems.map(({ column, file, line, message }) => {
      const path = relative(root, join(folder, file)).replaceAll('\\', '/');
      const place = `file=${property(path)},line=${line},col=${column}`;
      return `::error ${place}::${data(printable(message))}`;
    }),
    ...findings.report.changes.map(({ endpoint, file, for: clients, level, line, message }) => {
      const path = relative(root, join(folder, file)).replaceAll('\\', '/');
      const title = `${level} for ${clients.join(', ')}`;
      const place = `file=${property(path)},line=${line},title=${property(title)}`;
      return `::${COMMANDS[level]} ${place}::${data(changeText({ endpoint, message }))}`;
    }),
    ...findings.notes.map((note) => `::notice::${data(note)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The command that displays a change of a level. */
const COMMANDS: Readonly<Record<Level, string>> = {
  breaking: 'error',
  dangerous: 'warning',
  safe: 'notice',
};

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
