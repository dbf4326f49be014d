-- Whether the result y of finite operands is infinite.
CREATE MACRO gsql_overflows(a, b, y) AS isinf(y) AND isfinite(a) AND isfinite(b);
CREATE MACRO gsql_double_overflow(a, operator, b) AS
  gsql_error('double overflow: ' || printf('%g', a) || ' ' || operator || ' ' || printf('%g', b));

-- a + b, a - b and a * b of FLOAT64. A finite result needs no other check.
CREATE MACRO gsql_add(a, b) AS
  CASE WHEN isfinite(a + b) THEN a + b
       WHEN gsql_overflows(a, b, a + b) THEN gsql_double_overflow(a, '+', b) ELSE a + b END;
CREATE MACRO gsql_subtract(a, b) AS
  CASE WHEN isfinite(a - b) THEN a - b
       WHEN gsql_overflows(a, b, a - b) THEN gsql_double_overflow(a, '-', b) ELSE a - b END;
CREATE MACRO gsql_multiply(a, b) AS
  CASE WHEN isfinite(a * b) THEN a * b
       WHEN gsql_overflows(a, b, a * b) THEN gsql_double_overflow(a, '*', b) ELSE a * b END;

-- a / b of FLOAT64; division by zero is an error.
CREATE MACRO gsql_divide(a, b) AS
  CASE WHEN b = 0 AND a IS NOT NULL
       THEN gsql_error('division by zero: ' || printf('%g', a) || ' / ' || printf('%g', b))
       WHEN isinf(a / b) AND isfinite(a) THEN gsql_double_overflow(a, '/', b)
       ELSE a / b END;

-- CAST(NUMERIC AS STRING): without trailing zeros.
CREATE MACRO gsql_numeric_text(x) AS rtrim(rtrim(CAST(x AS VARCHAR), '0'), '.');

-- The digits before the point as an integer, with the sign.
CREATE MACRO gsql_numeric_whole(x) AS CAST(trunc(x) AS HUGEINT);

-- The nine digits behind the point as an integer, with the sign.
CREATE MACRO gsql_numeric_rest(x) AS CAST((x - trunc(x)) * 1000000000 AS HUGEINT);

