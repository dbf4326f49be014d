-- The 64 bits of an INT64 as an unsigned number.
CREATE MACRO gsql_low_bits(n) AS CAST(n & 18446744073709551615::HUGEINT AS HUGEINT);

-- The INT64 of 64 unsigned bits.
CREATE MACRO gsql_signed(n) AS
  CAST(CASE WHEN n >= 9223372036854775808::HUGEINT THEN n - 18446744073709551616::HUGEINT ELSE n END AS BIGINT);

-- A shift within bounds, even where the result is not used: DuckDB may still compute it.
CREATE MACRO gsql_shift(bits) AS CASE WHEN bits BETWEEN 0 AND 64 THEN CAST(bits AS INTEGER) END;

-- INT64 << bits. DuckDB's own fails where bits get lost.
CREATE MACRO gsql_shift_left(n, bits) AS
  CASE WHEN bits < 0 AND n IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
       WHEN bits > 63 AND n IS NOT NULL THEN 0::BIGINT
       ELSE gsql_signed((gsql_low_bits(n) % (1::HUGEINT << 64 - gsql_shift(bits))) * (1::HUGEINT << gsql_shift(bits))) END;

-- INT64 >> bits. DuckDB's own keeps the sign.
CREATE MACRO gsql_shift_right(n, bits) AS
  CASE WHEN bits < 0 AND n IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
       WHEN bits > 63 AND n IS NOT NULL THEN 0::BIGINT
       ELSE gsql_signed(gsql_low_bits(n) // (1::HUGEINT << gsql_shift(bits))) END;

-- The condition of &, | and ^ of BYTES; false for empty ones, which DuckDB has no BIT for.
CREATE MACRO gsql_same_length(a, b) AS
  CASE WHEN octet_length(a) != octet_length(b)
       THEN gsql_error('Bitwise binary operator for BYTES requires equal length of the inputs. Got '
         || octet_length(a) || ' bytes on the left hand side and ' || octet_length(b) || ' bytes on the right hand side.')
       ELSE octet_length(b) > 0 END;

-- ~BYTES.
CREATE MACRO gsql_not_bytes(a) AS CASE WHEN octet_length(a) > 0 THEN CAST(~ CAST(a AS BIT) AS BLOB) ELSE a END;

-- Whether some bits of BYTES remain after a shift.
CREATE MACRO gsql_is_shift(a, bits) AS
  CASE WHEN bits < 0 AND a IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
       ELSE bits < 8 * octet_length(a) END;

-- BYTES of the same length, all zero.
CREATE MACRO gsql_zeros(a) AS
  CASE WHEN octet_length(a) > 0 THEN CAST(xor(CAST(a AS BIT), CAST(a AS BIT)) AS BLOB) ELSE a END;

-- BYTES << bits.
CREATE MACRO gsql_shift_bytes_left(a, bits) AS
  CASE WHEN bits IS NULL THEN NULL WHEN gsql_is_shift(a, bits)
       THEN CAST(CAST(a AS BIT) << CAST(bits AS INTEGER) AS BLOB) ELSE gsql_zeros(a) END;

-- BYTES >> bits.
CREATE MACRO gsql_shift_bytes_right(a, bits) AS
  CASE WHEN bits IS NULL THEN NULL WHEN gsql_is_shift(a, bits)
       THEN CAST(CAST(a AS BIT) >> CAST(bits AS INTEGER) AS BLOB) ELSE gsql_zeros(a) END;
