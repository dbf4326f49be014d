/** The kinds of expressions: INT64, STRING, BOOL, FLOAT64, STRUCT<x INT64, y STRING> and ARRAY<STRING>. */
export type Kind = 'int' | 'text' | 'bool' | 'float' | 'record' | 'list';

/** Leaves of a kind, besides columns. */
export const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  int: ['1', '0', 'NULL', '7'],
  text: ["'x'", "''", 'NULL', "'1'"],
  bool: ['TRUE', 'FALSE', 'NULL'],
  float: ['1.5', '0.0', 'NULL'],
  record: ["STRUCT(1 AS x, 'y' AS y)", 'STRUCT(1 AS x, CAST(NULL AS STRING) AS y)'],
  list: ["['x', 'y']", 'CAST(NULL AS ARRAY<STRING>)', 'ARRAY<STRING>[]'],
};

/** Templates of expressions of any kind: `{int}` is an operand, `{0}` one of that kind, `#` makes a name unique. */
export const ANY = [
  ...['IF({bool}, {0}, {0})', 'CASE WHEN {bool} THEN {0} WHEN {bool} THEN {0} END'],
  ...['CASE WHEN {bool} THEN {0} ELSE {0} END', 'COALESCE({0}, {0}, {0})', 'IFNULL({0}, {0})'],
  ...['CASE {int} WHEN {int} THEN {0} ELSE {0} END', 'IFERROR({0}, {0})'],
];

/** Those of one kind. */
export const TEMPLATES: Readonly<Record<Kind, readonly string[]>> = {
  int: [
    ...['{int} + {int}', '{int} * {int}', '-({int})', 'ABS({int})', 'DIV({int}, {int})'],
    ...['LENGTH({text})', 'STRPOS({text}, {text})', 'ARRAY_LENGTH({list})', '({record}).x'],
    ...['NULLIF({int}, {int})', 'ZEROIFNULL({int})', 'GREATEST({int}, {int})'],
    ...['SAFE_CAST({text} AS INT64)', 'SAFE.DIV({int}, {int})', 'CAST({bool} AS INT64)'],
    ...['SAFE_CAST(STRUCT({text} AS x, 1 AS z) AS STRUCT<x INT64, z INT64>).x'],
    ...['(SELECT COUNT(*) FROM q AS q# WHERE q#.a = {int})', '(SELECT MAX(q#.a) FROM q AS q#)'],
    ...['(SELECT COUNT({text}) FROM q AS q# HAVING COUNT(*) > {int})', '(SELECT {int})'],
    '(SELECT COALESCE(SUM(q#.b), 0) FROM q AS q# WHERE q#.t = {text})',
  ],
  text: [
    ...['{text} || {text}', 'UPPER({text})', 'CONCAT({text}, {text}, {text})', '({record}).y'],
    ...['CAST({int} AS STRING)', 'CAST({float} AS STRING)', 'SUBSTR({text}, 1)', 'TYPEOF({int})'],
    ...['REGEXP_EXTRACT({text}, "x(.)")', 'NULLIF({text}, {text})', '({list})[SAFE_OFFSET(1)]'],
    ...['({list})[OFFSET(0)]', 'SPLIT({text})[OFFSET(0)]', 'ARRAY_TO_STRING({list}, ",")'],
    ...['(SELECT STRING_AGG(e#) FROM UNNEST({list}) AS e#)', 'FORMAT("%s %d", {text}, {int})'],
    ...['(SELECT e# FROM UNNEST({list}) AS e# LIMIT 1)', 'ARRAY_FIRST({list})'],
  ],
  bool: [
    ...['{int} = {int}', '{text} < {text}', '{float} > {float}', 'NOT ({bool})', '{list} = {list}'],
    ...['({bool} AND {bool})', '({bool} OR {bool})', '({bool}) IS TRUE', '({bool}) IS NOT FALSE'],
    ...['{int} IS NULL', '{text} IS NOT NULL', '{record} IS NOT NULL', '{int} IS NOT NULL'],
    ...['{int} IN ({int}, {int})', '{int} NOT IN ({int}, {int})', '{text} IN UNNEST({list})'],
    ...['{int} BETWEEN {int} AND {int}', '{int} NOT BETWEEN {int} AND {int}', '{text} LIKE "x%"'],
    ...[
      '{int} IS DISTINCT FROM {int}',
      '{text} IS NOT DISTINCT FROM {text}',
      '{record} = {record}',
    ],
    ...['EXISTS (SELECT 1 FROM q AS q# WHERE q#.b = {int})', '{int} IN (SELECT q#.b FROM q AS q#)'],
    ...['{int} NOT IN (SELECT q#.a FROM q AS q#)', '{text} NOT IN (SELECT q#.t FROM q AS q#)'],
    ...['STARTS_WITH({text}, {text})', 'ISERROR(1 / {int})', '{text} NOT LIKE {text}'],
    ...['{int} IN (SELECT q#.a FROM q AS q# WHERE q#.a > {int})'],
  ],
  float: [
    ...['{int} / {int}', 'CAST({int} AS FLOAT64)', '{float} + {float}', 'ROUND({float}, 2)'],
    ...['SQRT(ABS({int}))', 'IEEE_DIVIDE({int}, {int})', 'SAFE_DIVIDE({int}, {int})', 'LN({int})'],
    ...['POW({int}, {int})', 'EXP({int})', '{float} * {float}', 'CAST({text} AS FLOAT64)'],
    ...['SIGN({float})', 'GREATEST({float}, {float})', 'MOD({int}, {int}) / 3'],
  ],
  record: [
    ...['STRUCT({int} AS x, {text} AS y)', 'STRUCT({int} AS x, {text} AS y)'],
    '(SELECT AS STRUCT {int} AS x, {text} AS y)',
  ],
  list: [
    ...['[{text}, {text}]', 'SPLIT({text}, "")', 'ARRAY_CONCAT({list}, {list})'],
    ...['ARRAY(SELECT e# FROM UNNEST({list}) AS e# WHERE e# IS NOT NULL)', '{list} || {list}'],
    ...['ARRAY(SELECT q#.t FROM q AS q#)', 'ARRAY_REVERSE({list})'],
  ],
};

