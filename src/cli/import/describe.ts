import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import type { ImportReport } from './import-rows.ts';

/** A summary of an import for the terminal. */
export function describe(report: ImportReport, table: string): string {
  const { lines, rows, days, oldest, newest, unterminated } = report;
  const sentences = [`Imported ${count(rows, 'row')} of ${count(lines, 'line')} into ${table}`];
  if (oldest !== undefined && newest !== undefined) {
    sentences.push(
      `${count(days.length, 'day')}: ${formatIsoTimestamp(oldest)} to ${formatIsoTimestamp(newest)}`,
    );
  }
  if (unterminated.count > 0) {
    sentences.push(
      `${count(unterminated.count, 'line')} without a closing quote in the last field, taken to the line's end: ${unterminated}`,
    );
  }
  return `${sentences.join('\n')}\n`;
}

/** The skipped lines and their reasons; empty if there are none. */
export function describeProblems({ bad, details }: ImportReport): string {
  if (bad.count === 0) return '';
  const shown = details.map(({ line, reason }) => `  line ${line}: ${reason}`);
  if (bad.count > details.length) shown.push(`  … and ${bad.count - details.length} more`);
  return `Skipped ${count(bad.count, 'bad line')}: ${bad}\n${shown.join('\n')}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
