/** Random relational statements over two small tables: what a grammar of single functions never combines. */
import type { Case } from '../googlesql/cases.ts';
import { pipes } from './pipes-text.ts';
import type { Random } from './random.ts';

type Choose = <Item>(items: readonly Item[]) => Item;

const TABLES =
  "WITH t AS (SELECT 1 AS k, 0 AS w, 'a' AS s, 1.5 AS f UNION ALL SELECT 2, 1, 'b', CAST('nan' AS FLOAT64) " +
  "UNION ALL SELECT NULL, 2, 'a', 0.0 UNION ALL SELECT 2, NULL, NULL, NULL UNION ALL SELECT 7, 1, 'B', CAST('inf' AS FLOAT64)), " +
  "u AS (SELECT 2 AS k, 3 AS w, 'b' AS s, 1.5 AS f UNION ALL SELECT 3, 1, 'a', CAST('nan' AS FLOAT64) UNION ALL SELECT 1, NULL, '', 0.25)";

const NUMBERS = [
  'a.k',
  'a.w',
  'a.w + 1',
  '1',
  'NULL',
  'IFNULL(a.w, 7)',
  'LENGTH(a.s)',
  'IF(a.w > 0, a.w, NULL)',
];
const VALUES = [
  ...NUMBERS,
  ...[
    'a.s',
    'a.f',
    "CONCAT(a.s, 'x')",
    'a.w IS NULL',
    'a.f > 1',
    'NULLIF(a.f, 1.5)',
    "'constant'",
    'TRUE',
  ],
  '(a.k, a.w) IN ((1, 0), (2, NULL))',
  'ARRAY(SELECT e + a.w FROM UNNEST([1, 2]) AS e ORDER BY e DESC)',
  '(SELECT MAX(z.w) FROM u AS z WHERE z.k = a.k)',
  'IF(a.w = 0, 0, (SELECT MAX(10 / a.w) FROM u AS z))',
  'EXISTS (SELECT 1 FROM u AS z WHERE z.w > a.w)',
  'STRUCT(a.k AS p, a.s AS q)',
  'TO_JSON_STRING(STRUCT(a.k AS p, a.s AS q, a.f AS r, [a.w, 1] AS l))',
  "JSON_VALUE(TO_JSON_STRING(STRUCT(a.k AS p, a.s AS q)), '$.q')",
  "JSON_QUERY(TO_JSON_STRING(STRUCT(a.k AS p, [a.w, 1] AS l)), '$.l[0]')",
  "JSON_VALUE_ARRAY(CONCAT('[1, \"', IFNULL(a.s, '-'), '\"]'))",
  "JSON_EXTRACT_SCALAR(CONCAT('{\"s\":', TO_JSON_STRING(a.s), '}'), '$.s')",
  'ARRAY_LENGTH(JSON_EXTRACT_ARRAY(TO_JSON_STRING([a.k, a.w])))',
  'INT64(PARSE_JSON(TO_JSON_STRING(IFNULL(a.w, 4))))',
  'JSON_TYPE(PARSE_JSON(TO_JSON_STRING(a.s)))',
  'TO_JSON_STRING(a)',
  'a.k NOT IN (SELECT z.k FROM u AS z)',
  '(a.k, a.s) IN (SELECT AS STRUCT z.k, z.s FROM u AS z)',
];
const CONDITIONS = [
  ...[
    'a.w > 0',
    'a.k IS NOT NULL',
    "a.s IN ('a', 'b')",
    'a.f >= 0',
    "a.s LIKE '%a%'",
    'a.w BETWEEN 0 AND 1',
  ],
  ...["a.f IN (CAST('nan' AS FLOAT64), 1.5)", 'a.w NOT IN (1, NULL)', '(a.w > 0) IS NOT TRUE'],
  ...['a.k IN (SELECT z.k FROM u AS z WHERE z.w IS NOT NULL)', "a.s IS DISTINCT FROM 'a'"],
];
const AGGREGATES = [
  ...[
    'COUNT(*)',
    'COUNT(a.w)',
    'SUM(a.w)',
    'MIN(a.f)',
    'MAX(a.f)',
    'COUNT(DISTINCT a.s)',
    'AVG(a.w)',
  ],
  ...['COUNTIF(a.w > 0)', 'LOGICAL_OR(a.w > 0)', 'SUM(DISTINCT a.w)', 'MIN(a.k)', 'BIT_OR(a.w)'],
  ...["STRING_AGG(a.s, ',' ORDER BY a.s)", 'ARRAY_AGG(a.w IGNORE NULLS ORDER BY a.w)'],
];
const WINDOWS = [
  'ROW_NUMBER() OVER (PARTITION BY a.s ORDER BY a.k, a.w, a.f)',
  ...[
    'RANK() OVER (ORDER BY a.f)',
    'DENSE_RANK() OVER (ORDER BY a.s DESC)',
    'CUME_DIST() OVER (ORDER BY a.f)',
  ],
  ...[
    'SUM(a.w) OVER (PARTITION BY a.s)',
    'MAX(a.w) OVER (ORDER BY a.s)',
    'COUNT(DISTINCT a.s) OVER ()',
  ],
  ...['MIN(a.f) OVER (ORDER BY a.f DESC)', 'PERCENTILE_DISC(a.f, 0.5) OVER ()'],
];
const ON = [
  ...[
    'a.k = b.k',
    'a.w = b.w',
    'a.s = b.s',
    'a.f = b.f',
    'a.k < b.k',
    'a.k = b.k AND a.w >= b.w',
    'FALSE',
  ],
  ...['a.k = b.k OR a.s = b.s', 'a.k IN (SELECT z.k FROM u AS z)', 'a.k IS NOT DISTINCT FROM b.k'],
];
const COMPARISONS = ['<', '=', '>=', '<=', '!='];
const JOINS = ['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'];
const SETS = ['UNION ALL', 'UNION DISTINCT', 'INTERSECT DISTINCT', 'EXCEPT DISTINCT'];
const BOUNDS = [
  'UNBOUNDED PRECEDING',
  '2 PRECEDING',
  '0 PRECEDING',
  'CURRENT ROW',
  '1 FOLLOWING',
  'UNBOUNDED FOLLOWING',
];
const DIRECTIONS = ['', ' DESC', ' ASC NULLS LAST', ' DESC NULLS FIRST'];

