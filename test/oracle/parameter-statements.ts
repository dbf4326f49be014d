import { mapExpressions, parseQuery, printQuery } from '#googlesql';
import { makeCall, scalarFunctions } from '../fuzz/calls.ts';
import type { Random } from '../fuzz/random.ts';
import { readCases, subjects } from '../googlesql/cases.ts';
import { COLUMNS } from '../googlesql/inference/parameters/parameter-tables.ts';
import type { FunctionProto } from './oracle.ts';

/** A statement with parameters, and what the reference is asked where that differs: it lacks `@p IS NULL`. */
export interface ParameterStatement {
  readonly sql: string;
  readonly reference: string;
}

function same(sql: string): ParameterStatement {
  return { sql, reference: sql };
}

/** The statement with some of its literals replaced by parameters; undefined if it does not parse or has none. */
export function withParameters(sql: string, random: Random): ParameterStatement | undefined {
  let count = 0;
  try {
    const tree = mapExpressions(parseQuery(sql), (node) => {
      if (node.kind !== 'literal' || node.type === 'NULL' || random.below(2) === 0) return node;
      count += 1;
      return { kind: 'parameter', at: node.at, name: `p${count}` };
    });
    return count > 0 ? same(printQuery(tree)) : undefined;
  } catch {
    return undefined;
  }
}

/** The statements of the goldens of the compiler. */
export function caseStatements(): string[] {
  return subjects().flatMap((subject) =>
    readCases(subject)
      .filter(({ parameters }) => !parameters)
      .map(({ sql }) => sql),
  );
}

const KINDS = [...new Set(Object.values(COLUMNS))];
type Kind = (typeof KINDS)[number];

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  INT64: ['1', '20', '-3'],
  FLOAT64: ['1.5', '-0.25'],
  NUMERIC: ["NUMERIC '1.5'", '2'],
  STRING: ["'a'", "'x y'"],
  BYTES: ["b'a'"],
  BOOL: ['TRUE', 'FALSE'],
  DATE: ["DATE '2026-07-01'", "'2026-07-01'"],
  DATETIME: ["DATETIME '2026-07-01 10:00:00'", "'2026-07-01 10:00:00'"],
  TIME: ["TIME '10:00:00'", "'10:00:00'"],
  TIMESTAMP: ["TIMESTAMP '2026-07-01 10:00:00+00'", "'2026-07-01 10:00:00+00'"],
  INTERVAL: ['INTERVAL 1 DAY'],
  JSON: ['JSON \'{"a":1}\''],
};

/** Conditions; `$x` is a value of a kind, `$a` an array of them, `$?` a condition. */
const CONDITIONS = [
  ...['$x = $x', '$x <> $x', '$x < $x', '$x >= $x', '$x BETWEEN $x AND $x', '$x IN ($x, $x, $x)'],
  ...['$x NOT IN ($x, $x)', '$x IN UNNEST($a)', '$x IS DISTINCT FROM $x', 'NULLIF($x, $x) = $x'],
  ...['$x IS NOT DISTINCT FROM $x', 'COALESCE($x, $x, $x) = $x', 'IFNULL($x, $x) <= $x'],
  ...['IF($?, $x, $x) = $x', 'CASE WHEN $? THEN $x WHEN $? THEN $x ELSE $x END = $x'],
  ...[
    'CASE $x WHEN $x THEN $? ELSE $? END',
    '$? AND $?',
    '$? OR NOT $?',
    '$x IN (SELECT s FROM t)',
  ],
  ...['GREATEST($x, $x) = $x', 'EXISTS(SELECT 1 FROM UNNEST([$x, $x]) AS e WHERE e = $x)'],
  ...['($x, $x) = ($x, $x)', 'CAST($x AS STRING) = s', 'TO_JSON_STRING($x) = s'],
] as const;

/** Conditions over values of certain kinds; `$INT64` is a value of that kind. */
const TYPED_CONDITIONS = [
  ...[
    '$STRING LIKE $STRING',
    '$STRING || $STRING = s',
    '$INT64 + $INT64 > i',
    '$NUMERIC * $INT64 > n',
  ],
  ...['$FLOAT64 / $INT64 < f', '-$INT64 < i', '$DATE + $INT64 > d', '$DATE - $INT64 > d'],
  ...[
    '$TIMESTAMP - $INTERVAL < ts',
    'DATE_SUB($DATE, INTERVAL $INT64 DAY) <= d',
    'MOD($INT64, $INT64) = 0',
  ],
  ...['TIMESTAMP_ADD($TIMESTAMP, INTERVAL $INT64 HOUR) > ts', 'DATE($TIMESTAMP) = d'],
  ...[
    'DATE_DIFF($DATE, $DATE, DAY) > $INT64',
    'STARTS_WITH($STRING, $STRING)',
    'LENGTH($STRING) > $INT64',
  ],
  ...[
    'EXTRACT(YEAR FROM $DATE) = $INT64',
    'LOWER($STRING) IN ($STRING, $STRING)',
    'ai[OFFSET($INT64)] = i',
  ],
  ...[
    'JSON_VALUE(j, "$.a") = $STRING',
    'ARRAY_LENGTH(ai) > $INT64',
    'REGEXP_CONTAINS($STRING, $STRING)',
  ],
  ...['SUBSTR($STRING, $INT64, $INT64) = $STRING', 'TIMESTAMP_TRUNC($TIMESTAMP, HOUR) = ts'],
] as const;

