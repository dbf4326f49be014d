import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import {
  bind,
  lowerAttempt,
  macro,
  pattern,
} from '../../../../src/googlesql/functions/core/lowering.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';

const call = (args: readonly string[]) => ({
  arguments: args,
  literals: args.map(() => undefined),
});

test('bind repeats names, fields of names, parameters and constants', () => {
  const cheap = [
    't1.c2',
    '"a b"',
    "struct_extract(struct_extract(c1, 'x'), 'it''s')",
    'CAST($p AS VARCHAR)',
    "'x'",
    '(epoch_us(t1.c2) + 5) // 1000',
    '(gsql_div(t1."a b", CAST($p AS BIGINT)) * 60)',
  ];

  expect(bind(call(cheap), (names) => names.join('|'))).toBe(cheap.join('|'));
});

test('bind computes a costly argument once, beside a literal that may be repeated', () => {
  const args = ['lower(c1)', '5::BIGINT'];

  const sql = bind(
    { arguments: args, literals: [undefined, 5n] },
    ([a, n]) => `f(${a}, ${a}, ${n})`,
  );

  expect(sql).toBe(
    'list_transform([{a0: lower(c1)}], lambda bound: f(bound.a0, bound.a0, 5::BIGINT))[1]',
  );
});

test.each([
  'lower(c1)',
  'random()',
  'a * lower(b)',
  `${'a + '.repeat(50)}a`,
  'gsql_mod(a, 5)',
  'gsql_div(gsql_div(a, b), c)',
])('bind computes %s once', (costly) => {
  expect(bind(call([costly]), ([a]) => `f(${a}, ${a})`)).toBe(
    `list_transform([{a0: ${costly}}], lambda bound: f(bound.a0, bound.a0))[1]`,
  );
});

test('pattern puts arguments in their places and NULL where there is none', () => {
  const lowered = {
    ...call(['a', 'b']),
    types: [],
    type: { kind: 'BOOL' },
    part: undefined,
    aggregate: undefined,
  } as const;

  expect(pattern('f($2, $1, $3)')(lowered)).toBe('f(b, a, NULL)');
  expect(macro('g', '1')(lowered)).toBe('g(a, b, 1)');
});

test('lowerAttempt gives NULL for the rows that fail, also where an expression is shared', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of PRELUDE) await connection.run(statement);
  const one = lowerAttempt('gsql_divide(1.0, x)');
  const more = lowerAttempt('gsql_divide(1.0, x) + 1');

  const reader = await connection.runAndReadAll(
    `SELECT ${one}, ${more} FROM (VALUES (0::DOUBLE), (2), (NULL)) t(x)`,
  );

  expect(reader.getRowsJS()).toEqual([
    [null, null],
    [0.5, 1.5],
    [null, null],
  ]);
});
