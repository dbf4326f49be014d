import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';
import { CIVIL } from './civil.ts';
import type { Scalar, Value } from './types.ts';

const EDGES_OF_INT64 = [
  0n,
  1n,
  -1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  1n - 2n ** 53n,
].concat([-(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]);

const EDGES_OF_STRING = [
  ...[
    '',
    ' ',
    ' a ',
    'null',
    'NULL',
    '\\N',
    'NaN',
    'true',
    '7',
    '=1+1',
    "it's",
    'a"b',
    'a,b',
    'a;b',
  ],
  ...[
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\t',
    '\u2028',
    '\ufeffa',
    '\u007f',
    'ß',
    'e\u0301',
    '\u{1f600}',
    '\uff5e',
  ],
  ...['[]', '{"a":1}', '@p', '$x', '{x}', '--', '/*', '`', '\\', '\\n', '%41', 'a+b', 'a&b=c', '#'],
];

const EDGES_OF_FLOAT = [0, -0, 1, 0.1, 1e21, 1e-7, 5e-324, 2 ** 53 + 2, 1e300, -1.5];
const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

const string = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }) },
    { weight: 4, arbitrary: fc.constantFrom(...EDGES_OF_STRING) },
    { weight: 1, arbitrary: fc.constant('') },
  )
  .filter(isText);

const NUMERIC_LIMIT = 10n ** 38n - 1n;

/** The canonical text of a decimal number with nine places. */
function decimal(scaled: bigint): string {
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction && `.${fraction}`}`;
}

/** The number of billionths in a canonical text. */
function billionths(text: Value): bigint {
  const [whole = '', fraction = ''] = String(text).split('.');
  return (
    BigInt(whole.replace('-', '') + fraction.padEnd(9, '0')) * (whole.startsWith('-') ? -1n : 1n)
  );
}

const order = (a: bigint | number | string, b: bigint | number | string) =>
  a < b ? -1 : a > b ? 1 : 0;
const quoted = (value: Value) => JSON.stringify(value);
const plain = (value: Value) => String(value);
const duckText = (value: Value) => `'${String(value).replaceAll("'", "''")}'`;
const isSafe = (value: Value) => Number.isSafeInteger(Number(value));

/** A name that NaN and infinities have in files. */
function floatText(value: Value): string {
  const number = value as number;
  if (Number.isNaN(number)) return 'NaN';
  return Number.isFinite(number) ? String(number) : number > 0 ? 'Infinity' : '-Infinity';
}

/** NaN is before all numbers. */
function compareFloats(a: Value, b: Value): number {
  const rank = (value: Value) => (Number.isNaN(value) ? 0 : 1);
  return rank(a) - rank(b) || order(a as number, b as number);
}

/** JSON whose numbers any reader has exactly, that is not null and has no NUL. */
const json = fc
  .jsonValue({ maxDepth: 2, stringUnit: anyCharacter })
  .map((value) =>
    JSON.stringify(value, (_, part) =>
      Number.isInteger(part) && !Number.isSafeInteger(part) ? 0.5 : part,
    ),
  )
  .filter(
    (text) =>
      text !== 'null' &&
      !text.includes('\\u0000') &&
      !/\\ud[89a-f]/.test(text) &&
      !text.includes('__proto__'),
  );

/** The types that random projects have, by their names. */
export const SCALARS_OF_PROJECTS: Readonly<Record<string, Scalar>> = {
  BOOL: {
    values: fc.boolean(),
    sql: (value) => plain(value).toUpperCase(),
    text: plain,
    json: plain,
    duckdb: ['BOOLEAN', plain],
    compare: (a, b) => Number(a) - Number(b),
  },
  INT64: {
    values: fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -9n, max: 9n }),
      fc.constantFrom(...EDGES_OF_INT64),
    ),
    sql: plain,
    text: plain,
    json: (value) => (isSafe(value) ? plain(value) : `"${value}"`),
    body: plain,
    variable: (value) => (isSafe(value) ? Number(value) : plain(value)),
    duckdb: ['BIGINT', duckText],
    compare: (a, b) => order(a as bigint, b as bigint),
  },
  FLOAT64: {
    values: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(...EDGES_OF_FLOAT),
      fc.constantFrom(...NOT_FINITE),
    ),
    sql: (value) =>
      Number.isFinite(value)
        ? `CAST('${value}' AS FLOAT64)`
        : `CAST('${floatText(value)}' AS FLOAT64)`,
    text: floatText,
    json: (value) => (Number.isFinite(value) ? JSON.stringify(value) : `"${floatText(value)}"`),
    duckdb: ['DOUBLE', (value) => `'${floatText(value)}'`],
    compare: compareFloats,
  },
  NUMERIC: {
    values: fc
      .oneof(
        fc.bigInt({ min: -NUMERIC_LIMIT, max: NUMERIC_LIMIT }),
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.constantFrom(0n, 1n, -1n, 10n ** 9n, 125n * 10n ** 8n, NUMERIC_LIMIT, -NUMERIC_LIMIT),
      )
      .map(decimal),
    sql: (value) => `NUMERIC '${value}'`,
    text: plain,
    json: quoted,
    duckdb: ['DECIMAL(38, 9)', duckText],
    compare: (a, b) => order(billionths(a), billionths(b)),
  },
  STRING: {
    values: string,
    sql: quoted,
    text: plain,
    json: quoted,
    duckdb: ['VARCHAR', duckText],
    compare: (a, b) => Buffer.compare(Buffer.from(plain(a)), Buffer.from(plain(b))),
  },
  BYTES: {
    values: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    sql: (value) => `FROM_BASE64('${value}')`,
    text: plain,
    json: quoted,
    duckdb: ['BLOB', (value) => `from_base64('${value}')`],
    compare: (a, b) =>
      Buffer.compare(Buffer.from(plain(a), 'base64'), Buffer.from(plain(b), 'base64')),
  },
  ...CIVIL,
  JSON: {
    values: json,
    sql: (value) => `JSON ${quoted(value)}`,
    text: plain,
    json: plain,
    body: quoted,
    variable: (value) => JSON.parse(plain(value)),
    duckdb: ['JSON', duckText],
  },
};