/** A statement whose rows have one answer as a multiset, or for the reference one that means the same. */
export function relation(random: Random): Pick<Case, 'sql' | 'equivalent'> {
  const pick: Choose = (items) => random.pick(items);
  const kind = pick([
    ...[rows, rows, groups, windows, frames, correlated, correlated, sets, pivots, qualified],
    ...[groupingSets, piped, piped],
  ]);
  const text = kind(pick);
  return typeof text === 'string' ? { sql: text } : { sql: text.piped, equivalent: text.plain };
}

function piped(pick: Choose): { readonly piped: string; readonly plain: string } {
  const text = pipes(pick);
  return { piped: `${TABLES} ${text.piped}`, plain: `${TABLES} ${text.plain}` };
}

/** QUALIFY by a window function that is the same for rows that are. */
function qualified(pick: Choose): string {
  const condition = pick([
    'RANK() OVER (ORDER BY a.k) <= 2',
    'COUNT(*) OVER (PARTITION BY a.s) > 1',
    'DENSE_RANK() OVER (PARTITION BY a.w ORDER BY a.s DESC) = 1',
    'MAX(a.k) OVER (PARTITION BY a.s) = a.k',
  ]);
  return `${TABLES} SELECT ${pick(VALUES)} AS x, ${pick(NUMBERS)} AS y${from(pick)} QUALIFY ${condition}`;
}

