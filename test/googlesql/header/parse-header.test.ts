import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Header, parseHeader, parseQuery } from '#googlesql';
import { spellType } from '../../../src/googlesql/inference/proven-type.ts';

const SELECT = 'SELECT 1 AS one';

/** The header of these lines behind `-- `. */
const headerOf = (...lines: readonly string[]) =>
  parseHeader([...lines.map((line) => (line === '' ? '--' : `-- ${line}`)), SELECT].join('\n'));

test('the head comment of the documentation', () => {
  const sql = `-- Revenue by day and currency.
-- @param {STRING!} currency = 'EUR' - ISO 4217 code of the currency
-- @param since - First day; all days without it
-- @column revenue - Sum of the orders, in the currency
-- @cache 15m
SELECT DATE(o.ordered_at) AS day`;
  const { columns, errors, parameters, ...header } = parseHeader(sql);
  const [currency, since] = parameters;

  expect(errors).toEqual([]);
  expect(header).toEqual({
    description: 'Revenue by day and currency.',
    cache: { value: 900, offset: sql.indexOf('15m') },
    end: sql.indexOf('SELECT'),
  });
  expect(currency).toMatchObject({
    name: 'currency',
    text: 'ISO 4217 code of the currency',
    default: { kind: 'literal', type: 'STRING', value: 'EUR', at: sql.indexOf("'EUR'") },
    offset: sql.indexOf('currency ='),
    typeOffset: sql.indexOf('STRING!'),
  });
  expect(currency?.type && spellType(currency.type)).toBe('STRING!');
  expect(since).toEqual({
    name: 'since',
    text: 'First day; all days without it',
    offset: sql.indexOf('since'),
  });
  expect(columns).toEqual([
    {
      name: 'revenue',
      text: 'Sum of the orders, in the currency',
      offset: sql.indexOf('revenue'),
    },
  ]);
});

test.each([
  ['--Text.\n--  More.', 'Text.\n More.'],
  ['# Text.\n#\n# More.', 'Text.\n\nMore.'],
  ['-- Text.   \r\n--\r\n-- More.', 'Text.\n\nMore.'],
  ['/* Text. */', 'Text.'],
  ['/**\n * Text.\n *\n *   More.\n **/', 'Text.\n\n  More.'],
  ['/*\n  Text.\n    More.\n*/', 'Text.\n  More.'],
  ['/* Text.\nMore. */', 'Text.\nMore.'],
  ['\n-- a\n\n# b\n/* c */ /* d */', 'a\nb\nc\nd'],
  ['--\n-- a\n--', 'a'],
  ['-- mail@example.com', 'mail@example.com'],
  ['--', undefined],
  ['', undefined],
])('the comment %j has the description %j', (comment, description) => {
  const header = parseHeader(`${comment}\n${SELECT} -- @nosuch`);

  expect(header.description).toBe(description);
  expect(header.errors).toEqual([]);
});

test.each([
  ['-- @cache 1h', 'line comment'],
  ['#@cache 1h', 'line comment without a blank'],
  ['/* @cache 1h */', 'block'],
  ['/**\n * @cache 1h\n */', 'block with stars'],
  ['/*\n   @cache 1h\n*/', 'indented block'],
  ['-- @cache\n--   1h', 'second line'],
  ['-- @cache\n--\t1h', 'second line after a tab'],
])('a tag in %j (%s)', (comment) => {
  const sql = `${comment}\n${SELECT}`;

  expect(parseHeader(sql)).toMatchObject({
    cache: { value: 3_600, offset: sql.indexOf('1h') },
    errors: [],
    end: sql.indexOf('SELECT'),
  });
});

test('texts go on over lines, between which a line may be empty', () => {
  const { columns, description, parameters } = headerOf(
    'Text.',
    '@param since - First day;',
    '  all days',
    '',
    '    without it',
    '@column n',
    '  - Number',
  );

  expect(description).toBe('Text.');
  expect(parameters[0]?.text).toBe('First day;\nall days\nwithout it');
  expect(columns[0]?.text).toBe('Number');
});

