import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import {
  bind,
  lowerAttempt,
  macro,
  pattern,
} from '../../../../src/googlesql/functions/core/lowering.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';
import { printSql } from '../../../../src/googlesql/functions/core/print-sql.ts';
import {
  aliasOf,
  arithmetic,
  arithmeticMacro,
  castAs,
  dotted,
  fieldOf,
  join,
  parameterOf,
  RANDOM,
  type Sql,
  sql,
  textOf,
  variable,
} from '../../../../src/googlesql/functions/core/sql.ts';

const call = (args: readonly Sql[]) => ({
  arguments: args,
  literals: args.map(() => undefined),
});

const print = (made: Sql) => printSql(made).sql;

const A = variable('a');
const COLUMN = dotted(aliasOf('t1'), 'c2');
const PARAMETER = parameterOf('p', 'CAST($p AS BIGINT)', 'operand');

test('bind repeats names, fields of names, parameters and constants', () => {
  const cheap = [
    COLUMN,
    dotted(COLUMN, '"a b"'),
    fieldOf(fieldOf(A, 'x'), "it's"),
    PARAMETER,
    castAs(PARAMETER, 'DOUBLE'),
    textOf('x'),
    arithmetic`(${arithmetic`epoch_us(${COLUMN})`} + 5) // 1000`,
    arithmetic`(${arithmeticMacro`gsql_div(${COLUMN}, ${PARAMETER})`} * 60)`,
  ];

  const made = bind(call(cheap), (names) => join('|', names));

  expect(print(made)).toBe(
    "t1.c2|t1.c2.\"a b\"|struct_extract(struct_extract(a, 'x'), 'it''s')|CAST($p AS BIGINT)|" +
      "CAST(CAST($p AS BIGINT) AS DOUBLE)|'x'|(epoch_us(t1.c2) + 5) // 1000|" +
      '(gsql_div(t1.c2, CAST($p AS BIGINT)) * 60)',
  );
});

test('bind computes a costly argument once, beside a literal that may be repeated', () => {
  const args = [sql`lower(c1)`, sql`5::BIGINT`];

  const made = bind(
    { arguments: args, literals: [undefined, 5n] },
    ([a, n]) => sql`f(${a}, ${a}, ${n})`,
  );

  expect(print(made)).toBe(
    'list_transform([{a0: lower(c1)}], lambda bound: f(bound.a0, bound.a0, 5::BIGINT))[1]',
  );
});

test.each<[string, Sql]>([
  ['lower(c1)', sql`lower(c1)`],
  ['random()', RANDOM],
  ['(a * lower(b))', arithmetic`(${A} * ${sql`lower(b)`})`],
  [`${'a + '.repeat(50)}a`, arithmetic`${A}${' + a'.repeat(50)}`],
  ['CAST(a AS DATE)', castAs(A, 'DATE')],
  [
    'gsql_div(gsql_div(a, a), a)',
    arithmeticMacro`gsql_div(${arithmeticMacro`gsql_div(${A}, ${A})`}, ${A})`,
  ],
])('bind computes %s once', (text, costly) => {
  expect(print(bind(call([costly]), ([own]) => sql`f(${own}, ${own})`))).toBe(
    `list_transform([{a0: ${text}}], lambda bound: f(bound.a0, bound.a0))[1]`,
  );
});

test('variables of binds within one another have different names, also where one is printed twice', () => {
  const inner = (value: Sql | undefined) =>
    bind(call([sql`g(${value})`]), ([own]) => sql`f(${own}, ${own}, ${value})`);
  const twice = inner(A);

  const made = bind(call([sql`h(${twice})`]), ([own]) => sql`${inner(own)} + ${twice}`);

  expect(print(made)).toBe(
    'list_transform([{a0: h(list_transform([{a0: g(a)}], lambda bound: f(bound.a0, bound.a0, a))[1])}], ' +
      'lambda bound: list_transform([{a0: g(bound.a0)}], lambda bound1: f(bound1.a0, bound1.a0, bound.a0))[1] + ' +
      'list_transform([{a0: g(a)}], lambda bound1: f(bound1.a0, bound1.a0, a))[1])[1]',
  );
});

test('pattern puts arguments in their places and NULL where there is none', () => {
  const lowered = {
    ...call([A, variable('b')]),
    types: [],
    type: { kind: 'BOOL' },
    part: undefined,
    aggregate: undefined,
  } as const;

  expect(print(pattern('f($2, $1, $3)')(lowered))).toBe('f(b, a, NULL)');
  expect(print(macro('g', '1')(lowered))).toBe('g(a, b, 1)');
});

test('lowerAttempt gives NULL for the rows that fail, also where an expression is shared', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(PRELUDE.join(';\n'));
  const one = lowerAttempt(sql`gsql_divide(1.0, x)`);
  const more = lowerAttempt(sql`gsql_divide(1.0, x) + 1`);

  const reader = await connection.runAndReadAll(
    print(sql`SELECT ${one}, ${more} FROM (VALUES (0::DOUBLE), (2), (NULL)) t(x)`),
  );

  expect(reader.getRowsJS()).toEqual([
    [null, null],
    [0.5, 1.5],
    [null, null],
  ]);
});
