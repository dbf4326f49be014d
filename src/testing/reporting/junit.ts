import type { ProjectProblem } from '../../project/problems/problem.ts';
import { printProblem } from '../../project/problems/problem.ts';
import type { CaseResult } from '../running/run-cases.ts';
import { describeOutcome, paintFor } from './print-result.ts';

/**
 * Results as JUnit's XML, which CI systems display: a suite for each endpoint, and one for files that are wrong.
 *
 * @see https://github.com/testmoapp/junitxml
 */
export function printJunit(
  results: readonly CaseResult[],
  problems: readonly ProjectProblem[],
): string {
  const byEndpoint = Map.groupBy(results, (one) => one.case.endpoint.definition.name);
  const suites = [...byEndpoint].map(([name, own]) => suite(name, own.map(caseElement)));
  const byFile = Map.groupBy(problems, ({ file }) => file);
  const files = [...byFile].map(([file, own]) => fileElement(file, own));
  if (files.length > 0) suites.push(suite('files', files));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

interface CaseElement {
  readonly xml: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly seconds: number;
}

function suite(name: string, cases: readonly CaseElement[]): string {
  const count = (kind: CaseElement['kind']) => cases.filter((one) => one.kind === kind).length;
  const attributes = attributesOf({
    name,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: secondsText(cases.reduce((sum, { seconds }) => sum + seconds, 0)),
  });
  return `  <testsuite ${attributes}>\n${cases.map(({ xml }) => xml).join('')}  </testsuite>\n`;
}

function caseElement({ case: one, ms, outcome }: CaseResult): CaseElement {
  const seconds = ms / 1_000;
  const attributes = attributesOf({
    name: one.name,
    classname: one.endpoint.definition.name,
    file: one.file,
    time: secondsText(seconds),
  });
  if (outcome.kind === 'passed') {
    return { xml: `    <testcase ${attributes}/>\n`, kind: 'passed', seconds };
  }
  const text = describeOutcome(outcome, paintFor(false));
  const kind = (
    { differs: 'failure', failed: 'failure', wrong: 'error', skipped: 'skipped' } as const
  )[outcome.kind];
  return {
    xml: `    <testcase ${attributes}>\n${inside(kind, text)}    </testcase>\n`,
    kind,
    seconds,
  };
}

function fileElement(file: string, problems: readonly ProjectProblem[]): CaseElement {
  const attributes = attributesOf({ name: file, classname: 'files', file, time: '0.000' });
  const text = problems.map(printProblem).join('\n\n');
  return {
    xml: `    <testcase ${attributes}>\n${inside('error', text)}    </testcase>\n`,
    kind: 'error',
    seconds: 0,
  };
}

function inside(kind: 'failure' | 'error' | 'skipped', text: string): string {
  const [first = ''] = text.split('\n');
  const start = `      <${kind} ${attributesOf({ message: first })}`;
  return kind === 'skipped' ? `${start}/>\n` : `${start}>${escapeXml(text)}</${kind}>\n`;
}

function attributesOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

function secondsText(seconds: number): string {
  return seconds.toFixed(3);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Letters that XML 1.0 has no form for, not even as a reference. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, '\uFFFD').replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '');
}
