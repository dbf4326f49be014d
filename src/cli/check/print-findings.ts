import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { type ProjectProblem, printProblem } from '../../project/problems/problem.ts';
import type { CheckFindings } from './check-project.ts';
import { printBigQuery } from './on-bigquery.ts';

/** Findings for people: problems with their places, and a summary; `isColoured` marks what is wrong. */
export function printText(findings: CheckFindings, isColoured: boolean): string {
  const { notes, onBigQuery, problems, report } = findings;
  const count = report.endpoints.length;
  const wrong = problems.length;
  const paint = (style: 'green' | 'red', text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const summary = `${count} ${count === 1 ? 'endpoint' : 'endpoints'}, ${
    wrong === 0 ? 'no problems' : wrong === 1 ? '1 problem' : `${wrong} problems`
  }`;
  const parts = [
    ...(onBigQuery ? [printBigQuery(onBigQuery).join('\n').trimEnd()] : []),
    ...problems.map((problem) => paintedProblem(problem, (text) => paint('red', text))),
    ...notes,
    paint(wrong === 0 ? 'green' : 'red', summary),
  ];
  return `${parts.join('\n\n')}\n`;
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
      return `::error ${place}::${data(message)}`;
    }),
    ...findings.notes.map((note) => `::notice::${data(note)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
