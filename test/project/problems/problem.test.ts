import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printProblem, problemAt, problemOf } from '../../../src/project/problems/problem.ts';

test('a problem is printed with its line and a marker', () => {
  const text = '-- Orders.\r\n-- @cahce 15m\nSELECT 1';
  const problem = problemAt('endpoints/a.sql', text, 'There is no such tag', text.indexOf('@'));

  expect(problem).toMatchObject({ file: 'endpoints/a.sql', line: 2, column: 4 });
  expect(printProblem(problem)).toBe(
    `endpoints/a.sql:2:4: There is no such tag
> 2 | -- @cahce 15m
    |    ^`,
  );
});

test('a problem of a file that is not there is printed without a line', () => {
  expect(printProblem(problemOf('fieldstone.json', 'There is no such file'))).toBe(
    'fieldstone.json:1:1: There is no such file',
  );
});

test('a tab is one column, above which the marker stands', () => {
  const { column, frame } = problemAt('a', '\tx', 'm', 1);

  expect(column).toBe(2);
  expect(frame).toBe('> 1 | \tx\n    | \t^');
});

test('an emoji is two columns, as in editors', () => {
  expect(problemAt('a', '😀x', 'm', 2)).toMatchObject({ line: 1, column: 3 });
});

test('the end of a text, of a line, and an empty text have places', () => {
  expect(problemAt('a', 'ab\n', 'm', 3)).toMatchObject({ line: 2, column: 1 });
  expect(problemAt('a', 'ab\ncd', 'm', 2)).toMatchObject({ line: 1, column: 3 });
  expect(problemAt('a', '', 'm')).toMatchObject({ line: 1, column: 1, frame: '> 1 | \n    | ^' });
  expect(problemAt('a', 'ab', 'm', 99)).toMatchObject({ line: 1, column: 3 });
});

test('of a long line only what is around the place is printed', () => {
  const { frame = '' } = problemAt('a', `${'x'.repeat(5_000)}!${'y'.repeat(5_000)}`, 'm', 5_000);
  const [line = '', marker = ''] = frame.split('\n');

  expect(line.length).toBeLessThan(210);
  expect(line.charAt(marker.indexOf('^'))).toBe('!');
});

test('no character of a source moves a terminal’s cursor', () => {
  const { frame } = problemAt('a', 'a\u001b[2J\u2028b!', 'm', 7);

  expect(frame).toBe('> 1 | a [2J b!\n    |        ^');
});

test('the column points at the letter at the offset', () => {
  const unit = fc.constantFrom('a', 'b', '\n', '\r', '\t', '\r\n', 'ö', '😀');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1 }), fc.nat(), (text, number) => {
      const offset = number % text.length;
      fc.pre(!/[\r\n]/.test(text.charAt(offset)));
      const { column, line } = problemAt('a', text, 'm', offset);

      expect(text.split(/\r\n|\r|\n/)[line - 1]?.charAt(column - 1)).toBe(text.charAt(offset));
    }),
  );
});