/** Aggregates of a kind. */
export const AGGREGATES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  int: [
    ...['COUNT(*)', 'COUNT({int})', 'COUNTIF({bool})', 'SUM({int})', 'MIN({int})', 'MAX({int})'],
    ...['ANY_VALUE({int})', 'SUM(DISTINCT {int})', 'ANY_VALUE({int} HAVING MAX {int})'],
    ...['COUNT(DISTINCT {text})', 'MAX_BY({int}, {int})', 'BIT_OR({int})'],
  ],
  text: ['MIN({text})', 'STRING_AGG({text})', 'STRING_AGG({text} LIMIT 1)', 'ANY_VALUE({text})'],
  bool: ['LOGICAL_AND({bool})', 'LOGICAL_OR({bool})', 'MAX({bool})'],
  float: ['AVG({int})', 'SUM({float})', 'MIN({float})', 'AVG({float})', 'STDDEV({int})'],
  record: ['ANY_VALUE({record})'],
  list: ['ARRAY_AGG({text} IGNORE NULLS)', 'ARRAY_CONCAT_AGG({list})', 'ANY_VALUE({list})'],
};

/** The order and the frames of windows. */
export const ORDER = 'ORDER BY {int}, {text}';
export const FRAMES = [
  ...[
    '',
    '',
    'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
    'ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING',
  ],
  ...[
    'ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING',
    'ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING',
  ],
  ...['ROWS 1 PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING'],
];
/** Window functions of a kind that take no frame. */
export const WINDOWS = {
  int: [
    'ROW_NUMBER()',
    'RANK()',
    'NTILE(2)',
    'LAG({int})',
    'LEAD({int}, 1, {int})',
    'DENSE_RANK()',
  ],
  text: ['LAG({text}, 2, {text})', 'LEAD({text})'],
  float: ['PERCENT_RANK()', 'CUME_DIST()'],
} as const;
/** Those that take a frame. */
export const FRAMED = {
  int: ['FIRST_VALUE({int})', 'LAST_VALUE({int})', 'NTH_VALUE({int}, 2)'],
  text: ['FIRST_VALUE({text})', 'LAST_VALUE({text} IGNORE NULLS)'],
} as const;

/** How CAST writes a kind. */
export const NULL_TYPES: Readonly<Record<Kind, string>> = {
  int: 'INT64',
  text: 'STRING',
  bool: 'BOOL',
  float: 'FLOAT64',
  record: 'STRUCT<x INT64, y STRING>',
  list: 'ARRAY<STRING>',
};
