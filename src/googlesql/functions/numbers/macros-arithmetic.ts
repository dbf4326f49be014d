/** A float as messages write it: six digits at most. */
const NUMBER = (name: string) => `printf('%g', ${name})`;

function overflow(a: string, symbol: string, b: string): string {
  return `gsql_error('double overflow: ' || ${NUMBER(a)} || ' ${symbol} ' || ${NUMBER(b)})`;
}

/** A float operation that fails where finite operands give an infinite result. */
function checked(name: string, symbol: string): string {
  return `CREATE MACRO ${name}(a, b) AS
    CASE WHEN isinf(a ${symbol} b) AND isfinite(a) AND isfinite(b) THEN ${overflow('a', symbol, 'b')}
         ELSE a ${symbol} b END`;
}

/** Macros of arithmetic on numbers. */
export const MACROS_ARITHMETIC: readonly string[] = [
  checked('gsql_add', '+'),
  checked('gsql_subtract', '-'),
  checked('gsql_multiply', '*'),
  `CREATE MACRO gsql_divide(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL
         THEN gsql_error('division by zero: ' || ${NUMBER('a')} || ' / ' || ${NUMBER('b')})
         WHEN isinf(a / b) AND isfinite(a) THEN ${overflow('a', '/', 'b')}
         ELSE a / b END`,
  // A NUMERIC without trailing zeros.
  `CREATE MACRO gsql_numeric_text(x) AS regexp_replace(CAST(x AS VARCHAR), '\\.?0+$', '')`,
  // The digits before and behind the point as integers, both with the sign.
  `CREATE MACRO gsql_numeric_whole(x) AS CAST(trunc(x) AS HUGEINT)`,
  `CREATE MACRO gsql_numeric_rest(x) AS CAST((x - trunc(x)) * 1000000000 AS HUGEINT)`,
  `CREATE MACRO gsql_numeric(units) AS
    CAST(CAST(units // 1000000000 AS DECIMAL(29, 0)) AS DECIMAL(38, 9))
      + CAST(CAST(units % 1000000000 AS DECIMAL(9, 0)) * CAST(0.000000001 AS DECIMAL(9, 9)) AS DECIMAL(38, 9))`,
  // Half away from zero.
  `CREATE MACRO gsql_round_divide(n, unit) AS (n + sign(n) * (unit // 2)) // unit`,
  `CREATE MACRO gsql_numeric_product(a, b) AS
    gsql_numeric_whole(a) * gsql_numeric_whole(b) * 1000000000
      + gsql_numeric_whole(a) * gsql_numeric_rest(b) + gsql_numeric_rest(a) * gsql_numeric_whole(b)
      + gsql_round_divide(gsql_numeric_rest(a) * gsql_numeric_rest(b), 1000000000)`,
  `CREATE MACRO gsql_numeric_multiply(a, b) AS
    CASE WHEN a IS NOT NULL AND b IS NOT NULL
              AND coalesce(abs(TRY(gsql_numeric_product(a, b))) >= 100000000000000000000000000000000000000, true)
         THEN gsql_error('numeric overflow: ' || gsql_numeric_text(a) || ' * ' || gsql_numeric_text(b))
         ELSE gsql_numeric(gsql_numeric_product(a, b)) END`,
  `CREATE MACRO gsql_numeric_units(x) AS gsql_numeric_whole(x) * 1000000000 + gsql_numeric_rest(x)`,
  // What is left of the whole quotient gives nine digits more; large divisors lose digits that do not count.
  `CREATE MACRO gsql_numeric_ratio(a, b) AS
    CASE WHEN b < 100000000000000000000000000000
         THEN a // b * 1000000000 + (a % b * 1000000000 + b // 2) // b
         ELSE a // b * 1000000000 + (a % b // 1000000000 * 1000000000 + b // 2000000000) // (b // 1000000000) END`,
  `CREATE MACRO gsql_numeric_quotient(a, b) AS
    CAST(sign(a) * sign(b) AS HUGEINT)
      * gsql_numeric_ratio(abs(gsql_numeric_units(a)), abs(gsql_numeric_units(b)))`,
  `CREATE MACRO gsql_numeric_divide(a, b) AS
    CASE WHEN b = 0 AND a IS NOT NULL
         THEN gsql_error('division by zero: ' || gsql_numeric_text(a) || ' / ' || gsql_numeric_text(b))
         WHEN a IS NOT NULL AND b IS NOT NULL
              AND coalesce(abs(TRY(gsql_numeric_quotient(a, b))) >= 100000000000000000000000000000000000000, true)
         THEN gsql_error('numeric overflow: ' || gsql_numeric_text(a) || ' / ' || gsql_numeric_text(b))
         ELSE gsql_numeric(gsql_numeric_quotient(a, b)) END`,
];