test('every setting', () => {
  const settings = (...lines: readonly string[]) => {
    const { columns, end, errors, parameters, ...rest } = headerOf(...lines);
    expect(errors).toEqual([]);
    return Object.fromEntries(
      Object.entries(rest).map(([name, part]) => [name, (part as { value: unknown }).value]),
    );
  };

  expect(
    settings(
      '@returns one',
      '@cache 2d',
      '@warm 5m',
      '@maxRows 500',
      '@maxBytes 10GB',
      '@sandbox',
      '@redact',
      '@tenant Shop_1',
      '@engine bigquery',
      '@id 3F0E4A52-6F8E-4D53-9A2C-7D0F6F1F8A11',
      '@deprecated Use b - or c.',
      '@example {"currency": "EUR",',
      '  "days": [1, null]}',
    ),
  ).toEqual({
    returnsOne: true,
    cache: 172_800,
    warm: 300,
    maxRows: 500,
    maxBytes: 1e10,
    sandbox: true,
    redact: true,
    tenant: 'Shop_1',
    engine: 'bigquery',
    id: '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a11',
    deprecated: 'Use b - or c.',
    example: { currency: 'EUR', days: [1, null] },
  });
  expect(settings('@cache off', '@warm off', '@sandbox off', '@redact off')).toEqual({
    cache: 'off',
    warm: 'off',
    sandbox: false,
    redact: false,
  });
});

/** A default as the parser reads it where an expression may stand, without its place. */
const expressionOf = (text: string) => {
  const query = parseQuery(`SELECT ${text}`);
  const [item] = query.body.kind === 'select' ? query.body.items : [];
  return withoutPlaces((item as { readonly expression?: object } | undefined)?.expression);
};

const withoutPlaces = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node, (key, value) => (key === 'at' ? undefined : value)) ?? 'null');

test.each([
  'NULL',
  'TRUE',
  'false',
  '5',
  '-5',
  '+0x1F',
  '-1.5e3',
  "'a - b'",
  '"it\'s"',
  "r'\\d'",
  "b'ab'",
  "DATE '2026-07-01'",
  "TIMESTAMP '2026-07-01 00:00:00+00'",
  "NUMERIC '1.5'",
  'JSON \'{"a": 1}\'',
  'INTERVAL 5 DAY',
  '[]',
  '[1, -2]',
  "['a', NULL]",
  "[DATE '2026-07-01']",
])('the default %s', (literal) => {
  const { errors, parameters } = headerOf(`@param p = ${literal} - it's a -- text = 1`);

  expect(errors).toEqual([]);
  expect(withoutPlaces(parameters[0]?.default)).toEqual(expressionOf(literal));
  expect(parameters[0]?.text).toBe("it's a -- text = 1");
});

test('names in backticks, and types', () => {
  const { columns, errors, parameters } = headerOf(
    '@column {ARRAY<STRUCT<`a b` INT64!, tags ARRAY<STRING!>!>!>!} `Q 2 - \\`x\\`` - Text',
    '@column {NUMERIC} select',
    '@column größe',
    '@param {ARRAY<STRING>} tags',
  );

  expect(errors).toEqual([]);
  expect(columns.map(({ name, text, type }) => [name, type && spellType(type), text])).toEqual([
    ['Q 2 - `x`', 'ARRAY<STRUCT<`a b` INT64!, tags ARRAY<STRING!>!>!>!', 'Text'],
    ['select', 'NUMERIC', undefined],
    ['größe', undefined, undefined],
  ]);
  expect(parameters.map(({ type }) => type && spellType(type))).toEqual(['ARRAY<STRING>']);
});

const LINES = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('@param {INT64!} a = -1 - b', '@column `a b`', '@cache 1h', '  more', ''),
    fc.array(fc.constantFrom('@param', '{', '}', 'INT64', '!', '=', "'", '-', ' ', '`', '*', 'a')),
  ),
);

test('every comment has a header, whose parts and errors lie before the statement', () => {
  fc.assert(
    fc.property(LINES, fc.constantFrom('-- ', '#', '--'), (lines, mark) => {
      const comment = lines
        .map((line) =>
          [line]
            .flat()
            .join('')
            .replace(/[\r\n]/g, ''),
        )
        .map((line) => `${mark}${line}\n`)
        .join('');
      const header = parseHeader(comment + SELECT);

      expect(header.end).toBe(comment.length);
      for (const offset of offsetsIn(header)) {
        expect(offset).toBeGreaterThan(0);
        expect(offset).toBeLessThan(comment.length);
      }
    }),
  );
});

function offsetsIn({ columns, errors, parameters, cache }: Header): readonly number[] {
  const parts = [...columns, ...errors, ...parameters, ...(cache ? [cache] : [])];
  return parts.map(({ offset }) => offset ?? -1);
}

test('a comment without an end is no comment', () => {
  expect(parseHeader('-- a\n/* b')).toMatchObject({ description: 'a', end: 5, errors: [] });
});

test('a comment of 64 KB is read whole', () => {
  const comment = '-- @param {INT64} a = 1 - b\n'.repeat(2_300);

  expect(parseHeader(comment + SELECT).errors).toHaveLength(2_299);
});
