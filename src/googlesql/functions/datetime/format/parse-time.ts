import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
} from '../../core/define.ts';
import { argumentsOf, bind, constant } from '../../core/lowering.ts';
import { quoteText } from '../../core/quote.ts';
import type { LoweredCall } from '../../core/signatures/signature.ts';
import { castAs, NULL, type Sql, sql, variable } from '../../core/sql.ts';
import { timeFunction } from '../time-function.ts';
import { checkZone, isUtc, toInstant, zoneOf } from '../zone.ts';
import { isYear, planOfParse } from './parse-plan.ts';

function checkFormat(type: string): Check {
  return (call) => {
    const format = constant(call, 0);
    if (typeof format === 'string') planOfParse(format, type);
    checkZone(2)(call);
  };
}

/** The SQL that converts a field's text to a number where a cast does not; `p` holds the groups. */
const NUMBERS: Readonly<Record<string, (text: Sql, fields: readonly string[]) => Sql>> = {
  short: (text, fields) => {
    const century = sql`CASE WHEN CAST(${text} AS BIGINT) < 69 THEN 2000 ELSE 1900 END`;
    const known = fields.includes('century') ? sql`CAST(p.century AS BIGINT) * 100` : century;
    return sql`(CAST(${text} AS BIGINT) + ${known})`;
  },
  century: (text) => sql`(CAST(${text} AS BIGINT) * 100)`,
  quarter: (text) => sql`(CAST(${text} AS BIGINT) * 3 - 2)`,
  name: (text) =>
    sql`((instr('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${text}, 3))) + 2) // 3)`,
  hour12: (text, fields) => {
    const half = fields.includes('half') ? `CASE lower(p.half) WHEN 'pm' THEN 12 ELSE 0 END` : '0';
    return sql`(CAST(${text} AS BIGINT) % 12 + ${half})`;
  },
  fraction: (text) => sql`CAST(left(substring(${text}, 2) || '000000', 6) AS BIGINT)`,
};

const PARTS = [
  [['year', 'short', 'century'], '1970'],
  [['month', 'name', 'quarter'], '1'],
  [['day'], '1'],
  [['hour', 'hour12'], '0'],
  [['minute'], '0'],
  [['second'], '0'],
  [['fraction'], '0'],
] as const;

/** The macros that move a time of 1 January to a day of its year. */
const DAYS: Readonly<Record<string, string>> = {
  yearday: 'gsql_parsed_yearday',
  sundays: 'gsql_parsed_sundays',
  mondays: 'gsql_parsed_mondays',
};

/** The DATETIME that the groups specify. */
function assemble(fields: readonly string[]): Sql {
  if (fields.includes('epoch')) return sql`gsql_parsed_epoch(CAST(p.epoch AS BIGINT))`;
  const numbers = PARTS.map(([names, absent]) => {
    const name = names.find((candidate) => fields.includes(candidate));
    if (!name) return absent;
    return NUMBERS[name]?.(variable(`p.${name}`), fields) ?? sql`CAST(p.${name} AS BIGINT)`;
  });
  const time = sql`gsql_parsed(${numbers})`;
  const [day] = fields.filter((name) => Object.hasOwn(DAYS, name));
  const isYearLate = fields.findLastIndex(isYear) > fields.indexOf(day ?? '');
  return day ? sql`${DAYS[day]}(${time}, CAST(p.${day} AS BIGINT), ${isYearLate})` : time;
}

/** Parses text in the format of the first argument to a DATETIME or an instant. */
function parsed(call: LoweredCall, type: string, text: Sql): Sql {
  const { pattern, fields } = planOfParse(String(constant(call, 0)), type);
  const groups =
    fields.length === 0
      ? '{none: 1}'
      : sql`regexp_extract(${text}, ${quoteText(pattern)}, [${fields.map(quoteText)}])`;
  const value = instant(call, type, fields);
  return sql`CASE WHEN regexp_matches(${text}, ${quoteText(pattern)}) THEN list_transform([${groups}], lambda p: ${value})[1]
    WHEN ${text} IS NOT NULL THEN gsql_error('Failed to parse input string "' || ${text} || '"') END`;
}

function instant(call: LoweredCall, type: string, fields: readonly string[]): Sql {
  const local = assemble(fields);
  if (type !== 'TIMESTAMP') return local;
  const zone = zoneOf(call, 2);
  if (fields.includes('epoch')) return sql`make_timestamptz(epoch_us(${local}))`;
  if (fields.includes('place')) return sql`gsql_instant_at(${local}, p.place)`;
  if (fields.includes('zone')) {
    return sql`gsql_instant_checked(TIMESTAMP '1970-01-01', epoch_us(${local}) - gsql_parsed_offset(p.zone), p.zone)`;
  }
  if (isUtc(zone)) return sql`make_timestamptz(epoch_us(${local}))`;
  return toInstant(local, zone);
}

const RESULTS: Readonly<Record<string, (value: Sql) => Sql>> = {
  DATE: (value) => castAs(value, 'DATE'),
  TIME: (value) => castAs(value, 'TIME'),
};

function lowerParse(type: string): Lowering {
  return (call) => {
    const cast = RESULTS[type] ?? ((value: Sql) => value);
    return cast(bind(argumentsOf(call, 1, 2), ([name = NULL]) => parsed(call, type, name)));
  };
}

function parse(type: string, zone = ''): FunctionDefinition {
  return timeFunction(`PARSE_${type}`, [[`(STRING, STRING${zone}) -> ${type}`, lowerParse(type)]], {
    check: checkFormat(type),
    needsValue: needsArgument(0),
  });
}

/** PARSE_DATE, PARSE_DATETIME, PARSE_TIME and PARSE_TIMESTAMP; ISO week years and weekdays of weeks are not supported. */
export const PARSE_TIME_FUNCTIONS: readonly FunctionDefinition[] = [
  parse('DATE'),
  parse('DATETIME'),
  parse('TIME'),
  parse('TIMESTAMP', ', STRING?'),
];
