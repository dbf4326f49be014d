import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Fault, Seen } from './fault.ts';

/** The rows of one kind. */
export interface Group {
  readonly title: string;
  readonly faults: readonly Fault[];
}

/** A fault and what was seen of it. */
export interface Row {
  readonly fault: Fault;
  readonly seen: Seen;
}

const PAGE = new URL('../../docs/operating/faults.md', import.meta.url);
const BEGIN = '<!-- written by npm run test:faults -->';
const END = '<!-- end -->';
const LATER = ' Some lines are from a later try.';

/** Whether all was as expected. */
export function holds({ lost, undocumented, unmet }: Seen): boolean {
  return lost === 0 && undocumented === 0 && unmet.length === 0;
}

/** One line for a terminal, and one for each thing that is wrong. */
export function printedRow({ fault, seen }: Row): string {
  if (seen.notRun !== undefined) return `skip ${fault.id} ${fault.fault}: ${seen.notRun}`;
  const verdict = `lost ${seen.lost}, undocumented ${seen.undocumented}, recovery ${recoveryOf(seen)}`;
  const lines = [
    `${holds(seen) ? 'ok  ' : 'FAIL'} ${fault.id} ${fault.fault}: ${seen.seen} (${verdict})`,
  ];
  return [...lines, ...seen.unmet.map((text) => `     ${text}`)].join('\n');
}

/** Replaces the table in the page. */
export function writeTable(groups: readonly Group[], rows: readonly Row[], minutes: number): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const text = `${before}${BEGIN}\n\n${tableOf(groups, rows, minutes)}\n${END}${after}`;
  writeFileSync(PAGE, text);
}

/** Replaces the lines of some faults in the page, and counts anew. */
export function writeLines(rows: readonly Row[]): void {
  let page = readFileSync(PAGE, 'utf8');
  for (const row of rows) {
    page = page.replace(new RegExp(`^\\| ${row.fault.id} \\|.*$`, 'm'), () => lineOf(row));
  }
  const lines = page.match(/^\| [A-Z]\d+ \|.*$/gm) ?? [];
  const held = lines.filter((line) => line.endsWith('| yes |')).length;
  const summary = `${held} of ${lines.length} hold.$1${LATER}`;
  writeFileSync(PAGE, page.replace(/^\d+ of \d+ hold\.( Run on .* minutes\.).*$/m, summary));
}

function tableOf(groups: readonly Group[], rows: readonly Row[], minutes: number): string {
  const held = rows.filter(({ seen }) => seen.notRun === undefined && holds(seen)).length;
  const day = new Date().toISOString().slice(0, 10);
  const summary = `${held} of ${rows.length} hold. Run on ${day} on ${availableParallelism()} cores, which the load shares with the gateways, in ${minutes.toFixed(0)} minutes.`;
  return [summary, ...groups.map((group) => sectionOf(group, rows))].join('\n\n').concat('\n');
}

function sectionOf({ title, faults }: Group, rows: readonly Row[]): string {
  const lines = rows.filter(({ fault }) => faults.includes(fault)).map(lineOf);
  return [
    `### ${title}`,
    '',
    '| | fault | expected | seen | lost or wrong | undocumented errors | recovery | holds |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function lineOf({ fault, seen }: Row): string {
  const cells = [
    fault.id,
    fault.fault,
    fault.expected,
    seen.seen,
    seen.lost,
    seen.undocumented,
    recoveryOf(seen),
    verdictOf(seen),
  ];
  return `| ${cells.map((cell) => cellOf(String(cell))).join(' | ')} |`;
}

function verdictOf(seen: Seen): string {
  if (seen.notRun !== undefined) return `not run: ${seen.notRun}`;
  return holds(seen) ? 'yes' : `**no**: ${seen.unmet.join('; ')}`;
}

/** Within a cell of a table, bars and line ends would end it, and angle brackets begin HTML. */
function cellOf(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
}

function recoveryOf({ recovery }: Seen): string {
  return recovery === undefined ? '—' : `${recovery.toFixed(1)} s`;
}
