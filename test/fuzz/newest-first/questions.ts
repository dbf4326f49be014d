import { parseTable, type SchemaField } from '../../../src/googlesql/table.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import type { Parameters } from '../../engines/compile-query.ts';
import type { Random } from '../random.ts';

/** A row of a table of events; times in microseconds since the epoch. */
export interface Event {
  readonly at: number | null;
  readonly id: string;
  readonly n: number | null;
  readonly tags: readonly { readonly k: string; readonly v: number | null }[];
}

/** The columns of a table of events. */
export const EVENT_FIELDS: readonly SchemaField[] = [
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'id', type: 'STRING' },
  { name: 'n', type: 'INT64' },
  {
    name: 'tags',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'k', type: 'STRING' },
      { name: 'v', type: 'INT64' },
    ],
  },
];

/** A table of events, by its name. */
export function eventTable(name: string) {
  return {
    ...parseTable(name, EVENT_FIELDS, { time: 'at' }),
    fields: EVENT_FIELDS,
    isOptional: false,
  };
}

const HOUR = 3_600_000_000;

/** The first moment at which there may be events; a few months before July 2026, at a midnight. */
export const BEGIN = Date.UTC(2026, 3, 29) * 1_000;

/** How many hours after it there may be some. */
export const HOURS = 24 * 70;

/** Events at few moments, so that many are equal: at midnights and hours, and a microsecond beside; some have no time. */
export function randomEvents(random: Random, count: number, hours = HOURS): readonly Event[] {
  const isDense = random.below(3) === 0;
  const step = isDense ? 1 : random.pick([6, 24, 24 * 7]);
  const moment = () =>
    BEGIN +
    random.below(Math.ceil(hours / step)) * step * HOUR +
    random.pick([0, 0, -1, 1, HOUR / 2]);
  return Array.from({ length: count }, (_, i) => ({
    at: random.below(12) === 0 ? null : moment(),
    id: random.below(10) === 0 ? 'same' : `e${i}`,
    n: random.pick([null, 0, 1, 2, 3]),
    tags: Array.from({ length: random.below(4) }, () => ({
      k: random.pick(['a', 'b']),
      v: random.pick([null, 0, 1, 2]),
    })),
  }));
}

/** A question for the newest events. */
export interface Question {
  readonly sql: string;
  /** The same without its LIMIT. */
  readonly whole: string;
  readonly parameters: Parameters;
  readonly limit: number | undefined;
  readonly maxRows: number;
  /** The result columns by which it orders. */
  readonly keys: readonly number[];
}

/** A question to a table, by its name in SQL. */
export function randomQuestion(random: Random, table: string): Question {
  const array = random.pick(['', '', 'CROSS JOIN UNNEST(t.tags) AS e', leftJoin(random)]);
  const time = random.pick([
    't.at',
    't.at',
    'CAST(t.at AS DATETIME)',
    'DATETIME(t.at)',
    'UNIX_MICROS(t.at)',
  ]);
  const list = [`${time} AS moment`, 't.id', 't.n', ...(array === '' ? [] : ['e.k', 'e.v'])];
  const [order, keys] = randomOrder(random, time);
  const conditions = [randomCondition(random, array !== ''), ...randomBounds(random)];
  const where = conditions.filter((one) => one !== '').join(' AND ');
  const isView = random.below(2) === 0;
  const from = isView ? `recent AS t ${array}` : `${table} AS t ${array}`;
  const prelude = isView
    ? `WITH recent AS (SELECT s.* FROM ${table} AS s${viewFilter(random)}) `
    : '';
  const whole = `${prelude}SELECT ${list.join(', ')} FROM ${from}${where === '' ? '' : ` WHERE ${where}`} ORDER BY ${order}`;
  const isLimited = random.below(5) > 0;
  const limit = isLimited ? randomLimit(random) : undefined;
  const times = { since: randomMoment(random), until: randomMoment(random) };
  const timestamp = (value: number) => ({ type: SCALARS.TIMESTAMP, value });
  return {
    sql: whole + (isLimited ? ' LIMIT @most' : ''),
    whole,
    parameters: {
      since: timestamp(times.since),
      until: timestamp(times.until),
      most: { type: SCALARS.INT64, value: limit ?? 1 },
    },
    limit,
    maxRows: random.pick(MAX_ROWS),
    keys,
  };
}

