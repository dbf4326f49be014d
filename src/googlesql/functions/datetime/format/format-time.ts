import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
} from '../../core/define.ts';
import { argumentsOf, bind, constant } from '../../core/lowering.ts';
import { quoteText } from '../../core/quote.ts';
import type { LoweredCall } from '../../core/signatures/signature.ts';
import { join, NULL, type Sql, sql } from '../../core/sql.ts';
import { periodIndex } from '../parts/date-part.ts';
import { timeFunction } from '../time-function.ts';
import { checkZone, localMicros, toLocal, zoneOf } from '../zone.ts';
import { CLOCK_ELEMENTS, type FormatToken, readFormat } from './format-elements.ts';

/** Elements that DuckDB's strftime formats identically. */
const NATIVE = new Set('aAbBdHIjmMpSuUVwWy');

/** The other elements, and those that only CAST has, as SQL of the local time. */
const ELEMENT_SQL: Readonly<Record<string, (local: Sql) => Sql>> = {
  Y: (local) => sql`CAST(extract('year' FROM ${local}) AS VARCHAR)`,
  E4Y: (local) => sql`printf('%04d', extract('year' FROM ${local}))`,
  C: (local) => sql`CAST(extract('year' FROM ${local}) // 100 AS VARCHAR)`,
  G: (local) => sql`CAST(extract('isoyear' FROM ${local}) AS VARCHAR)`,
  g: (local) => sql`lpad(CAST(extract('isoyear' FROM ${local}) % 100 AS VARCHAR), 2, '0')`,
  Q: (local) => sql`CAST(extract('quarter' FROM ${local}) AS VARCHAR)`,
  e: (local) => sql`lpad(CAST(extract('day' FROM ${local}) AS VARCHAR), 2, ' ')`,
  k: (local) => sql`lpad(CAST(extract('hour' FROM ${local}) AS VARCHAR), 2, ' ')`,
  l: (local) => sql`lpad(CAST((extract('hour' FROM ${local}) + 11) % 12 + 1 AS VARCHAR), 2, ' ')`,
  P: (local) => sql`lower(strftime(${local}, '%p'))`,
  E0S: (local) => sql`strftime(${local}, '%S')`,
  YYY: (local) => sql`printf('%03d', extract('year' FROM ${local}) % 1000)`,
  Y1: (local) => sql`CAST(extract('year' FROM ${local}) % 10 AS VARCHAR)`,
  D1: (local) => sql`CAST(extract('dow' FROM ${local}) + 1 AS VARCHAR)`,
  SSSSS: (local) =>
    sql`printf('%05d', (extract('hour' FROM ${local}) * 60 + extract('minute' FROM ${local})) * 60 + extract('second' FROM ${local}))`,
  'p.': (local) => sql`CASE WHEN extract('hour' FROM ${local}) < 12 THEN 'A.M.' ELSE 'P.M.' END`,
  'E*S': (local) => sql`regexp_replace(strftime(${local}, '%S.%f'), '\\.?0*$', '')`,
};

const DATE_ELEMENTS = new Set([...'AaBbhCDdeFGgjmQUuVWwxYy', 'E4Y']);
const DATETIME_ELEMENTS = new Set([...DATE_ELEMENTS, ...CLOCK_ELEMENTS, 'c', 's']);
const ZONE_ELEMENTS = new Set(['z', 'Ez', 'Z']);

/** The elements that each type has; others stay as written. */
const ELEMENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  DATE: DATE_ELEMENTS,
  TIME: CLOCK_ELEMENTS,
  DATETIME: DATETIME_ELEMENTS,
  TIMESTAMP: new Set([...DATETIME_ELEMENTS, ...ZONE_ELEMENTS]),
};

const SUPPORTED = ELEMENTS['TIMESTAMP'] ?? new Set();

/** The tokens of a format for a type. */
function tokensOf(format: string, type: string): readonly FormatToken[] {
  return readFormat(format, (name) => {
    if (!SUPPORTED.has(name)) throw new Error(`Format element %${name} is not supported`);
    return ELEMENTS[type]?.has(name) ?? false;
  });
}

const check: Check = (call) => {
  const format = constant(call, 0);
  if (typeof format === 'string') tokensOf(format, call.types[1]?.kind ?? '');
  checkZone(2)(call);
};

const lowerFormat: Lowering = (call) =>
  bind(argumentsOf(call, 1), (names) =>
    writeTokens(call, tokensOf(String(constant(call, 0)), call.types[1]?.kind ?? ''), names),
  );

