import { expect, test } from 'vitest';
import { compile } from '../../../duckdb/compile.ts';
import { testGoldens } from '../../goldens.ts';

testGoldens('parse-time');

test.each(['%G %V', '%V', '%J', '%E7S', '%E9S'])('PARSE_TIMESTAMP does not read %s', (format) => {
  expect(() => compile(`SELECT PARSE_TIMESTAMP('${format}', '1') AS x`)).toThrow(
    /^Format element %\w+ is not supported$/,
  );
});

test.each([
  // A day that the reference does not compute yet.
  '%Y %W %a',
  '%Y %U %w',
  // What the reference makes of these depends on their order.
  '%Y %j %m',
  '%d %Q',
  '%Y %U %W',
  // It takes parts of both years, or of both fractions.
  '%Y %y',
  '%C %Y',
  '%C %D',
  '%E3S %E*S',
])('PARSE_DATETIME refuses %s', (format) => {
  expect(() => compile(`SELECT PARSE_DATETIME('${format}', '1') AS x`)).toThrow(
    'This combination of format elements is not supported',
  );
});