const KEYS = ['a.s', 'a.w', 'UPPER(a.s)', 'a.k IS NULL', 'IFNULL(a.w, 7)'];

/** Grouping sets over two keys; the reference is asked for a GROUP BY of each set. */
function groupingSets(pick: Choose): { readonly piped: string; readonly plain: string } {
  const first = pick(KEYS);
  const second = pick(KEYS.filter((key) => key !== first));
  const having = pick(['', '', 'COUNT(*) > 1', 'SUM(a.w) > 0']);
  // Where there is a HAVING, an aliased column is a key only by its number.
  const [one, two] = having === '' ? [first, second] : ['1', '2'];
  const [text, sets] = pick<readonly [string, readonly (readonly boolean[])[]]>([
    [`ROLLUP (${one}, ${two})`, [BOTH, ONE, NONE]],
    [`CUBE (${one}, ${two})`, [BOTH, ONE, TWO, NONE]],
    ['GROUPING SETS (1, (1, 2), (2), 1)', [ONE, BOTH, TWO, ONE]],
    [`GROUPING SETS (${one}, ROLLUP (${two}))`, [ONE, TWO, NONE]],
    [`ROLLUP ((${one}, ${two}))`, [BOTH, NONE]],
  ]);
  const more = `${pick(AGGREGATES)} AS x, ${pick(AGGREGATES)} AS y${from(pick)}`;
  const parts = sets.map((set) => {
    const keys = [first, second].filter((_, i) => set[i]);
    const [g, h] = [first, second].map((key, i) => (set[i] ? key : 'NULL'));
    const terms = [having, ...(keys.length > 0 ? [] : ['COUNT(*) > 0'])].filter(Boolean);
    const by = keys.length > 0 ? ` GROUP BY ${keys.join(', ')}` : '';
    const where = terms.length > 0 ? ` HAVING ${terms.join(' AND ')}` : '';
    return `SELECT ${g} AS g, ${h} AS h, ${Number(!set[0])} AS i, ${more}${by}${where}`;
  });
  const all = `SELECT ${first} AS g, ${second} AS h, GROUPING(${first}) AS i, ${more} GROUP BY ${text}`;
  return {
    piped: `${TABLES} ${all}${having && ` HAVING ${having}`}`,
    plain: `${TABLES} ${parts.join(' UNION ALL ')}`,
  };
}

/** Which of two keys a set has. */
const [BOTH, ONE, TWO, NONE] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

function from(pick: Choose): string {
  const where = pick([true, false]) ? ` WHERE ${pick(CONDITIONS)}` : '';
  const source = pick([
    `${pick(['t', 'u'])} AS a`,
    `${pick(['t', 'u'])} AS a ${pick(JOINS)} ${pick(['t', 'u'])} AS b ON ${pick(ON)}`,
    `(SELECT * FROM t ${pick(SETS)} SELECT * FROM u) AS a`,
    't AS a, UNNEST([a.w, 5]) AS e',
  ]);
  return ` FROM ${source}${where}`;
}

function rows(pick: Choose): string {
  return `${TABLES} SELECT ${pick(VALUES)} AS x, ${pick(VALUES)} AS y${from(pick)}`;
}

function groups(pick: Choose): string {
  const having = pick(['', '', ' HAVING COUNT(*) > 1', ' HAVING SUM(a.w) > 0']);
  const key = pick(['a.s', 'a.w', 'UPPER(a.s)', 'a.w > 0', 'a.f']);
  return `${TABLES} SELECT ${key} AS g, ${pick(AGGREGATES)} AS x, ${pick(AGGREGATES)} AS y${from(pick)} GROUP BY 1${having}`;
}

function windows(pick: Choose): string {
  return `${TABLES} SELECT a.k, ${pick(WINDOWS)} AS x, ${pick(WINDOWS)} AS y${from(pick)}`;
}

