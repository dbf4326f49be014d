import type { Table } from '../../src/googlesql/table.ts';
import { Random } from '../fuzz/random.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { PROJECT } from '../support/project.ts';
import { OF_OWN_ROWS, SHAPES, type View } from './statement-shapes.ts';

const TABLES = PROJECT.tables;
const LOG_VIEWS: readonly View[] = Object.entries(VIEWS).map(([name, table]) => {
  const found = TABLES.get(table);
  if (!found) throw new Error(`There is no table "${table}"`);
  return { name, ...fieldsOf(found) };
});

/** The fields of the entries of a table's `metadata` by what they hold. */
export function fieldsOf({ columns }: Pick<Table, 'columns'>): Pick<View, 'texts' | 'numbers'> {
  const type = columns.find(({ name }) => name === 'metadata')?.type;
  const entry = type?.kind === 'ARRAY' ? type.element : undefined;
  const fields = entry?.kind === 'STRUCT' ? entry.fields : [];
  const of = (kind: string) =>
    fields.filter((field) => field.type.kind === kind).map(({ name }) => `\`${name}\``);
  return { texts: of('STRING'), numbers: of('INT64') };
}

/** One statement of a caller, over the views of `logs.all`; `about` names the one that it begins with. */
export function logStatement(seed: number, about?: string): string {
  const first = LOG_VIEWS.filter(({ name }) => about === undefined || name === about);
  return statementOver(LOG_VIEWS, seed, first);
}

/** One statement over views that have what those of `logs.all` have; it begins with one of `first`. */
export function statementOver(
  views: readonly View[],
  seed: number,
  first: readonly View[] = views,
): string {
  return new Statement(new Random(seed), first, views).text();
}

/** One statement of a caller, over the CTEs of `functions.invocation-stats`. */
export function invocationStatement(seed: number): string {
  const random = new Random(seed);
  const raw = logStatement(seed);
  const view = random.pick(['invocations', 'invocations', 'statistics', 'buckets']);
  const number = { invocations: 'execution_time_ms', statistics: 'count', buckets: '1' }[view];
  const time = 'bucket';
  const value = random.pick([
    `t.${time}`,
    ...(number === '1' ? [] : [`t.${number}`]),
    ...(view === 'invocations' ? ['t.is_error', 't.timestamp'] : []),
  ]);
  const check = random.pick([
    `DIV(1, IF(${value} IS NULL, 0, 1)) IS NOT NULL`,
    `CAST(CAST(${value} AS STRING) AS INT64) > 0`,
    `[1, 2][OFFSET(IF(${value} IS NULL, 9, 0))] = 1`,
    `DIV(1, IF(STARTS_WITH(CAST(${value} AS STRING), '2'), 0, 1)) = 1`,
    `${value} IS NOT NULL`,
    `DIV(1, 0) = 1`,
  ]);
  return random.pick([
    `SELECT COUNT(*) AS n FROM ${view} AS t WHERE ${check}`,
    `SELECT ${value} AS v FROM ${view} AS t WHERE ${check} ORDER BY v LIMIT 5`,
    `SELECT EXISTS(SELECT 1 FROM ${view} AS t WHERE ${check}) AS e`,
    `SELECT ${value} AS v, COUNT(*) AS n FROM ${view} AS t GROUP BY v HAVING DIV(1, COUNT(*)) >= 0 ORDER BY v`,
    `SELECT (SELECT COUNT(*) FROM invocations AS i WHERE i.bucket = t.bucket AND DIV(1, IF(i.execution_time_ms IS NULL, 0, 1)) = 1) AS n FROM ${view} AS t ORDER BY n LIMIT 3 -- ${raw.length}`,
    `SELECT t.bucket, u.count FROM ${view} AS t LEFT JOIN statistics AS u ON u.bucket = t.bucket AND ${check} ORDER BY t.bucket, u.count LIMIT 4`,
  ]);
}

/**
 * Writes one statement at random: of what raises errors on values, on NULL or on nothing at all, in every clause.
 * What it writes has one answer: rows without an order come only from one scan, or are counted.
 */
class Statement {
  readonly #random: Random;
  readonly #first: readonly View[];
  readonly #views: readonly View[];

  constructor(random: Random, first: readonly View[], views: readonly View[]) {
    this.#random = random;
    this.#first = first;
    this.#views = views;
  }

