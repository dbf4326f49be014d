-- A BIGNUMERIC is a BIGNUM of units of 10^-38.

-- The BIGNUMERIC of so many units, NULL where it is out of range.
CREATE MACRO gsql_if_bignumeric(units) AS
  CASE WHEN units BETWEEN CAST('-57896044618658097711785492504343953926634992332820282019728792003956564819968' AS BIGNUM)
                      AND CAST('57896044618658097711785492504343953926634992332820282019728792003956564819967' AS BIGNUM)
       THEN units END;

-- The parts of a number as text: its sign, the digits from the first that is not 0, and how many of these are units.
-- Without groups of a regular expression, which take 20 microseconds.
CREATE MACRO gsql_number_parts(t) AS
  {sign: CASE WHEN starts_with(t, '-') THEN '-' ELSE '' END, exponent: split_part(lower(t), 'e', 2),
   whole: ltrim(split_part(split_part(lower(t), 'e', 1), '.', 1), '+-'), fraction: split_part(split_part(lower(t), 'e', 1), '.', 2)};
CREATE MACRO gsql_decimal_parts(p) AS
  {sign: p.sign, digits: ltrim(p.whole || p.fraction, '0'),
   size: 38 + length(p.whole) + length(ltrim(p.whole || p.fraction, '0')) - length(p.whole || p.fraction)
     + CASE WHEN p.exponent = '' THEN 0
            ELSE coalesce(TRY_CAST(p.exponent AS INTEGER), CASE WHEN starts_with(p.exponent, '-') THEN -2147483648 ELSE 2147483647 END) END};

-- The units of such a number, rounded half away from zero; NULL where there are too many.
CREATE MACRO gsql_decimal_units(d) AS
  CASE WHEN d.digits = '' OR d.size < 0 THEN CAST('0' AS BIGNUM)
       WHEN d.size <= 77
       THEN CAST(concat(d.sign, '0', rpad(left(d.digits, d.size), CAST(d.size AS INTEGER), '0')) AS BIGNUM)
         + CAST(concat(d.sign, CASE WHEN substr(d.digits, d.size + 1, 1) >= '5' THEN '1' ELSE '0' END) AS BIGNUM) END;

-- CAST(STRING AS BIGNUMERIC). The range is tested where it may be left: DuckDB reads the bounds again for each row.
CREATE MACRO gsql_text_bignumeric(s) AS
  CASE WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\n\v\f\r]*')
       THEN list_transform([gsql_number_parts(regexp_extract(s, '[^ \t\n\v\f\r]+'))], lambda p:
         list_transform([gsql_decimal_parts(p)], lambda d:
           list_transform([gsql_decimal_units(d)], lambda units: CASE WHEN d.size < 77 THEN units ELSE gsql_if_bignumeric(units) END)[1])[1])[1] END;