function frames(pick: Choose): string {
  const first = pick([0, 1, 2, 3, 4]);
  const [start, end] = [BOUNDS[first], BOUNDS[pick([1, 2, 3, 4, 5].filter((i) => i >= first))]];
  const key = pick(['a.k', 'a.w', 'a.f', 'CAST(a.k AS NUMERIC)']);
  // The reference counts a NULL that comes last to the frame of an infinity before it.
  const direction = key === 'a.f' ? pick(['', ' DESC NULLS FIRST']) : pick(DIRECTIONS);
  const over = `(ORDER BY ${key}${direction} RANGE BETWEEN ${start} AND ${end})`;
  return `${TABLES} SELECT a.k, ${pick(['COUNT(*)', 'COUNT(a.w)', 'MIN(a.w)', 'SUM(a.w)'])} OVER ${over} AS n FROM t AS a`;
}

function sets(pick: Choose): string {
  return `${TABLES} SELECT ${pick(NUMBERS)} AS x${from(pick)} ${pick(SETS)} SELECT ${pick(['NULL', 'c.w', 'c.k'])} FROM u AS c`;
}

/** A subquery over joins of any kind, each part of which may read the row around it. */
function correlated(pick: Choose): string {
  const column = () => pick(['k', 'w']);
  const side = (alias: string) =>
    pick([
      `${pick(['t', 'u'])} AS ${alias}`,
      `(SELECT q.k, q.w FROM u AS q WHERE q.${column()} ${pick(COMPARISONS)} o.${column()}) AS ${alias}`,
      `(SELECT q.k, o.w FROM t AS q) AS ${alias}`,
    ]);
  const operand = () => `${pick(['a', 'b', 'o'])}.${column()}`;
  const on = `a.${column()} ${pick(COMPARISONS)} ${operand()}`;
  const where = pick(['', ` WHERE ${operand()} ${pick(COMPARISONS)} ${operand()}`]);
  const body = `FROM ${side('a')} ${pick(JOINS)} ${side('b')} ON ${on}${where}`;
  const value = pick([
    `(SELECT COUNT(*) ${body})`,
    `EXISTS (SELECT 1 ${body})`,
    `(SELECT SUM(${operand()}) ${body})`,
    `ARRAY(SELECT ${operand()} ${body} ORDER BY 1)`,
  ]);
  return `${TABLES} SELECT o.k, ${value} AS n FROM ${pick(['t', 'u'])} AS o`;
}

/** PIVOT and UNPIVOT, whose other columns are the groups. */
function pivots(pick: Choose): string {
  const rows = `(SELECT a.k, a.w, a.s${from(pick)})`;
  if (pick([true, false])) {
    const call = pick([
      'SUM(w)',
      'COUNT(*)',
      'COUNT(w)',
      'MAX(k + w)',
      'STRING_AGG(s ORDER BY s)',
      'ARRAY_AGG(w IGNORE NULLS ORDER BY w)',
      'COUNT(DISTINCT s)',
      "STRING_AGG(s, '-' ORDER BY s LIMIT 1)",
      'SUM(w HAVING MAX k)',
      'COUNT(w HAVING MIN w)',
      'AVG(k)',
    ]);
    const values = pick(['1, 2', '0 AS zero, NULL', '2, 1 AS one, 7']);
    const operand = pick(['k', 'w', 'LENGTH(s)']);
    return `${TABLES} SELECT * FROM ${rows} PIVOT (${call} AS x FOR ${operand} IN (${values}))`;
  }
  const nulls = pick(['', ' INCLUDE NULLS', ' EXCLUDE NULLS']);
  const columns = pick([
    'v FOR n IN (k, w)',
    "v FOR n IN (w AS 'u', k)",
    '(v, x) FOR n IN ((k, w), (w, k))',
  ]);
  return `${TABLES} SELECT * FROM ${rows} UNPIVOT${nulls} (${columns})`;
}