  text(): string {
    const view = this.#random.pick(this.#first);
    const shape = this.#random.pick(SHAPES);
    return shape({
      view,
      other: this.#random.pick(this.#views),
      text: () => this.#text(view, 't', 2),
      number: () => this.#number(view, 't', 2),
      own: () => this.#random.pick(OF_OWN_ROWS),
      check: () => this.#check(view, 't', 2),
      checkOf: (of, alias) => this.#check(of, alias, 1),
      pick: (values) => this.#random.pick(values),
    });
  }

  #text(view: View, t: string, depth: number): string {
    const leaf = () =>
      this.#random.pick([
        `${t}.id`,
        `${t}.event_message`,
        `CAST(${t}.timestamp AS STRING)`,
        `TO_JSON_STRING(${t})`,
        ...(view.texts.length > 0 ? this.#entry(view.texts, t) : []),
      ]);
    if (depth === 0 || this.#random.below(100) < 50) return leaf();
    const inner = this.#text(view, t, depth - 1);
    const number = () => this.#number(view, t, depth - 1);
    return this.#random.pick([
      `LOWER(${inner})`,
      `SUBSTR(${inner}, ${number()})`,
      `CONCAT(${inner}, 'x')`,
      `IFNULL(${inner}, '0')`,
      `REPEAT(${inner}, IF(${inner} IS NULL, -1, 1))`,
      `CAST(${number()} AS STRING)`,
      `JSON_VALUE(TO_JSON_STRING(${t}), '$.id')`,
      `REGEXP_EXTRACT(${inner}, '[0-9]+')`,
      `IF(${this.#check(view, t, depth - 1)}, ${inner}, 'no')`,
      `SPLIT(${inner}, '-')[OFFSET(0)]`,
      `LPAD(${inner}, ${number()}, '0')`,
      `FORMAT_TIMESTAMP('%F', ${t}.timestamp)`,
      `TO_HEX(MD5(${inner}))`,
      `TO_HEX(SHA512(${inner}))`,
      `NORMALIZE(${inner}, NFKD)`,
      `NET.REG_DOMAIN(CONCAT('www.', ${inner}, '.com'))`,
      `CAST(RANGE(SAFE_CAST(${inner} AS DATE), NULL) AS STRING)`,
      `CHR(IF(${inner} IS NULL, -1, 65))`,
      `REGEXP_REPLACE(${inner}, IF(${inner} IS NULL, '(', 'a'), 'b')`,
      `(SELECT x FROM UNNEST([${inner}]) AS x)`,
    ]);
  }

  #entry(fields: readonly string[], t: string): readonly string[] {
    const field = this.#random.pick(fields);
    return [
      `${t}.metadata[SAFE_OFFSET(0)].${field}`,
      `${t}.metadata[OFFSET(0)].${field}`,
      `(SELECT MAX(m.${field}) FROM UNNEST(${t}.metadata) AS m)`,
      `(SELECT m.${field} FROM UNNEST(${t}.metadata) AS m)`,
    ];
  }

  #number(view: View, t: string, depth: number): string {
    const leaf = () =>
      this.#random.pick([
        `LENGTH(${t}.id)`,
        `CAST(${t}.id AS INT64)`,
        `CAST(${t}.event_message AS INT64)`,
        `UNIX_SECONDS(${t}.timestamp)`,
        `ARRAY_LENGTH(${t}.metadata)`,
        '1',
        ...(view.numbers.length > 0
          ? this.#entry(view.numbers, t).filter((text) => !text.includes('SELECT m.'))
          : []),
      ]);
    if (depth === 0 || this.#random.below(100) < 40) return leaf();
    const [a, b] = [this.#number(view, t, depth - 1), this.#number(view, t, depth - 1)];
    const text = this.#text(view, t, depth - 1);
    const nothing = this.#random.pick([
      `IF(${text} IS NULL, 0, 1)`,
      `IF(${text} IS NULL, 1, 1)`,
      `IF(STARTS_WITH(${text}, 'x'), 0, 1)`,
      `IF(${a} IS NULL, 0, 2)`,
      '1',
    ]);
    return this.#random.pick([
      `(${a} + ${b})`,
      `(${a} * ${b})`,
      `(${a} - ${b})`,
      `DIV(${a}, ${b})`,
      `DIV(1, ${nothing})`,
      `MOD(${a}, ${nothing})`,
      `CAST(${text} AS INT64)`,
      `CAST(IFNULL(${text}, 'bad') AS INT64)`,
      `[1, 2, 3][OFFSET(IF(${text} IS NULL, 9, 0))]`,
      `[1, 2, 3][ORDINAL(${nothing})]`,
      `ASCII(${text})`,
      `STRPOS(${text}, 'x')`,
      `EXTRACT(YEAR FROM CAST(${text} AS DATE))`,
      `UNIX_SECONDS(TIMESTAMP_ADD(${t}.timestamp, INTERVAL ${a} SECOND))`,
      `EXTRACT(YEAR FROM DATE(IF(${text} IS NULL, 0, 2020), 1, 1))`,
      `EXTRACT(YEAR FROM PARSE_TIMESTAMP('%F', IFNULL(${text}, 'bad')))`,
      `CAST(SQRT(IF(${text} IS NULL, -1, 1)) AS INT64)`,
      `CAST(LN(${nothing}) AS INT64)`,
      `ARRAY_LENGTH(GENERATE_ARRAY(1, 5, ${nothing}))`,
      `CAST(JSON_VALUE(PARSE_JSON(IFNULL(${text}, '{bad')), '$') AS INT64)`,
      `INT64(PARSE_JSON(${text}))`,
      `CASE WHEN ${this.#check(view, t, depth - 1)} THEN ${a} ELSE ${b} END`,
      `LENGTH(CAST(FROM_HEX(${text}) AS STRING))`,
      `LENGTH(CODE_POINTS_TO_STRING([IF(${text} IS NULL, -1, 65)]))`,
      `(SELECT COUNT(*) FROM UNNEST(${t}.metadata))`,
      `ABS(${a})`,
      `FARM_FINGERPRINT(${text})`,
      `EXTRACT(YEAR FROM CAST(CONCAT('202607', ${text}) AS DATE FORMAT 'YYYYMMDD'))`,
      `EXTRACT(DAY FROM RANGE_START(RANGE(DATE(${t}.timestamp), DATE '2026-07-02')))`,
      `(1 << IF(${text} IS NULL, -1, 1))`,
      `INSTR(${text}, 'a', IF(${text} IS NULL, 0, 1))`,
    ]);
  }

  #check(view: View, t: string, depth: number): string {
    const text = this.#text(view, t, Math.max(0, depth - 1));
    const number = this.#number(view, t, Math.max(0, depth - 1));
    const leaf = this.#random.pick([
      `${text} = '10'`,
      `${text} LIKE '%1%'`,
      `STARTS_WITH(${text}, 'x')`,
      `${number} > 5`,
      `${number} IS NULL`,
      `${text} IS NOT NULL`,
      `CAST(${text} AS FLOAT64) IS NULL`,
      `CAST(${text} AS BOOL) IS NULL`,
      `SEARCH(${text}, 'abc')`,
      `RANGE_CONTAINS(CAST(CONCAT('[2020-01-01, 2026-07-', ${text}, ')') AS RANGE<DATE>), DATE '2026-07-01')`,
      `RANGE_CONTAINS(RANGE<DATE> '[2026-07-01, UNBOUNDED)', DATE(${t}.timestamp))`,
      `RANGE(SAFE_CAST(${text} AS DATE), DATE '2026-07-01') IS NULL`,
      `REGEXP_CONTAINS('a', IFNULL(${text}, '('))`,
      `${t}.timestamp > '2026-07-01 03:00:00'`,
      `${t}.timestamp BETWEEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 6 HOUR) AND CURRENT_TIMESTAMP()`,
      `${t}.timestamp IS NULL`,
      `EXISTS(SELECT 1 FROM UNNEST(${t}.metadata) AS m WHERE TO_JSON_STRING(m) LIKE '%1%')`,
      'DIV(1, 0) = 1',
      "CAST('bad' AS INT64) = 1",
      '[1][OFFSET(3)] = 1',
      `${number} IN (1, 2, 3)`,
      `${number} = ${number}`,
    ]);
    if (depth === 0 || this.#random.below(100) < 60) return leaf;
    const more = this.#check(view, t, depth - 1);
    return this.#random.pick([
      `(${leaf} AND ${more})`,
      `(${leaf} OR ${more})`,
      `NOT ${leaf}`,
      `IF(${more}, ${leaf}, TRUE)`,
      `COALESCE(${leaf}, ${more})`,
    ]);
  }
}
