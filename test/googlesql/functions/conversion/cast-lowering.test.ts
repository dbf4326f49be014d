import { expect, test } from 'vitest';
import { lowerCast } from '../../../../src/googlesql/functions/conversion/cast-lowering.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';

const cast = (from: keyof typeof SCALARS, to: keyof typeof SCALARS) =>
  lowerCast('f(g(x))', SCALARS[from], SCALARS[to], false);

test('lowerCast leaves an operand in its place that is read once', () => {
  expect(cast('TIMESTAMP', 'DATETIME')).toBe('make_timestamp(epoch_us(f(g(x))))');
  expect(cast('INT64', 'FLOAT64')).toBe('CAST(f(g(x)) AS DOUBLE)');
});

test('lowerCast binds an operand that a macro or a message may repeat', () => {
  for (const sql of [cast('FLOAT64', 'STRING'), cast('STRING', 'INT64')]) {
    expect(sql.split('f(g(x))'), sql).toHaveLength(2);
    expect(sql).toContain('lambda');
  }
});
