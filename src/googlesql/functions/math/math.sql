-- Rounding by the exact decimal digits of a number, of which the 25th behind the last one is never in doubt: 1.115 is
-- a little less than it looks, and rounds down.
CREATE MACRO gsql_round_digits(x, digits, scale) AS
  list_transform([printf('%.' || (digits + 25) || 'f', abs(x))], lambda text:
    sign(x) * (CAST(replace(left(text, -25), '.', '') AS BIGINT) + CASE WHEN text[-25] >= '5' THEN 1 ELSE 0 END) / scale)[1];

-- Rounding of a number below 10^15 by its 22 decimal digits.
CREATE MACRO gsql_round_decimal(x, digits) AS
  CAST(CAST(round(CAST(printf('%.22f', x) AS DECIMAL(38, 22)), digits) AS VARCHAR) AS DOUBLE);

-- ROUND(x, digits) of FLOAT64. Where the product is not near a half, its own error does not count; integers over a
-- power of ten are exact.
CREATE MACRO gsql_round(x, digits, scale) AS
  CASE WHEN abs(x * scale) < 4503599627370496 THEN
         CASE WHEN abs(abs(x * scale - trunc(x * scale)) - 0.5) > abs(x * scale) * 4.5e-16 THEN round(x * scale) / scale
              ELSE gsql_round_digits(x, digits, scale) END
       WHEN abs(x) < 1e15 THEN gsql_round_decimal(x, digits)
       ELSE round(x) END;

-- ROUND(x, -digits) of FLOAT64.
CREATE MACRO gsql_round_tens(x, tens) AS
  CASE WHEN isfinite(x) THEN round(x / tens) * tens ELSE x END;

-- TRUNC(x, digits) of FLOAT64.
CREATE MACRO gsql_trunc(x, pattern, scale) AS
  CASE WHEN abs(x * scale) < 4503599627370496
            AND abs(x * scale - round(x * scale)) > abs(x * scale) * 4.5e-16 THEN trunc(x * scale) / scale
       WHEN abs(x) < 1e15 THEN CAST(regexp_extract(printf('%.22f', x), pattern) AS DOUBLE)
       ELSE trunc(x) END;

-- TRUNC(x, -digits) of FLOAT64.
CREATE MACRO gsql_trunc_tens(x, tens) AS
  CASE WHEN isfinite(x) THEN trunc(x / tens) * tens ELSE x END;

-- The result of a function if it is a NUMERIC.
CREATE MACRO gsql_numeric_checked(x, result, call) AS
  CASE WHEN x IS NOT NULL AND TRY(CAST(result AS DECIMAL(38, 9))) IS NULL THEN gsql_error('numeric overflow: ' || call)
       ELSE TRY(CAST(result AS DECIMAL(38, 9))) END;

-- ABS(INT64).
CREATE MACRO gsql_abs(n) AS
  CASE WHEN n = -9223372036854775808 THEN gsql_error('int64 overflow: --9223372036854775808') ELSE abs(n) END;

-- MOD(a, b).
CREATE MACRO gsql_mod(a, b) AS
  CASE WHEN b = 0 AND a IS NOT NULL THEN gsql_error('division by zero: MOD(' || a || ', 0)')
       WHEN b = -1 THEN a - a ELSE a % b END;

-- DIV(a, b).
CREATE MACRO gsql_div(a, b) AS
  CASE WHEN b = 0 THEN gsql_error_of('division by zero: ' || a || ' / 0') ELSE a // b END;

-- SIGN(FLOAT64).
CREATE MACRO gsql_sign(x) AS CASE WHEN isnan(x) THEN x ELSE CAST(sign(x) AS DOUBLE) END;

-- SQRT(x).
CREATE MACRO gsql_sqrt(x) AS
  CASE WHEN x >= 0 THEN sqrt(x)
       WHEN x IS NOT NULL THEN gsql_error('Argument to SQRT cannot be negative: ' || gsql_float_text(x)) END;

-- The error of a function that has no value there.
CREATE MACRO gsql_float_error(name, x) AS gsql_error('Floating point error in function: ' || name || '(' || printf('%g', x) || ')');

-- The value y of a function where x is in its domain; NaN of the infinities outside of it, and of NaN.
CREATE MACRO gsql_in_domain(name, x, is_inside, y) AS
  CASE WHEN is_inside THEN y WHEN NOT isfinite(x) THEN CAST('nan' AS DOUBLE)
       WHEN x IS NOT NULL THEN gsql_float_error(name, x) END;

-- LN, LOG10, ASIN, ACOS, ACOSH and ATANH of x.
CREATE MACRO gsql_ln(x) AS gsql_in_domain('LN', x, x > 0, ln(x));
CREATE MACRO gsql_log10(x) AS gsql_in_domain('LOG10', x, x > 0, log10(x));
CREATE MACRO gsql_asin(x) AS gsql_in_domain('ASIN', x, x BETWEEN -1 AND 1, asin(x));
CREATE MACRO gsql_acos(x) AS gsql_in_domain('ACOS', x, x BETWEEN -1 AND 1, acos(x));
CREATE MACRO gsql_acosh(x) AS gsql_in_domain('ACOSH', x, x >= 1, acosh(x));
CREATE MACRO gsql_atanh(x) AS gsql_in_domain('ATANH', x, abs(x) < 1, atanh(x));

-- The logarithm as IEEE has it, where DuckDB raises an error.
CREATE MACRO gsql_ieee_ln(x) AS
  CASE WHEN x > 0 THEN ln(x) WHEN x = 0 THEN CAST('-inf' AS DOUBLE) WHEN x IS NOT NULL THEN CAST('nan' AS DOUBLE) END;