function randomLimit(random: Random): number {
  return 1 + random.below(random.pick([3, 12, 60]));
}

/** The same question for another number of rows. */
export function withOtherLimit(question: Question, random: Random): Question {
  const limit = question.limit === undefined ? undefined : randomLimit(random);
  const most = { type: SCALARS.INT64, value: limit ?? 1 };
  return {
    ...question,
    limit,
    maxRows: random.pick(MAX_ROWS),
    parameters: { ...question.parameters, most },
  };
}

const MAX_ROWS = [1_000, 1_000, 10, 3];

/** The parts of a question in which it may differ from one with the same SQL. */
export function termsOf({ maxRows, parameters }: Question) {
  return { maxRows, parameters: new Map(Object.entries(parameters)) };
}

function leftJoin(random: Random): string {
  return `LEFT JOIN UNNEST(t.tags) AS e${random.pick(['', ' ON e.v > 0', ' ON TRUE'])}`;
}

/** The text of ORDER BY, and the places of its keys in the list. */
function randomOrder(random: Random, time: string): readonly [string, readonly number[]] {
  const first = `${random.pick(['moment', time, '1'])} DESC`;
  return random.pick([
    [first, [0]],
    [`${first}, t.id`, [0, 1]],
    [`${first}, id DESC, t.n`, [0, 1, 2]],
    [`${first}, t.n DESC NULLS FIRST`, [0, 2]],
  ] as const);
}

function randomCondition(random: Random, hasArray: boolean): string {
  return random
    .pick([
      ...['', '', 't.n = 1', "t.id LIKE 'e1%'", 't.n IS NULL OR t.n < 2', 't.n = 7'],
      'EXISTS (SELECT 1 FROM UNNEST(t.tags) AS x WHERE x.v = 2)',
      ...(hasArray ? ['e.v > 0', "e.k = 'a'", 'e.v IS NULL'] : []),
    ])
    .replace(/^(.* OR .*)$/, '($1)');
}

function randomBounds(random: Random): readonly string[] {
  return random.pick([
    ...[[], [], ['t.at >= @since'], ['t.at < @until'], ['t.at > @since', 't.at <= @until']],
    ["CAST(t.at AS DATETIME) >= DATETIME '2026-05-20 00:00:00'"],
    ["t.at < TIMESTAMP_SUB(TIMESTAMP '2026-06-20 00:00:00+00', INTERVAL 1 DAY)"],
  ]);
}

function viewFilter(random: Random): string {
  return random.pick([
    '',
    ' WHERE s.n > 0',
    ' WHERE s.at <= @until',
    ' WHERE s.at >= @since AND s.n < 3',
  ]);
}

/** A moment among those of events. */
export function randomMoment(random: Random): number {
  return BEGIN + random.below(HOURS) * HOUR + random.pick([0, 1, HOUR / 3]);
}

/** Rows and whether there are more, as an engine answers. */
export interface Answered {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
}

/**
 * What is wrong with an answer, by all rows of the question without its LIMIT; undefined if nothing is. Rows with equal
 * sort keys may be in any order, and any of them may be those that the LIMIT leaves.
 */
export function faultOf(
  answer: Answered,
  all: readonly Row[],
  question: Question,
): string | undefined {
  const { limit = Number.POSITIVE_INFINITY, maxRows } = question;
  const wanted = Math.min(all.length, limit, maxRows);
  if (answer.rows.length !== wanted) return `${answer.rows.length} rows instead of ${wanted}`;
  if (answer.truncated !== Math.min(all.length, limit) > maxRows) return 'truncated is wrong';
  const left = new Map<string, number>();
  for (const row of all) left.set(textOf(row), (left.get(textOf(row)) ?? 0) + 1);
  const place = answer.rows.findIndex((row, i) => {
    const rest = left.get(textOf(row)) ?? 0;
    left.set(textOf(row), rest - 1);
    return rest === 0 || keysOf(row, question) !== keysOf(all[i] ?? [], question);
  });
  return place < 0 ? undefined : `row ${place} is not one of those in its place`;
}

function keysOf(row: Row, { keys }: Question): string {
  return textOf(keys.map((key) => row[key] ?? null));
}

function textOf(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
}
