import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import {
  argumentsOf,
  bind,
  constant,
  lowerAttempt,
  macro,
  native,
  pattern,
} from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { arithmeticMacro, NULL, type Sql, sql } from '../core/sql.ts';
import { infix } from './arithmetic.ts';
import { lowerBigOperation, roundBig } from './bignumeric.ts';

const scalar = scalarGroup('Mathematical');

const NUMBERS = ['FLOAT64', 'NUMERIC', 'BIGNUMERIC'] as const;

/** A power, root or logarithm; the engine computes those of decimals. */
function power(
  name: string,
  signature: string,
  ofFloats: Lowering,
  aliases: readonly string[] = [],
): FunctionDefinition {
  const lower: Lowering = (call) => {
    const { kind } = call.type;
    if (kind === 'FLOAT64') return ofFloats(call);
    const texts = call.arguments.map((value) => sql`CAST(${value} AS VARCHAR)`);
    const [x, y = "'0'"] = texts;
    const own = name === 'LOG' && texts.length === 1 ? 'LN' : name;
    return sql`CAST(gsql_decimal_power('${own}', '${kind}', ${x}, ${y}) AS ${duckdbType(call.type)})`;
  };
  return scalar(name, overloadsOf(NUMBERS, signature, lower), { aliases });
}

/** A function that exists only for floats. */
function trigonometric(name: string, lower: Lowering): FunctionDefinition {
  return scalar(name, [['(FLOAT64) -> FLOAT64', lower]]);
}

/** A distance of two vectors of floats. */
function distance(name: string, lower: string): FunctionDefinition {
  return scalar(name, [['(ARRAY<FLOAT64>, ARRAY<FLOAT64>) -> FLOAT64', macro(lower)]]);
}

function digitsOf(call: Pick<LoweredCall, 'literals'>): bigint {
  const digits = constant(call, 1);
  return typeof digits === 'bigint' ? digits : 0n;
}

const checkDigits: Check = ({ name, types, literals }) => {
  const mode = constant({ literals }, 2);
  if (mode !== undefined && !Object.hasOwn(ROUNDING_MODES, String(mode))) {
    const modes = Object.keys(ROUNDING_MODES).join(' and ');
    throw new Error(`The third argument of ${name} must be one of ${modes}`);
  }
  if (types[0]?.kind === 'FLOAT64' && digitsOf({ literals }) > MAX_DIGITS) {
    throw new Error(`The second argument of ${name} must not be greater than ${MAX_DIGITS}`);
  }
};

/** The value is the only argument that may be any expression. */
const DIGITS = { check: checkDigits, needsValue: (index: number) => index > 0 };

/** A float has no more reliable decimal digits. */
const MAX_DIGITS = 15n;
const MAX_TENS = 308n;

/** ROUND or TRUNC of a float; `more` has what the macro takes between the value and the power of ten. */
function roundFloat(name: 'round' | 'trunc', more: (digits: bigint) => string): Lowering {
  return (call) => {
    const digits = digitsOf(call);
    if (digits === 0n) return sql`${name}(${call.arguments[0]})`;
    return bind(argumentsOf(call, 0, 1), ([x = NULL]) => {
      if (digits > 0n) return sql`gsql_${name}(${x}, ${more(digits)}, 1e${digits})`;
      return digits < -MAX_TENS
        ? sql`CASE WHEN ${x} IS NOT NULL THEN 0e0 END`
        : sql`gsql_${name}_tens(${x}, 1e${-digits})`;
    });
  };
}

/** NUMERIC has 29 digits and nine fractional ones; a result above its range is an error. */
function roundNumeric(name: string, compute: (x: Sql, digits: bigint) => Sql): Lowering {
  return (call) => {
    const digits = digitsOf(call);
    return bind(argumentsOf(call, 0, 1), ([x = NULL]) => {
      if (digits >= 9n) return x;
      if (digits < -29n) return sql`CASE WHEN ${x} IS NOT NULL THEN CAST(0 AS ${DECIMAL}) END`;
      return sql`gsql_numeric_checked(${x}, ${compute(x, digits)}, '${name}(' || gsql_numeric_text(${x}) || ', ${digits})')`;
    });
  };
}

function truncNumeric(x: Sql, digits: bigint): Sql {
  if (digits === 0n) return sql`trunc(${x})`;
  return sql`(${x} - sign(${x}) * (abs(${x}) % ${unitOf(digits)}))`;
}

/** The value of the last digit that is kept. */
function unitOf(digits: bigint): Sql {
  const text =
    digits > 0n ? `0.${'0'.repeat(Number(digits) - 1)}1` : `1${'0'.repeat(Number(-digits))}`;
  return sql`CAST(${text} AS DECIMAL(38, 9))`;
}

