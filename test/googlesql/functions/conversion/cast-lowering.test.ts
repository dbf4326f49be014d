import { expect, test } from 'vitest';
import { lowerCast } from '../../../../src/googlesql/functions/conversion/cast-lowering.ts';
import { printSql } from '../../../../src/googlesql/functions/core/print-sql.ts';
import { sql } from '../../../../src/googlesql/functions/core/sql.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';

const cast = (from: keyof typeof SCALARS, to: keyof typeof SCALARS) =>
  printSql(lowerCast(sql`f(g(x))`, SCALARS[from], SCALARS[to], false)).sql;

test('lowerCast leaves an operand in its place that is read once', () => {
  expect(cast('TIMESTAMP', 'DATETIME')).toBe('make_timestamp(epoch_us(f(g(x))))');
  expect(cast('INT64', 'FLOAT64')).toBe('CAST(f(g(x)) AS DOUBLE)');
});

test('lowerCast binds an operand that a macro or a message may repeat', () => {
  for (const text of [cast('FLOAT64', 'STRING'), cast('STRING', 'INT64')]) {
    expect(text.split('f(g(x))'), text).toHaveLength(2);
    expect(text).toContain('lambda');
  }
});