/** The text of a time by tokens; the names are those of the time and the zone, if there is one. */
export function writeTokens(
  call: LoweredCall,
  tokens: readonly FormatToken[],
  names: readonly Sql[],
): Sql {
  const type = call.types[1]?.kind ?? '';
  const [value = NULL] = names;
  const zone = zoneOf({ ...call, arguments: [NULL, ...names] }, 2);
  const local = LOCAL[type]?.(value) ?? toLocal(value, zone);
  const seconds = type === 'TIMESTAMP' ? value : local;
  const offset =
    type === 'TIMESTAMP' ? sql`${localMicros(value, zone)} - epoch_us(${value})` : sql`0`;
  const special = (name: string) => writeSpecial(name, seconds, offset);
  const pieces = joinNative(tokens).map((token) =>
    token.kind === 'text'
      ? sql`strftime(${local}, ${quoteText(token.text)})`
      : (special(token.name) ?? writeElement(token.name, local)),
  );
  return pieces.length === 0
    ? sql`left(strftime(${local}, '%Y'), 0)`
    : sql`(${join(' || ', pieces)})`;
}

const LOCAL: Readonly<Record<string, (value: Sql) => Sql>> = {
  DATE: (value) => sql`CAST(${value} AS TIMESTAMP)`,
  TIME: (value) => sql`(DATE '1970-01-01' + ${value})`,
  DATETIME: (value) => value,
};

/** Merges adjacent text and native elements into one DuckDB format; other elements stay separate. */
function joinNative(tokens: readonly FormatToken[]): readonly FormatToken[] {
  const joined: FormatToken[] = [];
  for (const token of tokens) {
    const native = nativeFormat(token);
    const last = joined.at(-1);
    if (native === undefined) joined.push(token);
    else if (last?.kind === 'text')
      joined.splice(-1, 1, { kind: 'text', text: last.text + native });
    else joined.push({ kind: 'text', text: native });
  }
  return joined;
}

function nativeFormat(token: FormatToken): string | undefined {
  if (token.kind === 'text') return token.text.replaceAll('%', '%%');
  return NATIVE.has(token.name) ? `%${token.name}` : undefined;
}

function writeElement(name: string, local: Sql): Sql {
  const [, seconds, digits] = /^(E|FF)(\d)/.exec(name) ?? [];
  const [format, length] = seconds === 'E' ? ['%S.%f', Number(digits) + 3] : ['%f', digits];
  return (
    ELEMENT_SQL[name]?.(local) ?? sql`left(strftime(${local}, '${format}') || '000', ${length})`
  );
}

/** Elements that depend on the instant and the zone, not on the local time. */
function writeSpecial(name: string, instant: Sql, offset: Sql): Sql | undefined {
  if (name === 's') {
    const first = 62_135_596_802n;
    return sql`CAST(${periodIndex(sql`epoch_us(${instant})`, 1_000_000n)} - ${first} AS VARCHAR)`;
  }
  if (name === 'z') return sql`gsql_zone_digits(${offset}, '')`;
  if (name === 'TZH') return sql`left(gsql_zone_digits(${offset}, ''), 3)`;
  if (name === 'TZM') return sql`right(gsql_zone_digits(${offset}, ''), 2)`;
  if (name === 'Ez') return sql`gsql_zone_digits(${offset}, ':')`;
  return name === 'Z' ? sql`gsql_zone_name(${offset})` : undefined;
}

function format(name: string, types: readonly string[]): FunctionDefinition {
  const signature = (type: string) =>
    type === 'TIMESTAMP' ? '(STRING, TIMESTAMP, STRING?) -> STRING' : `(STRING, ${type}) -> STRING`;
  return timeFunction(
    name,
    types.map((type) => [signature(type), lowerFormat] as const),
    { check, needsValue: needsArgument(0) },
  );
}

/** FORMAT_DATE, FORMAT_DATETIME, FORMAT_TIME and FORMAT_TIMESTAMP. */
export const FORMAT_TIME_FUNCTIONS: readonly FunctionDefinition[] = [
  format('FORMAT_DATE', ['DATE', 'DATETIME', 'TIMESTAMP']),
  format('FORMAT_DATETIME', ['DATETIME', 'TIMESTAMP']),
  format('FORMAT_TIME', ['TIME']),
  format('FORMAT_TIMESTAMP', ['TIMESTAMP', 'DATETIME']),
];