-- The NUMERIC of so many units of 10^-9.
CREATE MACRO gsql_numeric(units) AS
  CAST(CAST(units // 1000000000 AS DECIMAL(29, 0)) AS DECIMAL(38, 9))
    + CAST(CAST(units % 1000000000 AS DECIMAL(9, 0)) * CAST(0.000000001 AS DECIMAL(9, 9)) AS DECIMAL(38, 9));

-- n / unit, rounded half away from zero.
CREATE MACRO gsql_round_divide(n, unit) AS (n + sign(n) * (unit // 2)) // unit;

-- As gsql_round_divide, of odd units too.
CREATE MACRO gsql_round_divide_by(n, unit) AS sign(n) * ((2 * abs(n) + unit) // (2 * unit));

-- The units of a * b. DuckDB's own product of decimals overflows long before its result does.
CREATE MACRO gsql_numeric_product(a, b) AS
  gsql_numeric_whole(a) * gsql_numeric_whole(b) * 1000000000
    + gsql_numeric_whole(a) * gsql_numeric_rest(b) + gsql_numeric_rest(a) * gsql_numeric_whole(b)
    + gsql_round_divide(gsql_numeric_rest(a) * gsql_numeric_rest(b), 1000000000);

-- The digits of a DECIMAL(18, 9) before and behind the point, and the NUMERIC of so many units, in 64 bits: DuckDB's
-- divisions of 128 bits take a microsecond.
CREATE MACRO gsql_short_whole(x) AS CAST(trunc(x) AS BIGINT);
CREATE MACRO gsql_short_rest(x) AS CAST((x - trunc(x)) * 1000000000 AS BIGINT);
CREATE MACRO gsql_short_numeric(units) AS CAST(units AS DECIMAL(19, 0)) * CAST(0.000000001 AS DECIMAL(9, 9));

-- a * b of DECIMAL(18, 9) up to 10^9.
CREATE MACRO gsql_short_product(a, b) AS
  CAST(CAST(gsql_short_whole(a) * gsql_short_whole(b) AS DECIMAL(38, 9))
    + gsql_short_numeric(gsql_short_whole(a) * gsql_short_rest(b))
    + gsql_short_numeric(gsql_short_rest(a) * gsql_short_whole(b))
    + gsql_short_numeric(gsql_round_divide(gsql_short_rest(a) * gsql_short_rest(b), 1000000000)) AS DECIMAL(38, 9));

-- a * b of NUMERIC.
CREATE MACRO gsql_numeric_multiply(a, b) AS
  CASE WHEN a BETWEEN -1000000000 AND 1000000000 AND b BETWEEN -1000000000 AND 1000000000
         THEN gsql_short_product(CAST(a AS DECIMAL(18, 9)), CAST(b AS DECIMAL(18, 9)))
       WHEN a IS NOT NULL AND b IS NOT NULL
            AND coalesce(abs(TRY(gsql_numeric_product(a, b))) >= 100000000000000000000000000000000000000, true)
       THEN gsql_error('numeric overflow: ' || gsql_numeric_text(a) || ' * ' || gsql_numeric_text(b))
       ELSE gsql_numeric(gsql_numeric_product(a, b)) END;

-- A NUMERIC as units of 10^-9.
CREATE MACRO gsql_numeric_units(x) AS gsql_numeric_whole(x) * 1000000000 + gsql_numeric_rest(x);

-- a / b in units of 10^-9, both positive: the remainder of the whole quotient gives nine more digits. Large divisors
-- lose digits that do not count.
CREATE MACRO gsql_numeric_ratio(a, b) AS
  CASE WHEN b < 100000000000000000000000000000
       THEN a // b * 1000000000 + (a % b * 1000000000 + b // 2) // b
       ELSE a // b * 1000000000 + (a % b // 1000000000 * 1000000000 + b // 2000000000) // (b // 1000000000) END;

-- The units of a / b of NUMERIC.
CREATE MACRO gsql_numeric_quotient(a, b) AS
  CAST(sign(a) * sign(b) AS HUGEINT)
    * gsql_numeric_ratio(abs(gsql_numeric_units(a)), abs(gsql_numeric_units(b)));

-- a / b of NUMERIC; division by zero is an error.
CREATE MACRO gsql_numeric_divide(a, b) AS
  CASE WHEN b = 0 AND a IS NOT NULL
       THEN gsql_error('division by zero: ' || gsql_numeric_text(a) || ' / ' || gsql_numeric_text(b))
       WHEN a IS NOT NULL AND b IS NOT NULL
            AND coalesce(abs(TRY(gsql_numeric_quotient(a, b))) >= 100000000000000000000000000000000000000, true)
       THEN gsql_error('numeric overflow: ' || gsql_numeric_text(a) || ' / ' || gsql_numeric_text(b))
       ELSE gsql_numeric(gsql_numeric_quotient(a, b)) END;

-- DIV(a, b) of NUMERIC.
CREATE MACRO gsql_div_numeric(a, b) AS
  CASE WHEN b = 0 AND a IS NOT NULL THEN gsql_error('division by zero: DIV(' || gsql_numeric_text(a) || ', 0)')
       WHEN abs(gsql_numeric_units(a) // gsql_numeric_units(b)) > 99999999999999999999999999999
         THEN gsql_error('numeric overflow: DIV(' || gsql_numeric_text(a) || ', ' || gsql_numeric_text(b) || ')')
       ELSE CAST(gsql_numeric_units(a) // gsql_numeric_units(b) AS DECIMAL(38, 9)) END;

-- MOD(a, b) of NUMERIC.
CREATE MACRO gsql_mod_numeric(a, b) AS
  CASE WHEN b = 0 AND a IS NOT NULL THEN gsql_error('division by zero: MOD(' || gsql_numeric_text(a) || ', 0)')
       ELSE gsql_numeric(gsql_numeric_units(a) % gsql_numeric_units(b)) END;

-- The number of rows, or the distance, that bounds a frame.
CREATE MACRO gsql_frame_offset(x, written) AS
  CASE WHEN x IS NULL THEN gsql_error('The boundary offset value cannot be null')
       WHEN x < 0 THEN gsql_error('Window frame offset for PRECEDING or FOLLOWING must be non-negative, but was ' || written)
       ELSE x END;

-- The sort key of a RANGE frame over FLOAT64: NaN is the least number, and a distance from it reaches no other.
CREATE MACRO gsql_frame_float(x) AS
  CASE WHEN isnan(x) THEN CAST('-inf' AS DOUBLE)
       WHEN x = CAST('-inf' AS DOUBLE) THEN CAST(-1.7976931348623157e308 AS DOUBLE) ELSE x END;