-- LOG(x, base).
CREATE MACRO gsql_log_of(x, base) AS
  CASE WHEN isinf(base) AND x IS NOT NULL THEN CAST('nan' AS DOUBLE)
       WHEN isfinite(x) AND isfinite(base) AND (base = 0 OR NOT isfinite(gsql_ieee_ln(x) / gsql_ieee_ln(base)))
         THEN gsql_error('Floating point error in function: ' || 'LOG(' || printf('%g', x) || ', ' || printf('%g', base) || ')')
       ELSE gsql_ieee_ln(x) / gsql_ieee_ln(base) END;

-- EXP(x).
CREATE MACRO gsql_exp(x) AS
  CASE WHEN isinf(exp(x)) AND isfinite(x) THEN gsql_float_error('EXP', x) ELSE exp(x) END;

-- POW(a, b).
CREATE MACRO gsql_pow(a, b) AS
  CASE WHEN NOT isfinite(pow(a, b)) AND isfinite(a) AND isfinite(b) THEN gsql_error('Floating point error in function: ' || 'POW(' || printf('%g', a) || ', ' || printf('%g', b) || ')') ELSE pow(a, b) END;

-- SIN, COS and TAN of x: NaN of an infinity.
CREATE MACRO gsql_sin(x) AS CASE WHEN isinf(x) THEN CAST('nan' AS DOUBLE) ELSE sin(x) END;
CREATE MACRO gsql_cos(x) AS CASE WHEN isinf(x) THEN CAST('nan' AS DOUBLE) ELSE cos(x) END;
CREATE MACRO gsql_tan(x) AS CASE WHEN isinf(x) THEN CAST('nan' AS DOUBLE) ELSE tan(x) END;

-- SINH and COSH of x, of which y is the value: an error where it is infinite and x is not.
CREATE MACRO gsql_hyperbolic(name, x, y) AS
  CASE WHEN isinf(y) AND isfinite(x)
         THEN gsql_error('Floating point overflow in function: ' || name || '(' || printf('%g', x) || ')')
       ELSE y END;
CREATE MACRO gsql_sinh(x) AS gsql_hyperbolic('SINH', x, sinh(x));
CREATE MACRO gsql_cosh(x) AS gsql_hyperbolic('COSH', x, cosh(x));

-- COT, CSC, COTH and CSCH of x, which have no value at zero, and beside it none that a double holds.
CREATE MACRO gsql_cot(x) AS CASE WHEN abs(x) <= 5.562684646268003e-309 THEN gsql_float_error('COT', x) ELSE 1 / gsql_tan(x) END;
CREATE MACRO gsql_csc(x) AS CASE WHEN abs(x) <= 5.562684646268003e-309 THEN gsql_float_error('CSC', x) ELSE 1 / gsql_sin(x) END;
CREATE MACRO gsql_coth(x) AS CASE WHEN abs(x) <= 5.562684646268003e-309 THEN gsql_float_error('COTH', x) ELSE 1 / tanh(x) END;
CREATE MACRO gsql_csch(x) AS CASE WHEN abs(x) <= 5.562684646268003e-309 THEN gsql_float_error('CSCH', x) ELSE 1 / sinh(x) END;

-- Two vectors between which there is a distance.
CREATE MACRO gsql_are_vectors(name, a, b) AS
  CASE WHEN len(a) != len(b) THEN gsql_error('Array length mismatch in ' || name || ': ' || len(a) || ' and ' || len(b))
       WHEN list_count(a) < len(a) OR list_count(b) < len(b) THEN gsql_error('NULL array element in ' || name)
       ELSE a IS NOT NULL AND b IS NOT NULL END;

CREATE MACRO gsql_dot_product(a, b) AS
  coalesce(list_sum(list_transform(a, lambda x, i: x * b[i])), 0);

-- COSINE_DISTANCE(a, b).
CREATE MACRO gsql_cosine_distance(a, b) AS
  CASE WHEN gsql_are_vectors('COSINE_DISTANCE', a, b) THEN
         CASE WHEN gsql_dot_product(a, a) = 0 OR gsql_dot_product(b, b) = 0
                THEN gsql_error('Cannot compute cosine distance against zero vector')
              ELSE 1 - gsql_dot_product(a, b) / (sqrt(gsql_dot_product(a, a)) * sqrt(gsql_dot_product(b, b))) END END;

-- EUCLIDEAN_DISTANCE(a, b).
CREATE MACRO gsql_euclidean_distance(a, b) AS
  CASE WHEN gsql_are_vectors('EUCLIDEAN_DISTANCE', a, b)
         THEN sqrt(coalesce(list_sum(list_transform(a, lambda x, i: (x - b[i]) * (x - b[i]))), 0)) END;

-- SAFE_ADD, SAFE_SUBTRACT and SAFE_MULTIPLY of FLOAT64: NULL where finite operands give an infinite result.
CREATE MACRO gsql_safe_add(a, b) AS CASE WHEN NOT gsql_overflows(a, b, a + b) THEN a + b END;
CREATE MACRO gsql_safe_subtract(a, b) AS CASE WHEN NOT gsql_overflows(a, b, a - b) THEN a - b END;
CREATE MACRO gsql_safe_multiply(a, b) AS CASE WHEN NOT gsql_overflows(a, b, a * b) THEN a * b END;

-- SAFE_DIVIDE(a, b) of FLOAT64.
CREATE MACRO gsql_safe_divide(a, b) AS
  CASE WHEN isfinite(a / nullif(b, 0)) OR NOT isfinite(a) OR NOT isfinite(b) THEN a / nullif(b, 0) END;
