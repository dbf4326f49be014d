import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { excerpt, type Table } from '../../googlesql/index.ts';
import type { ImportReport } from './import-rows.ts';
import { MICROS_PER_DAY, REACHING, type Reach } from './reach.ts';

/** Numbers of the import's surroundings that its summary needs. */
export interface Surroundings {
  readonly table: Table;
  /** The names of the endpoints that read it. */
  readonly readers: readonly string[];
  /** In microseconds. */
  readonly now: bigint;
  /** In the order of the report's `rowsSince`. */
  readonly reach: readonly Reach[];
  readonly isShifted: boolean;
}

/** A summary of an import for the terminal. */
export function describe(report: ImportReport, surroundings: Surroundings): string {
  const { days, lines, newest, oldest, rows, unterminated } = report;
  const unit = report.format === 'parquet' ? 'row' : 'line';
  const sentences = [
    `Imported ${count(rows, 'row')} of ${count(lines, unit)} into ${surroundings.table.name}`,
  ];
  if (oldest !== undefined && newest !== undefined) {
    sentences.push(
      `${count(days.length, 'day')}: ${formatIsoTimestamp(oldest)} to ${formatIsoTimestamp(newest)}`,
      ...describeUnits(report),
      ...describeTenants(report, surroundings),
      ...describeReach(report, newest, surroundings),
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
function describeTenants(
  { rows, withTenant }: ImportReport,
  { table }: Surroundings,
): readonly string[] {
  const without = rows - withTenant;
  if (without === 0) return [];
  const name = table.tenant?.join('.');
  return [
    `${count(without, 'row')} without "${name}", which no caller is shown; --project fills it`,
  ];
}

function describeReach(
  { rows: all, rowsSince, withTenant: rows }: ImportReport,
  newest: bigint,
  { isShifted, now, reach, readers, table }: Surroundings,
): readonly string[] {
  if (rows === 0) return [];
  if (reach.length === 0 || !readers.includes(REACHING)) {
    return [`Endpoints that read ${table.name}: ${readers.join(', ') || 'none'}`];
  }
  if (rowsSince.every((shown) => shown === rows)) {
    return [`${REACHING} shows ${rows === all ? 'every row' : count(rows, 'row')}, to every tier`];
  }
  const parts = reach.map(
    ({ days, tiers }, i) =>
      `tier ${tiers.join(' and ')} ${count(days, 'day')} (${shownRows(rowsSince[i] ?? 0, all)})`,
  );
  const shows = `${REACHING} shows ${parts.join(', ')}`;
  if (isShifted || rowsSince[0] !== 0) return [shows];
  const age = count(Number((now - newest) / MICROS_PER_DAY), 'day');
  return [`The newest row is ${age} old: ${shows}; --shift-to now moves them`];
}

function shownRows(shown: number, rows: number): string {
  if (shown === 0) return 'no row';
  return shown === rows ? 'all rows' : count(shown, 'row');
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

function describeBad({ bad, details, format }: ImportReport): string {
  if (bad.count === 0) return '';
  const unit = format === 'parquet' ? 'row' : 'line';
  const shown = details.map(({ line, reason }) => `  ${unit} ${line}: ${reason}`);
  if (bad.count > details.length) shown.push(`  … and ${bad.count - details.length} more`);
  return `Skipped ${count(bad.count, `bad ${unit}`)}: ${bad}\n${shown.join('\n')}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