/** Statements around a condition. */
const FRAMES = [
  ...['SELECT i FROM t WHERE $?', 'SELECT $? AS c FROM t', 'SELECT IF($?, i, i2) AS c FROM t'],
  'WITH c AS (SELECT i, s FROM t WHERE $?) SELECT i FROM c WHERE s = @outer',
  'SELECT a.i FROM t AS a JOIN (SELECT * FROM t WHERE $?) AS b ON a.i = b.i',
  'SELECT s, COUNT(*) AS n FROM t GROUP BY s HAVING COUNT(*) > @least AND LOGICAL_OR($?)',
  'SELECT s, COUNTIF($?) AS n FROM t GROUP BY s ORDER BY n LIMIT @limit OFFSET @offset',
  'SELECT i FROM t WHERE $? QUALIFY ROW_NUMBER() OVER (PARTITION BY s ORDER BY i) <= @top',
  'SELECT SUM(IF($?, i, 0)) OVER (ORDER BY i ROWS BETWEEN @before PRECEDING AND @after FOLLOWING) AS r FROM t',
  'SELECT i FROM t WHERE $? UNION ALL SELECT i2 FROM t WHERE $?',
  'SELECT i FROM t AS o WHERE EXISTS(SELECT 1 FROM t WHERE t.i = o.i AND ($?))',
  'SELECT LAG(s, @rows, @none) OVER (ORDER BY i) AS r FROM t WHERE $?',
  'FROM t |> WHERE $? |> AGGREGATE COUNT(*) AS n GROUP BY s |> LIMIT @limit',
] as const;

/** Makes one statement of the templates. */
export function makeStatement(random: Random): ParameterStatement {
  let count = 0;
  const filter: string[] = [];
  const parameter = (): string => {
    // Some parameters are used more than once.
    if (count > 0 && random.below(8) === 0) return `@p${1 + random.below(count)}`;
    count += 1;
    return `@p${count}`;
  };
  const value = (kind: Kind): string => {
    const chance = random.below(10);
    if (chance < 4) return parameter();
    if (chance < 6) return random.pick(LITERALS[kind]);
    return random.pick(Object.entries(COLUMNS).filter(([, own]) => own === kind))[0];
  };
  const condition = (depth: number): string => {
    if (depth > 2) return random.pick(['l', 'TRUE', parameter()]);
    const kind = random.pick(KINDS);
    const isTyped = random.below(3) === 0;
    const template = isTyped ? random.pick(TYPED_CONDITIONS) : random.pick(CONDITIONS);
    const text = template.replace(/\$(x|a|\?|[A-Z]\w+)/g, (_, slot: string) => {
      if (slot === 'x') return value(kind);
      if (slot === 'a') return random.pick([parameter(), `[${value(kind)}, ${value(kind)}]`]);
      return slot === '?' ? `(${condition(depth + 1)})` : value(slot as Kind);
    });
    const tested = /@p\d+/.exec(text)?.[0];
    if (!tested || random.below(6) > 0) return text;
    filter.push(`(${tested} IS NULL OR `);
    return `(${tested} IS NULL OR ${text})`;
  };
  const sql = random.pick(FRAMES).replaceAll('$?', () => condition(0));
  return { sql, reference: filter.reduce((text, part) => text.replaceAll(part, '('), sql) };
}

/** Makes a call of one of the reference's functions, some of whose arguments are parameters. */
export function makeParameterCall(
  functions: readonly FunctionProto[],
  random: Random,
): ParameterStatement | undefined {
  const call = makeCall(random, random.pick(scalarFunctions(functions)));
  if (!call || call.columns.length === 0) return undefined;
  const expression = call.expression.replace(/\ba(\d+)\b/g, (_, index: string) =>
    random.below(2) === 0 ? `@p${index}` : (call.columns[Number(index)] ?? 'NULL'),
  );
  return expression.includes('@p') ? same(`SELECT ${expression} AS r FROM t`) : undefined;
}
