/** A call as messages show it, with numbers as the reference writes them. */
function shown(name: string, ...args: readonly string[]): string {
  const texts = args.map((arg) => `printf('%g', ${arg})`).join(" || ', ' || ");
  return `'${name}(' || ${texts} || ')'`;
}

function fails(name: string, ...args: readonly string[]): string {
  return `gsql_error('Floating point error in function: ' || ${shown(name, ...args)})`;
}

/** A function of one number that fails on some of them. */
function guarded(name: string, allowed: string, value: string): string {
  return `CREATE MACRO gsql_${name.toLowerCase()}(x) AS
    CASE WHEN ${allowed} THEN ${value} WHEN NOT isfinite(x) THEN CAST('nan' AS DOUBLE)
         WHEN x IS NOT NULL THEN ${fails(name, 'x')} END`;
}

/** Functions without a value at infinity. */
function wave(name: string): string {
  return `CREATE MACRO gsql_${name}(x) AS CASE WHEN isinf(x) THEN CAST('nan' AS DOUBLE) ELSE ${name}(x) END`;
}

/** A result that is infinite without an infinite argument. */
function bounded(name: string): string {
  return `CREATE MACRO gsql_${name.toLowerCase()}(x) AS
    CASE WHEN isinf(${name.toLowerCase()}(x)) AND isfinite(x)
           THEN gsql_error('Floating point overflow in function: ' || ${shown(name, 'x')})
         ELSE ${name.toLowerCase()}(x) END`;
}

/** A float operation without an error: NULL where finite operands give an infinite result. */
function safe(name: string, symbol: string): string {
  return `CREATE MACRO gsql_safe_${name}(a, b) AS
    CASE WHEN isinf(a ${symbol} b) AND isfinite(a) AND isfinite(b) THEN NULL ELSE a ${symbol} b END`;
}

/** Macros of the mathematical functions. */
export const MACROS_MATH: readonly string[] = [
  // By the exact decimal digits of the number, of which the 25th behind the last one is never in doubt: 1.115 is a
  // little less than it looks, and rounds down.
  `CREATE MACRO gsql_round_digits(x, digits, scale) AS
    list_transform([printf('%.' || (digits + 25) || 'f', abs(x))], lambda text:
      sign(x) * (CAST(replace(left(text, -25), '.', '') AS BIGINT) + CASE WHEN text[-25] >= '5' THEN 1 ELSE 0 END) / scale)[1]`,
  `CREATE MACRO gsql_round_decimal(x, digits) AS
    CAST(CAST(round(CAST(printf('%.22f', x) AS DECIMAL(38, 22)), digits) AS VARCHAR) AS DOUBLE)`,
  // Where the product is not near a half, its own error does not count; integers over a power of ten are exact.
  `CREATE MACRO gsql_round(x, digits, scale) AS
    CASE WHEN abs(x * scale) < 4503599627370496 THEN
           CASE WHEN abs(abs(x * scale - trunc(x * scale)) - 0.5) > abs(x * scale) * 4.5e-16 THEN round(x * scale) / scale
                ELSE gsql_round_digits(x, digits, scale) END
         WHEN abs(x) < 1e15 THEN gsql_round_decimal(x, digits)
         ELSE round(x) END`,
  `CREATE MACRO gsql_round_tens(x, tens) AS
    CASE WHEN isfinite(x) THEN round(x / tens) * tens ELSE x END`,
  `CREATE MACRO gsql_trunc(x, pattern, scale) AS
    CASE WHEN abs(x * scale) < 4503599627370496
              AND abs(x * scale - round(x * scale)) > abs(x * scale) * 4.5e-16 THEN trunc(x * scale) / scale
         WHEN abs(x) < 1e15 THEN CAST(regexp_extract(printf('%.22f', x), pattern) AS DOUBLE)
         ELSE trunc(x) END`,
  `CREATE MACRO gsql_trunc_tens(x, tens) AS
    CASE WHEN isfinite(x) THEN trunc(x / tens) * tens ELSE x END`,
  `CREATE MACRO gsql_numeric_checked(x, result, call) AS
    CASE WHEN x IS NOT NULL AND TRY(CAST(result AS DECIMAL(38, 9))) IS NULL THEN gsql_error('numeric overflow: ' || call)
         ELSE TRY(CAST(result AS DECIMAL(38, 9))) END`,
  `CREATE MACRO gsql_abs(n) AS
    CASE WHEN n = -9223372036854775808 THEN gsql_error('int64 overflow: --9223372036854775808') ELSE abs(n) END`,
  `CREATE MACRO gsql_mod(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL THEN gsql_error('division by zero: MOD(' || a || ', 0)')
         WHEN b = -1 THEN a - a ELSE a % b END`,
  `CREATE MACRO gsql_div(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL THEN gsql_error('division by zero: ' || a || ' / 0')
         WHEN b = -1 AND a = -9223372036854775808 THEN gsql_error('int64 overflow: --9223372036854775808')
         ELSE a // b END`,
  `CREATE MACRO gsql_sign(x) AS CASE WHEN isnan(x) THEN x ELSE CAST(sign(x) AS DOUBLE) END`,
  `CREATE MACRO gsql_sqrt(x) AS
    CASE WHEN x >= 0 THEN sqrt(x)
         WHEN x IS NOT NULL THEN gsql_error('Argument to SQRT cannot be negative: ' || gsql_float_text(x)) END`,
  guarded('LN', 'x > 0', 'ln(x)'),
  guarded('LOG10', 'x > 0', 'log10(x)'),
  // As IEEE has it, where DuckDB raises an error.
  `CREATE MACRO gsql_ieee_ln(x) AS
    CASE WHEN x > 0 THEN ln(x) WHEN x = 0 THEN CAST('-inf' AS DOUBLE) WHEN x IS NOT NULL THEN CAST('nan' AS DOUBLE) END`,
  `CREATE MACRO gsql_log_of(x, base) AS
    CASE WHEN isinf(base) AND x IS NOT NULL THEN CAST('nan' AS DOUBLE)
         WHEN isfinite(x) AND isfinite(base) AND (base = 0 OR NOT isfinite(gsql_ieee_ln(x) / gsql_ieee_ln(base)))
           THEN ${fails('LOG', 'x', 'base')}
         ELSE gsql_ieee_ln(x) / gsql_ieee_ln(base) END`,
  `CREATE MACRO gsql_exp(x) AS
    CASE WHEN isinf(exp(x)) AND isfinite(x) THEN ${fails('EXP', 'x')} ELSE exp(x) END`,
  `CREATE MACRO gsql_pow(a, b) AS
    CASE WHEN NOT isfinite(pow(a, b)) AND isfinite(a) AND isfinite(b) THEN ${fails('POW', 'a', 'b')} ELSE pow(a, b) END`,
  ...['sin', 'cos', 'tan'].map(wave),
  guarded('ASIN', 'x BETWEEN -1 AND 1', 'asin(x)'),
  guarded('ACOS', 'x BETWEEN -1 AND 1', 'acos(x)'),
  guarded('ACOSH', 'x >= 1', 'acosh(x)'),
  guarded('ATANH', 'abs(x) < 1', 'atanh(x)'),
  bounded('SINH'),
  bounded('COSH'),
  safe('add', '+'),
  safe('subtract', '-'),
  safe('multiply', '*'),
  `CREATE MACRO gsql_safe_divide(a, b) AS
    CASE WHEN isfinite(a / nullif(b, 0)) OR NOT isfinite(a) OR NOT isfinite(b) THEN a / nullif(b, 0) END`,
];
