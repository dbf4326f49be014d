import { readTables } from '../../src/endpoint/tables.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { Random } from '../fuzz/random.ts';
import { VIEWS } from '../oracle/catalog.ts';

/** A view that a statement may read, and what can be asked of an entry of its metadata. */
interface View {
  readonly name: string;
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

const TABLES = readTables();
const LOG_VIEWS: readonly View[] = Object.entries(VIEWS).map(([name, table]) => {
  const found = TABLES.get(table);
  if (!found) throw new Error(`There is no table "${table}"`);
  return { name, ...fieldsOf(found) };
});

function fieldsOf({ columns }: Table): Pick<View, 'texts' | 'numbers'> {
  const type = columns.find(({ name }) => name === 'metadata')?.type;
  const entry = type?.kind === 'ARRAY' ? type.element : undefined;
  const fields = entry?.kind === 'STRUCT' ? entry.fields : [];
  const of = (kind: string) =>
    fields.filter((field) => field.type.kind === kind).map(({ name }) => `\`${name}\``);
  return { texts: of('STRING'), numbers: of('INT64') };
}

/** One statement of a caller, over the views of `logs.all`. */
export function logStatement(seed: number): string {
  return new Statement(new Random(seed), LOG_VIEWS).text();
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
  readonly #views: readonly View[];

  constructor(random: Random, views: readonly View[]) {
    this.#random = random;
    this.#views = views;
  }

  text(): string {
    const view = this.#random.pick(this.#views);
    const shape = this.#random.pick(SHAPES);
    return shape({
      view,
      other: this.#random.pick(this.#views),
      text: () => this.#text(view, 't', 2),
      number: () => this.#number(view, 't', 2),
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

interface Parts {
  readonly view: View;
  readonly other: View;
  text(): string;
  number(): string;
  check(): string;
  checkOf(view: View, alias: string): string;
  pick(values: readonly string[]): string;
}

type Shape = (parts: Parts) => string;

const SHAPES: readonly Shape[] = [
  ({ view, check }) => `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE ${check()}`,
  ({ view, check }) => `SELECT EXISTS(SELECT 1 FROM ${view.name} AS t WHERE ${check()}) AS e`,
  ({ view, check, text }) =>
    `SELECT ${text()} AS a, t.id FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp DESC, t.id LIMIT 5`,
  ({ view, number, text }) =>
    `SELECT ${number()} AS a, ${text()} AS b FROM ${view.name} AS t ORDER BY t.timestamp`,
  ({ view, check, number }) =>
    `SELECT t.id, COUNT(*) AS n FROM ${view.name} AS t WHERE ${check()} GROUP BY t.id HAVING MAX(${number()}) IS NULL OR COUNT(*) > 0 ORDER BY t.id`,
  ({ view, check, number }) =>
    `SELECT * FROM (SELECT t.id, t.timestamp, ${number()} AS x FROM ${view.name} AS t) WHERE x > 1 AND DIV(10, x) >= 0 AND (id IS NULL OR ${check().replaceAll('t.', '')}) ORDER BY timestamp`,
  ({ view, check, number }) =>
    `SELECT t.id, ROW_NUMBER() OVER (PARTITION BY ${number()} ORDER BY t.timestamp, t.id) AS r FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp, t.id`,
  ({ view, number }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE TRUE QUALIFY RANK() OVER (ORDER BY ${number()}) < 4 ORDER BY t.id`,
  ({ view, other, check, checkOf }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t JOIN ${other.name} AS u ON t.id = u.id AND ${checkOf(other, 'u')} WHERE ${check()}`,
  ({ view, other, checkOf }) =>
    `SELECT t.id, u.id AS v FROM ${view.name} AS t LEFT JOIN ${other.name} AS u ON t.id = u.id AND ${checkOf(other, 'u')} ORDER BY t.timestamp, u.id`,
  ({ view, other, text, check }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t, ${other.name} AS u WHERE CAST(u.id AS INT64) = CAST(${text()} AS INT64) AND ${check()}`,
  ({ view, other, check, checkOf }) =>
    `SELECT t.id, (SELECT COUNT(*) FROM ${other.name} AS u WHERE u.timestamp <= t.timestamp AND ${checkOf(other, 'u')}) AS n FROM ${view.name} AS t WHERE ${check()} ORDER BY t.id`,
  ({ view, other, checkOf }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE t.id IN (SELECT u.id FROM ${other.name} AS u WHERE ${checkOf(other, 'u')}) ORDER BY t.id`,
  ({ view, other, checkOf }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE NOT EXISTS(SELECT 1 FROM ${other.name} AS u WHERE u.id = t.id AND ${checkOf(other, 'u')})`,
  ({ view, check, number }) =>
    `SELECT (SELECT ${number()} FROM ${view.name} AS t WHERE ${check()} ORDER BY t.timestamp LIMIT 1) AS v`,
  ({ view, check }) => `SELECT (SELECT t.id FROM ${view.name} AS t WHERE ${check()}) AS v`,
  ({ view, check }) =>
    `WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 3 AND EXISTS(SELECT 1 FROM ${view.name} AS t WHERE ${check()})) SELECT MAX(i) AS m FROM r`,
  ({ view, check }) =>
    `WITH a AS (SELECT * FROM ${view.name} AS t WHERE ${check()}) SELECT (SELECT COUNT(*) FROM a) AS x, (SELECT MAX(id) FROM a) AS y`,
  ({ view, other, check, checkOf }) =>
    `SELECT t.id FROM ${view.name} AS t WHERE ${check()} UNION ALL SELECT u.id FROM ${other.name} AS u WHERE ${checkOf(other, 'u')} ORDER BY 1`,
  ({ view, other }) =>
    `SELECT id FROM ${view.name} EXCEPT DISTINCT SELECT CONCAT(id, SUBSTR('a', 1, IF(id IS NULL, -1, 0))) FROM ${other.name} ORDER BY 1`,
  ({ view, number, pick }) =>
    `SELECT ${pick(['SUM', 'MIN', 'MAX', 'COUNT', 'COUNTIF', 'ANY_VALUE', 'APPROX_COUNT_DISTINCT'])}(${number()}) AS v FROM ${view.name} AS t`.replace(
      /COUNTIF\((.*)\) AS v/,
      'COUNTIF($1 > 0) AS v',
    ),
  ({ view, text, check }) =>
    `SELECT STRING_AGG(${text()}, ',' ORDER BY t.timestamp) AS v, ARRAY_LENGTH(ARRAY_AGG(t.id)) AS l FROM ${view.name} AS t WHERE ${check()}`,
  ({ view, check }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE ${check()} AND DIV(1, LENGTH(TO_JSON_STRING(m))) = 0`,
  ({ view }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t LEFT JOIN UNNEST(t.metadata) AS m ON DIV(1, IF(m IS NULL, 0, 1)) = 1`,
  ({ view, number }) =>
    `SELECT APPROX_QUANTILES(${number()}, 4)[OFFSET(2)] AS q FROM ${view.name} AS t`,
  ({ view, pick }) =>
    `SELECT * FROM ${view.name} AS t WHERE ${pick(['DIV(1, 0) = 1', "CAST('x' AS INT64) = 1", 'SQRT(-1) > 0', "PARSE_JSON('{') IS NULL", "REPEAT('a', -1) = 'a'"])}`,
  ({ view, number }) =>
    `SELECT x, COUNT(*) AS n FROM (SELECT DIV(100, ${number()}) AS x FROM ${view.name} AS t) WHERE x = 3 OR x = 5 GROUP BY x ORDER BY x`,
  ({ view, text }) =>
    `SELECT COUNT(*) AS n FROM ${view.name} AS t WHERE CAST(${text()} AS INT64) = 1 OR CAST(${text()} AS INT64) = 2`,
  ({ view, other, number }) =>
    `SELECT COUNT(*) AS n FROM (SELECT ${number()} AS k FROM ${view.name} AS t) AS a JOIN (SELECT CAST(u.id AS INT64) AS k FROM ${other.name} AS u) AS b ON a.k = b.k WHERE b.k = 12`,
  ({ view }) => `SELECT t FROM ${view.name} AS t ORDER BY t.timestamp, t.id LIMIT 2`,
];
