import { excerpt } from '../../../excerpt.ts';
import {
  type CheckedCall,
  type FunctionDefinition,
  type Lowering,
  scalarGroup,
} from '../../core/define.ts';
import { bind, macro } from '../../core/lowering.ts';
import { castAs, NULL, sql } from '../../core/sql.ts';
import { type IntervalParts, partsOf } from './interval-text.ts';

const interval = scalarGroup('Interval');

/** For each date part, its interval field and the number of months, days or microseconds. */
const PARTS: Readonly<Record<string, readonly [field: string, factor: number]>> = {
  YEAR: ['months', 12],
  QUARTER: ['months', 3],
  MONTH: ['months', 1],
  WEEK: ['days', 7],
  DAY: ['days', 1],
  HOUR: ['micros', 3_600_000_000],
  MINUTE: ['micros', 60_000_000],
  SECOND: ['micros', 1_000_000],
};

const lowerInteger: Lowering = (call) => {
  const [field = NULL, factor] = PARTS[call.part ?? ''] ?? [];
  return bind(call, ([n]) => sql`gsql_interval_${field}(CAST(${n} AS HUGEINT) * ${factor})`);
};

const lowerText: Lowering = (call) => {
  const [text] = call.literals;
  const parts = typeof text === 'string' ? parseInterval(text, call.part ?? '') : undefined;
  if (!parts) return castAs(NULL, 'INTERVAL');
  const numbers = [parts.months, parts.days, parts.micros].map((n) => sql`${n}::HUGEINT`);
  return sql`gsql_make_interval(${numbers})`;
};

/** Checks `INTERVAL value part`; literal text is parsed when the statement is compiled. */
function checkInterval({ types, literals, part = '' }: CheckedCall): void {
  const [text] = literals;
  if (types[0]?.kind !== 'STRING') {
    if (part.includes(' TO ')) throw new Error(NOT_A_RANGE);
    if (!PARTS[part]) throw new Error(`Invalid interval datetime field ${excerpt(part)}`);
  } else if (typeof text !== 'string') {
    throw new Error(NOT_A_LITERAL);
  } else if (!parseInterval(text, part)) {
    throw new Error(`Invalid INTERVAL value '${excerpt(text)}'`);
  }
}

const NOT_A_RANGE =
  'The INTERVAL keyword followed by an integer expression can only specify a single datetime field, not a field range. ' +
  'Consider using INTERVAL function for specifying multiple datetime fields.';
const NOT_A_LITERAL =
  'Invalid interval literal. Expected INTERVAL keyword to be followed by an INT64 expression or STRING literal';

/** MAKE_INTERVAL: years, months, days, hours, minutes and seconds, all optional. */
const lowerMake: Lowering = (call) =>
  bind(call, (names) => {
    const [years, months, days, hours, minutes, seconds] = Array.from(
      { length: 6 },
      (_, i) => sql`CAST(${names[i] ?? '0'} AS HUGEINT)`,
    );
    const micros = sql`${hours} * 3600000000 + ${minutes} * 60000000 + ${seconds} * 1000000`;
    return sql`gsql_make_interval(${years} * 12 + ${months}, ${days}, ${micros})`;
  });

/** The INTERVAL operator and the functions that make and justify intervals. */
export const INTERVAL_FUNCTIONS: readonly FunctionDefinition[] = [
  interval(
    '$interval',
    [
      ['(INT64, PART) -> INTERVAL', lowerInteger],
      ['(STRING, PART) -> INTERVAL', lowerText],
    ],
    checkInterval,
  ),
  interval(
    'MAKE_INTERVAL',
    [['(INT64?, INT64?, INT64?, INT64?, INT64?, INT64?) -> INTERVAL', lowerMake]],
    { defaults: { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 } },
  ),
  interval('JUSTIFY_DAYS', [['(INTERVAL) -> INTERVAL', macro('gsql_justify', 'true', 'false')]]),
  interval('JUSTIFY_HOURS', [['(INTERVAL) -> INTERVAL', macro('gsql_justify', 'false', 'true')]]),
  interval('JUSTIFY_INTERVAL', [['(INTERVAL) -> INTERVAL', macro('gsql_justify', 'true', 'true')]]),
];

const FIELDS = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'];

/** Parses interval text with the fields of `part` (`DAY`, `YEAR TO MONTH`); undefined if invalid. */
export function parseInterval(text: string, part: string): IntervalParts | undefined {
  const pattern = intervalPattern(part);
  const groups = pattern?.exec(text)?.groups;
  return groups && partsOf(groups);
}

/** The pattern of a range of fields: `Y-M`, `D` and `H:M:S`, each with its own sign. */
function intervalPattern(part: string): RegExp | undefined {
  const [from = '', to = from] = part.split(' TO ');
  const first = FIELDS.indexOf(from);
  const last = FIELDS.indexOf(to);
  if (first < 0 || last < first) return undefined;
  const fields = FIELDS.slice(first, last + 1);
  const group = (sign: string, names: readonly string[], separator: string) => {
    const own = fields.filter((field) => names.includes(field));
    const digits = own.map((field) => String.raw`(?<${field}>\d{1,18})`).join(separator);
    const fraction = own.includes('SECOND') ? String.raw`(?:\.(?<fraction>\d{1,6}))?` : '';
    return own.length === 0 ? [] : [`(?<${sign}>[+-]?)${digits}${fraction}`];
  };
  const groups = [
    ...group('years', ['YEAR', 'MONTH'], '-'),
    ...group('days', ['DAY'], ''),
    ...group('clock', ['HOUR', 'MINUTE', 'SECOND'], ':'),
  ];
  return new RegExp(`^${groups.join(' ')}$`);
}
