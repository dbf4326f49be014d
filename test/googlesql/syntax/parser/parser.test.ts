import { expect, test } from 'vitest';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../../src/googlesql/syntax/printer/print.ts';
import type { Expression, Select } from '../../../../src/googlesql/syntax/tree/ast.ts';

function select(sql: string): Select {
  const { body } = parseQuery(sql);
  if (body.kind !== 'select') throw new Error(`"${sql}" is no plain SELECT`);
  return body;
}

/** The first expression of a SELECT list. */
function expression(sql: string): Expression {
  const [item] = select(`select ${sql}`).items;
  if (item?.kind !== 'select_expression') throw new Error(`"${sql}" is no expression`);
  return item.expression;
}

function printed(sql: string): string {
  return printQuery(parseQuery(sql));
}

test.each([
  [String.raw`'\a\b\f\n\r\t\v\\\?\"\'\`'`, 'STRING', '\x07\b\f\n\r\t\v\\?"\'`'],
  [String.raw`"\x41\101\u00e9\U0001F600"`, 'STRING', 'AAé😀'],
  [String.raw`R'\n'`, 'STRING', '\\n'],
  [`'''it's "so"'''`, 'STRING', `it's "so"`],
  ["'''a\r\nb\rc'''", 'STRING', 'a\nb\nc'],
  [String.raw`b'\xff\000é'`, 'BYTES', '\xff\0\xc3\xa9'],
  [String.raw`rB"\x"`, 'BYTES', '\\x'],
  ['007', 'INT64', '7'],
  ['0XFF', 'INT64', '0xff'],
  ['1.', 'FLOAT64', '1.0'],
  ['.5E3', 'FLOAT64', '0.5e3'],
  ['1e-3', 'FLOAT64', '1e-3'],
  ['decimal "1.50"', 'NUMERIC', '1.50'],
  ["timestamp '2026-07-01'", 'TIMESTAMP', '2026-07-01'],
])('parseQuery decodes %s', (sql, type, value) => {
  expect(expression(sql)).toEqual({ kind: 'literal', at: 7, type, value });
});

test('parseQuery keeps one backquoted name with dots as one identifier', () => {
  expect(select('select 1 from `a.b`.c').from).toMatchObject({
    path: [{ name: 'a.b' }, { name: 'c' }],
  });
});

test('parseQuery takes dashes into the first name of a table', () => {
  expect(select('select 1 from my-project-1.data.t').from).toMatchObject({
    path: [{ name: 'my-project-1' }, { name: 'data' }, { name: 't' }],
  });
});

test.each([
  ['a + b * c', 'a + b * c'],
  ['(a + b) * c', '(a + b) * c'],
  ['a - (b - c)', 'a - (b - c)'],
  ['(a - b) - c', 'a - b - c'],
  ['a | b ^ c & d << e + f || g * -h', 'a | b ^ c & d << e + f || g * -h'],
  ['not (a and b) or not c', 'NOT (a AND b) OR NOT c'],
  ['(a = b) = c', '(a = b) = c'],
  ['a <> b', 'a != b'],
  ['(a).b', '(a).b'],
  ['a[(offset(1))]', 'a[(OFFSET(1))]'],
  ['- -1', '- -1'],
  [
    'x between (case when a and b then 1 end) and 2',
    'x BETWEEN (CASE WHEN a AND b THEN 1 END) AND 2',
  ],
  ['((select 1))', '(SELECT 1)'],
  ['((select 1) union all (select 2))', '((SELECT 1) UNION ALL (SELECT 2))'],
  ['((select 1) + 1)', '(SELECT 1) + 1'],
])('printQuery puts parentheses into %s only where they count', (sql, text) => {
  expect(printQuery(parseQuery(`select ${sql}`)).toLowerCase()).toBe(
    `select ${text}`.toLowerCase(),
  );
});

test('printQuery quotes what could be read as anything else', () => {
  expect(printed('select `select`, `current_date`, `a b`, `é`, t.`from` as `lookup`')).toBe(
    'SELECT `select`, `current_date`, `a b`, `é`, t.`from` AS `lookup`',
  );
  expect(printed('select if(a, 1, 2), left(b, 1), `extract`(c), `safe_cast`(d)')).toBe(
    'SELECT if(a, 1, 2), left(b, 1), `extract`(c), `safe_cast`(d)',
  );
  expect(printed('select @interval, @`a b`')).toBe('SELECT @interval, @`a b`');
});

test('printQuery spells literals in one way', () => {
  expect(printed(String.raw`select "it's", '\x07\u00e9', b"\xff'", null, true, 0XAB, 1.`)).toBe(
    String.raw`SELECT 'it\'s', '\x07é', b'\xff\'', NULL, TRUE, 0xab, 1.0`,
  );
});

test('printQuery writes tables under the names it is told', () => {
  const text = printQuery(parseQuery('select 1 from `a.b`, t.c as x'), {
    tableName: (path) => `<${path.join('|')}>`,
  });

  expect(text).toBe('SELECT 1 FROM <a.b>, <t|c> AS x');
});

test('parseQuery gives a second condition to the join before', () => {
  expect(printed('select 1 from a join b join c on x on y')).toBe(
    'SELECT 1 FROM a JOIN (b JOIN c ON x) ON y',
  );
});

test('parseQuery keeps the grouping of parenthesised joins', () => {
  expect(printed('select 1 from a left join (b cross join c) on true')).toBe(
    'SELECT 1 FROM a LEFT JOIN (b CROSS JOIN c) ON TRUE',
  );
});

test('parseQuery places nodes where the reference points at them', () => {
  expect(expression('a not in (1)').at).toBe(13);
  expect(expression('a between 1 and 2').at).toBe(9);
  expect(expression("a like 'b'").at).toBe(7);
  expect(expression('(a) + b').at).toBe(7);
  expect(expression('a[0]').at).toBe(8);
  expect(expression('f(x).y').at).toBe(12);
});

test('parseQuery takes the CURRENT functions without parentheses', () => {
  expect(expression('current_date')).toMatchObject({ kind: 'call', parenthesized: false });
  expect(expression('current_date()')).toMatchObject({ kind: 'call', parenthesized: true });
  expect(expression('`current_date`')).toMatchObject({ kind: 'path' });
});