function roundHalfEven(x: Sql, digits: bigint): Sql {
  const [down, unit] = [truncNumeric(x, digits), unitOf(digits)];
  const isTie = sql`abs(${x} - ${down}) + abs(${x} - ${down}) = ${unit}`;
  return sql`CASE WHEN ${isTie} AND ${down} % (${unit} + ${unit}) = 0 THEN ${down} ELSE round(${x}, ${digits}) END`;
}

function roundAway(x: Sql, digits: bigint): Sql {
  return sql`round(${x}, ${digits})`;
}

const ROUNDING_MODES: Readonly<Record<string, typeof roundAway>> = {
  ROUND_HALF_AWAY_FROM_ZERO: roundAway,
  ROUND_HALF_EVEN: roundHalfEven,
};

const roundInMode: Lowering = (call) =>
  roundNumeric('ROUND', ROUNDING_MODES[String(call.literals[2])] ?? roundAway)(call);

const DECIMAL = 'DECIMAL(38, 9)';

function wholeNumeric(name: string): Lowering {
  const text = name.toUpperCase();
  return (call) =>
    bind(
      argumentsOf(call, 0, 1),
      ([x = NULL]) =>
        sql`gsql_numeric_checked(${x}, ${name}(${x}), '${text}(' || gsql_numeric_text(${x}) || ')')`,
    );
}

/** A constant divisor other than 0 and -1 cannot fail. */
function byConstant(plain: Lowering, checked: Lowering): Lowering {
  return (call) => {
    const divisor = constant(call, 1);
    const isPlain = typeof divisor === 'bigint' && divisor !== 0n && divisor !== -1n;
    return isPlain ? plain(call) : checked(call);
  };
}

const lowerDiv: Lowering = (call) =>
  bind(call, ([dividend, divisor]) => arithmeticMacro`gsql_div(${dividend}, ${divisor})`);

function safeArithmetic(name: string, symbol: string): FunctionDefinition {
  // Two INT64 operands cannot overflow 128 bits.
  const integers: Lowering = ({ arguments: [a, b] }) =>
    sql`TRY_CAST(CAST(${a} AS HUGEINT) ${symbol} ${b} AS BIGINT)`;
  const numerics: Lowering = ({ arguments: [a, b] }) => lowerAttempt(sql`${a} ${symbol} ${b}`);
  return scalar(`SAFE_${name.toUpperCase()}`, [
    ['(INT64, INT64) -> INT64', integers],
    ['(FLOAT64, FLOAT64) -> FLOAT64', macro(`gsql_safe_${name}`)],
    [
      '(NUMERIC, NUMERIC) -> NUMERIC',
      symbol === '*' ? safeNumeric('gsql_numeric_multiply') : numerics,
    ],
    [
      '(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC',
      symbol === '*' ? lowerBigOperation('*', true) : safeNumeric(`gsql_bignumeric_${name}`),
    ],
  ]);
}

function safeNumeric(name: string): Lowering {
  return (call) => bind(call, (names) => lowerAttempt(sql`${name}(${names})`));
}

const ROUND_SIGNATURES = ['(FLOAT64, INT64?) -> FLOAT64', '(NUMERIC, INT64?) -> NUMERIC'] as const;

/** Functions that are errors, or NaN, where DuckDB has another value or another error. */
const CHECKED_FLOATS = [
  ...['SIN', 'COS', 'TAN', 'ASIN', 'ACOS', 'ACOSH', 'ATANH', 'SINH', 'COSH'],
  ...['COT', 'CSC', 'COTH', 'CSCH'],
];

