import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import type { Argument, Expression } from '../../syntax/tree/ast.ts';
import { identifierText } from '../names/identifier-text.ts';

/** All date parts; which of them a function accepts is checked separately. */
const PARTS: ReadonlySet<string> = new Set([
  ...['YEAR', 'ISOYEAR', 'QUARTER', 'MONTH', 'WEEK', 'ISOWEEK', 'DAY', 'DAYOFWEEK', 'DAYOFYEAR'],
  ...['HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND', 'NANOSECOND'],
  ...['DATE', 'DATETIME', 'TIME'],
]);

const WEEKDAYS: ReadonlySet<string> = new Set([
  ...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
]);

/** A date part argument in upper case: `DAY` or `WEEK(MONDAY)`. */
export function resolvePart({ value }: Argument): string {
  const [name, ...more] = value.kind === 'path' ? value.names : [];
  if (name && more.length === 0) return checkPart(name.name, value.at);
  const week = value.kind === 'call' ? weekPart(value) : undefined;
  if (week) return week;
  throw new SqlError('A valid date part name is required', value.at);
}

/** A date part in upper case; throws if there is no such part. */
export function checkPart(name: string, at: number): string {
  const part = name.toUpperCase();
  if (PARTS.has(part) || isWeekOf(part)) return part;
  throw new SqlError(`A valid date part name is required but found ${identifierText(name)}`, at);
}

function isWeekOf(part: string): boolean {
  const day = /^WEEK\((\w+)\)$/.exec(part)?.[1];
  return day !== undefined && WEEKDAYS.has(day);
}

function weekPart(call: Extract<Expression, { kind: 'call' }>): string | undefined {
  const [argument, ...more] = call.arguments;
  const isWeek = call.path.length === 1 && call.path[0]?.name.toUpperCase() === 'WEEK';
  const day = argument?.value.kind === 'path' ? argument.value.names[0]?.name : undefined;
  if (!isWeek || more.length > 0 || day === undefined) return undefined;
  if (WEEKDAYS.has(day.toUpperCase())) return `WEEK(${day.toUpperCase()})`;
  throw new SqlError(
    `A valid date part argument for WEEK is required, but found ${excerpt(day)}`,
    argument?.value.at,
  );
}

const MODES: ReadonlySet<string> = new Set(['NFC', 'NFKC', 'NFD', 'NFKD']);

/** The mode of NORMALIZE and NORMALIZE_AND_CASEFOLD in upper case. */
export function resolveMode({ value }: Argument): string {
  const [word, ...more] = value.kind === 'path' ? value.names : [];
  if (!word || more.length > 0) {
    throw new SqlError('Argument is not a valid NORMALIZE mode', value.at);
  }
  const mode = word.name.toUpperCase();
  if (!MODES.has(mode)) {
    throw new SqlError(`Argument is not a valid NORMALIZE mode: ${excerpt(word.name)}`, value.at);
  }
  return mode;
}
