import { excerpt, type Table } from '#googlesql';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import type { ImportReport } from '../../import/import-rows.ts';

/** What the summary of an import needs beside its report. */
export interface Surroundings {
  readonly table: Table;
  /** The names of the endpoints that read it. */
  readonly readers: readonly string[];
}

/** A summary of an import for the terminal. */
export function describe(report: ImportReport, { readers, table }: Surroundings): string {
  const { id, lines, newest, oldest, rows, unterminated } = report;
  const imported = `Imported ${count(rows, 'row')} of ${count(lines, unitOf(report))} into ${table.name}`;
  const sentences = [id === undefined ? imported : `${imported}, as import ${id}`];
  if (oldest !== undefined && newest !== undefined) {
    sentences.push(`From ${formatIsoTimestamp(oldest)} to ${formatIsoTimestamp(newest)}`);
  }
  if (rows > 0) {
    sentences.push(
      ...describeUnits(report),
      ...describeTenants(report, table),
      `Endpoints that read ${table.name}: ${readers.join(', ') || 'none'}`,
    );
  }
  if (unterminated.count > 0) {
    sentences.push(
      `${count(unterminated.count, 'line')} without a closing quote in the last field, taken to the line's end: ${unterminated}`,
    );
  }
  return `${sentences.join('\n')}\n`;
}

function describeUnits({ units }: ImportReport): readonly string[] {
  if (units.size === 0) return [];
  const list = [...units].map(([unit, times]) => `${unit} (${times})`);
  return [`Times that are numbers were read, by their size, as ${list.join(', ')}`];
}

/** Rows without a tenant are nobody's. */
function describeTenants({ rows, withTenant }: ImportReport, table: Table): readonly string[] {
  const without = rows - withTenant;
  if (without === 0) return [];
  const name = table.tenant?.join('.');
  return [
    `${count(without, 'row')} without "${name}", which no caller can read; --tenant fills it`,
  ];
}

/** The lines and values that were left out, and why; empty if there are none. */
export function describeProblems(report: ImportReport): string {
  return describeUnknown(report) + describeBad(report);
}

function describeUnknown({ otherUnknown, unknown }: ImportReport): string {
  if (unknown.size === 0) return '';
  const list = [...unknown].map(
    ([path, values]) => `"${excerpt(path)}" (${count(values, 'value')})`,
  );
  if (otherUnknown > 0) list.push(`others (${count(otherUnknown, 'value')})`);
  return `Left out what the table has no column for: ${list.join(', ')}\n`;
}

function describeBad(report: ImportReport): string {
  const { bad, details } = report;
  if (bad.count === 0) return '';
  const unit = unitOf(report);
  const shown = details.map(({ line, reason }) => `  ${unit} ${line}: ${reason}`);
  if (bad.count > details.length) shown.push(`  … and ${bad.count - details.length} more`);
  return `Skipped ${count(bad.count, `bad ${unit}`)}: ${bad}\n${shown.join('\n')}\n`;
}

/** Parquet has no lines. */
function unitOf({ format }: ImportReport): string {
  return format === 'parquet' ? 'row' : 'line';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