/** Math functions. */
export const MATH_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('ABS', [
    ['(INT64) -> INT64', macro('gsql_abs')],
    ['(FLOAT64) -> FLOAT64', native('abs')],
    ['(NUMERIC) -> NUMERIC', native('abs')],
    ['(BIGNUMERIC) -> BIGNUMERIC', macro('gsql_bignumeric_abs')],
  ]),
  scalar('SIGN', [
    ['(INT64) -> INT64', pattern('CAST(sign($1) AS BIGINT)')],
    ['(FLOAT64) -> FLOAT64', macro('gsql_sign')],
    ['(NUMERIC) -> NUMERIC', pattern(`CAST(sign($1) AS ${DECIMAL})`)],
    ['(BIGNUMERIC) -> BIGNUMERIC', macro('gsql_bignumeric_sign')],
  ]),
  scalar(
    'ROUND',
    [
      [ROUND_SIGNATURES[0], roundFloat('round', String)],
      [ROUND_SIGNATURES[1], roundNumeric('ROUND', roundAway)],
      ['(NUMERIC, INT64, STRING) -> NUMERIC', roundInMode],
      ['(BIGNUMERIC, INT64?) -> BIGNUMERIC', roundBig('ROUND')],
      ['(BIGNUMERIC, INT64, STRING) -> BIGNUMERIC', roundBig('ROUND')],
    ],
    DIGITS,
  ),
  scalar(
    'TRUNC',
    [
      [ROUND_SIGNATURES[0], roundFloat('trunc', (n) => `'^-?[0-9]+\\.[0-9]{${n}}'`)],
      [ROUND_SIGNATURES[1], roundNumeric('TRUNC', truncNumeric)],
      ['(BIGNUMERIC, INT64?) -> BIGNUMERIC', roundBig('TRUNC')],
    ],
    DIGITS,
  ),
  scalar(
    'CEIL',
    [
      ['(FLOAT64) -> FLOAT64', native('ceil')],
      ['(NUMERIC) -> NUMERIC', wholeNumeric('ceil')],
      ['(BIGNUMERIC) -> BIGNUMERIC', roundBig('CEIL')],
    ],
    { aliases: ['CEILING'] },
  ),
  scalar('FLOOR', [
    ['(FLOAT64) -> FLOAT64', native('floor')],
    ['(NUMERIC) -> NUMERIC', wholeNumeric('floor')],
    ['(BIGNUMERIC) -> BIGNUMERIC', roundBig('FLOOR')],
  ]),
  scalar('MOD', [
    ['(INT64, INT64) -> INT64', byConstant(pattern('($1 % $2)'), macro('gsql_mod'))],
    ['(NUMERIC, NUMERIC) -> NUMERIC', macro('gsql_mod_numeric')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerBigOperation('MOD')],
  ]),
  scalar('DIV', [
    ['(INT64, INT64) -> INT64', byConstant(infix('//'), lowerDiv)],
    ['(NUMERIC, NUMERIC) -> NUMERIC', macro('gsql_div_numeric')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerBigOperation('DIV')],
  ]),
  power('POW', '(T, T) -> T', macro('gsql_pow'), ['POWER']),
  power('SQRT', '(T) -> T', macro('gsql_sqrt')),
  power('CBRT', '(T) -> T', native('cbrt')),
  power('EXP', '(T) -> T', macro('gsql_exp')),
  power('LN', '(T) -> T', macro('gsql_ln')),
  power('LOG', '(T, T?) -> T', (call) =>
    macro(call.arguments.length > 1 ? 'gsql_log_of' : 'gsql_ln')(call),
  ),
  power('LOG10', '(T) -> T', macro('gsql_log10')),
  scalar('IS_NAN', [['(FLOAT64) -> BOOL', native('isnan')]]),
  scalar('IS_INF', [['(FLOAT64) -> BOOL', native('isinf')]]),
  scalar('IEEE_DIVIDE', [['(FLOAT64, FLOAT64) -> FLOAT64', pattern('($1 / $2)')]]),
  safeArithmetic('add', '+'),
  safeArithmetic('subtract', '-'),
  safeArithmetic('multiply', '*'),
  scalar('SAFE_DIVIDE', [
    ['(FLOAT64, FLOAT64) -> FLOAT64', macro('gsql_safe_divide')],
    ['(NUMERIC, NUMERIC) -> NUMERIC', safeNumeric('gsql_numeric_divide')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerBigOperation('/', true)],
  ]),
  scalar('SAFE_NEGATE', [
    ['(INT64) -> INT64', pattern('TRY_CAST(-CAST($1 AS HUGEINT) AS BIGINT)')],
    ['(FLOAT64) -> FLOAT64', pattern('(-$1)')],
    ['(NUMERIC) -> NUMERIC', pattern('(-$1)')],
    ['(BIGNUMERIC) -> BIGNUMERIC', safeNumeric('gsql_bignumeric_negate')],
  ]),
  ...['ATAN', 'TANH', 'ASINH'].map((name) => trigonometric(name, native(name.toLowerCase()))),
  ...CHECKED_FLOATS.map((name) => trigonometric(name, macro(`gsql_${name.toLowerCase()}`))),
  trigonometric('SEC', pattern('(1 / gsql_cos($1))')),
  trigonometric('SECH', pattern('(1 / cosh($1))')),
  distance('COSINE_DISTANCE', 'gsql_cosine_distance'),
  distance('EUCLIDEAN_DISTANCE', 'gsql_euclidean_distance'),
  scalar('ATAN2', [['(FLOAT64, FLOAT64) -> FLOAT64', native('atan2')]]),
];