-- PARSE_BIGNUMERIC(s).
CREATE MACRO gsql_parse_bignumeric(s) AS
  coalesce(gsql_text_bignumeric(gsql_parsed_number(s)),
    CASE WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_BIGNUMERIC: "' || s || '"') END);

-- CAST(INT64 AS BIGNUMERIC), and of a NUMERIC, whose text has nine digits behind the point.
CREATE MACRO gsql_int64_bignumeric(x) AS CAST(CAST(x AS VARCHAR) || repeat('0', 38) AS BIGNUM);
CREATE MACRO gsql_numeric_bignumeric(x) AS CAST(replace(CAST(x AS VARCHAR), '.', '') || repeat('0', 29) AS BIGNUM);

-- CAST(FLOAT64 AS BIGNUMERIC): the digits of a double are exact, and none beyond the hundredth decides.
CREATE MACRO gsql_float_bignumeric(x) AS CASE WHEN abs(x) < 1e39 THEN gsql_text_bignumeric(printf('%.100f', x)) END;

-- CAST(BIGNUMERIC AS STRING) of units and their digits: without trailing zeros.
CREATE MACRO gsql_units_text(units, digits) AS
  concat(CASE WHEN starts_with(units, '-') THEN '-' END,
    rtrim(rtrim(left(digits, -38) || '.' || right(digits, 38), '0'), '.'));
CREATE MACRO gsql_bignumeric_text(x) AS
  list_transform([CAST(x AS VARCHAR)], lambda units: CASE WHEN units IS NOT NULL
    THEN gsql_units_text(units, repeat('0', 39 - length(ltrim(units, '-'))) || ltrim(units, '-')) END)[1];

-- A result y of a BIGNUMERIC operation, which is NULL where it is out of range. In a lambda, so that the message is not
-- taken for a common part of two operations and computed before both.
CREATE MACRO gsql_bignumeric_result(y, isknown, operation) AS
  list_transform([{y: y}], lambda result:
    CASE WHEN result.y IS NULL AND isknown THEN gsql_error('BIGNUMERIC overflow: ' || operation) ELSE result.y END)[1];

-- a + b and a - b of BIGNUMERIC. DuckDB's own a - b flips the bits of b where they are, so that a - a is wrong, and two
-- threads would see each other's.
CREATE MACRO gsql_bignumeric_add(a, b) AS
  gsql_bignumeric_result(gsql_if_bignumeric(a + b), a IS NOT NULL AND b IS NOT NULL, gsql_bignumeric_text(a) || ' + ' || gsql_bignumeric_text(b));
CREATE MACRO gsql_bignumeric_subtract(a, b) AS
  gsql_bignumeric_result(gsql_if_bignumeric(a + (-b)), a IS NOT NULL AND b IS NOT NULL, gsql_bignumeric_text(a) || ' - ' || gsql_bignumeric_text(b));

-- a * b, a / b, DIV(a, b) and MOD(a, b), of the result y.
CREATE MACRO gsql_bignumeric_operation(name, a, b, y) AS
  list_transform([{y: y}], lambda result:
    CASE WHEN result.y IS NULL AND a IS NOT NULL AND b IS NOT NULL
         THEN gsql_error(CASE WHEN b = CAST('0' AS BIGNUM) THEN 'division by zero: ' ELSE 'BIGNUMERIC overflow: ' END
           || CASE WHEN name IN ('*', '/') THEN gsql_bignumeric_text(a) || ' ' || name || ' ' || gsql_bignumeric_text(b)
                   ELSE name || '(' || gsql_bignumeric_text(a) || ', ' || gsql_bignumeric_text(b) || ')' END)
         ELSE result.y END)[1];

-- The units of -a. DuckDB's own -a compares wrongly; its sum with another number does not.
CREATE MACRO gsql_negated(a) AS gsql_if_bignumeric(CAST('0' AS BIGNUM) + (-a));
CREATE MACRO gsql_bignumeric_negate(a) AS
  gsql_bignumeric_result(gsql_negated(a), a IS NOT NULL, '-(' || gsql_bignumeric_text(a) || ')');

-- ABS(a) and SIGN(a).
CREATE MACRO gsql_bignumeric_abs(a) AS
  CASE WHEN a < CAST('0' AS BIGNUM)
       THEN coalesce(gsql_negated(a), gsql_error('Floating point overflow in function: ABS(' || gsql_bignumeric_text(a) || ')'))
       ELSE a END;
CREATE MACRO gsql_bignumeric_sign(a) AS
  gsql_int64_bignumeric(CASE WHEN a > CAST('0' AS BIGNUM) THEN 1 WHEN a < CAST('0' AS BIGNUM) THEN -1 WHEN a IS NOT NULL THEN 0 END);

-- SUM of a sum, which is exact whatever its size.
CREATE MACRO gsql_sum_bignumeric(total) AS gsql_bignumeric_result(gsql_if_bignumeric(total), total IS NOT NULL, 'SUM');

-- TO_JSON_STRING(BIGNUMERIC).
CREATE MACRO gsql_json_bignumeric(x, written) AS
  CASE WHEN contains(written, '.') OR x NOT BETWEEN gsql_int64_bignumeric(-9007199254740992) AND gsql_int64_bignumeric(9007199254740992)
       THEN '"' || written || '"' ELSE written END;

-- CAST(… AS BIGNUMERIC(p, s)) of x, rounded to y.
CREATE MACRO gsql_limited_bignumeric(x, p, s, y) AS
  list_transform([{y: y}], lambda result:
    CASE WHEN x IS NOT NULL AND coalesce(gsql_bignumeric_abs(result.y) >= CAST('1' || repeat('0', CAST(38 + p - s AS BIGINT)) AS BIGNUM), true)
           THEN gsql_error('BIGNUMERIC(' || p || CASE WHEN s > 0 THEN ', ' || s ELSE '' END || ') has precision ' || p
             || ' and scale ' || s || ' but got a value that is not in range of [-' || gsql_numeric_bound(p, s)
             || ', ' || gsql_numeric_bound(p, s) || ']')
         ELSE result.y END)[1];
