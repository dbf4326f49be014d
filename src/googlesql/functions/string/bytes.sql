-- BYTES as a text of one character a byte, for functions that DuckDB has for text only.
CREATE MACRO gsql_text_of_bytes(b) AS
  CASE WHEN octet_length(b) = 0 THEN ''
       ELSE array_to_string(list_transform(regexp_extract_all(hex(b), '..'),
         lambda pair: chr(CAST(instr('0123456789ABCDEF', pair[1]) * 16 + instr('0123456789ABCDEF', pair[2]) - 17 AS INTEGER))), '') END;

-- The BYTES of such a text.
CREATE MACRO gsql_bytes_of_text(s) AS
  CASE WHEN s = '' THEN from_hex('')
       ELSE from_hex(array_to_string(list_transform(string_split(s, ''), lambda c: printf('%02x', unicode(c))), '')) END;

-- An array of such texts as BYTES.
CREATE MACRO gsql_bytes_list(list) AS list_transform(list, lambda s: gsql_bytes_of_text(s));

-- FROM_HEX(s).
CREATE MACRO gsql_from_hex(s) AS
  CASE WHEN regexp_full_match(s, '[0-9a-fA-F]*') THEN from_hex(s)
       WHEN s IS NOT NULL
         THEN gsql_error('Failed to decode invalid hexadecimal string due to character at offset '
           || length(regexp_extract(s, '^[0-9a-fA-F]*')) || ': ' || s) END;

-- Base64 without white space.
CREATE MACRO gsql_base64_digits(s) AS regexp_replace(s, '[ \t\n\x{0b}\f\r]', '', 'g');

-- Base64 with its padding, which GoogleSQL does not ask for.
CREATE MACRO gsql_base64_padded(s) AS s || repeat('=', (4 - length(s) % 4) % 4);

-- FROM_BASE64(s).
CREATE MACRO gsql_from_base64(s) AS
  CASE WHEN regexp_full_match(gsql_base64_digits(s),
              '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:[=.]{2})?|[A-Za-z0-9+/]{3}[=.]?)?')
         THEN from_base64(gsql_base64_padded(rtrim(gsql_base64_digits(s), '=.')))
       WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid base64 string') END;

-- TO_BASE32(b): five bytes are eight digits.
CREATE MACRO gsql_to_base32(b) AS
  rpad(left(array_to_string(list_transform(regexp_extract_all(rpad(hex(b), CAST(ceil(octet_length(b) / 5) * 10 AS INTEGER), '0'), '.{10}'),
      lambda chunk: array_to_string(list_transform([35, 30, 25, 20, 15, 10, 5, 0],
        lambda n: substring('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', CAST((CAST('0x' || chunk AS BIGINT) >> n) & 31 AS INTEGER) + 1, 1)), '')), ''),
    CAST(ceil(octet_length(b) * 8 / 5) AS INTEGER)), CAST(ceil(octet_length(b) / 5) * 8 AS INTEGER), '=');

-- FROM_BASE32(s).
CREATE MACRO gsql_from_base32(s) AS
  CASE WHEN regexp_full_match(s, '(?:[A-Z2-7]{8})*(?:[A-Z2-7]{2}(?:={6})?|[A-Z2-7]{4}(?:={4})?|[A-Z2-7]{5}(?:={3})?|[A-Z2-7]{7}=?)?')
         THEN from_hex(left(array_to_string(list_transform(
           regexp_extract_all(rtrim(s, '=') || repeat('A', (8 - length(rtrim(s, '=')) % 8) % 8), '.{8}'),
           lambda chunk: printf('%010x', list_reduce(list_prepend(CAST(0 AS BIGINT), list_transform(string_split(chunk, ''),
             lambda c: CAST(instr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', c) - 1 AS BIGINT))), lambda x, y: x * 32 + y))), ''),
           length(rtrim(s, '=')) * 5 // 8 * 2))
       WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid base32 string') END;

-- SAFE_CONVERT_BYTES_TO_STRING(b). The alternatives are what UTF-8 takes for one character, written in the characters
-- of the same codes; the last is any other byte, which becomes U+FFFD.
CREATE MACRO gsql_convert_bytes(b) AS
  CASE WHEN TRY(decode(b)) IS NOT NULL THEN TRY(decode(b))
       ELSE array_to_string(list_transform(regexp_extract_all(gsql_text_of_bytes(b), '[\x{00}-\x{7f}]|[\x{c2}-\x{df}][\x{80}-\x{bf}]|\x{e0}[\x{a0}-\x{bf}][\x{80}-\x{bf}]|[\x{e1}-\x{ec}\x{ee}\x{ef}][\x{80}-\x{bf}]{2}|\x{ed}[\x{80}-\x{9f}][\x{80}-\x{bf}]|\x{f0}[\x{90}-\x{bf}][\x{80}-\x{bf}]{2}|[\x{f1}-\x{f3}][\x{80}-\x{bf}]{3}|\x{f4}[\x{80}-\x{8f}][\x{80}-\x{bf}]{2}|(?s:.)'),
         lambda c: coalesce(TRY(decode(gsql_bytes_of_text(c))), '\u{fffd}')), '') END;

-- CODE_POINTS_TO_BYTES(list).
CREATE MACRO gsql_code_points_to_bytes(list) AS
  CASE WHEN len(list) = list_count(list) THEN gsql_bytes_of_text(array_to_string(list_transform(list,
    lambda n: CASE WHEN n BETWEEN 0 AND 255 THEN chr(CAST(n AS INTEGER))
                   ELSE gsql_error('Invalid ASCII value ' || n) END), '')) END;

-- ASCII(BYTES).
CREATE MACRO gsql_byte_ascii(s) AS CASE WHEN s = '' THEN CAST(0 AS BIGINT) ELSE CAST(unicode(s) AS BIGINT) END;

-- LOWER(BYTES): ASCII only.
CREATE MACRO gsql_byte_lower(s) AS translate(s, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- UPPER(BYTES): ASCII only.
CREATE MACRO gsql_byte_upper(s) AS translate(s, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');

-- CAST(b AS STRING FORMAT 'BASE2').
CREATE MACRO gsql_to_base2(b) AS
  CASE WHEN octet_length(b) = 0 THEN ''
       WHEN octet_length(b) <= 131072 // 8 THEN CAST(CAST(b AS BIT) AS VARCHAR)
       WHEN b IS NOT NULL THEN gsql_error('Output of CAST exceeds max allowed output size of 128KB') END;

-- Bits of 0 and 1 as BYTES, with zeros before them.
CREATE MACRO gsql_from_bits(bits) AS unbin(lpad(bits, CAST(ceil(length(bits) / 8) * 8 AS INTEGER), '0'));

-- CAST(s AS BYTES FORMAT 'BASE2').
CREATE MACRO gsql_from_base2(s) AS
  CASE WHEN regexp_full_match(s, '[01]*') THEN gsql_from_bits(s)
       WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid base2 string due to character '''
         || substring(s, length(regexp_extract(s, '^[01]*')) + 1, 1) || ''' at offset ' || length(regexp_extract(s, '^[01]*'))) END;

-- CAST(b AS STRING FORMAT 'BASE8'): three bits are a digit.
CREATE MACRO gsql_to_base8(b) AS
  list_transform([gsql_to_base2(b)], lambda bits: array_to_string(list_transform(
    regexp_extract_all(lpad(bits, CAST(ceil(length(bits) / 3) * 3 AS INTEGER), '0'), '...'),
    lambda digit: printf('%o', CAST('0b' || digit AS BIGINT))), ''))[1];

-- CAST(s AS BYTES FORMAT 'BASE8'): three digits are one byte, and six are two.
CREATE MACRO gsql_from_base8(s) AS
  CASE WHEN regexp_full_match(s, '[0-7]*')
         THEN gsql_from_bits(right(array_to_string(list_transform(regexp_extract_all(s, '.'),
           lambda digit: lpad(bin(CAST(digit AS BIGINT)), 3, '0')), ''), CAST((length(s) * 3 + 5) // 8 * 8 AS INTEGER)))
       WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid base8 string') END;

-- CAST(b AS STRING FORMAT 'BASE64M'): lines of 76 letters.
CREATE MACRO gsql_to_base64m(b) AS array_to_string(regexp_extract_all(to_base64(b), '.{1,76}'), chr(10));

-- CAST(b AS STRING FORMAT 'ASCII').
CREATE MACRO gsql_to_ascii(b) AS
  CASE WHEN length(TRY(decode(b))) = octet_length(b) THEN TRY(decode(b))
       WHEN b IS NOT NULL THEN gsql_error('Failed to decode invalid ASCII string') END;

-- CAST(s AS BYTES FORMAT 'ASCII').
CREATE MACRO gsql_from_ascii(s) AS
  CASE WHEN length(s) = strlen(s) THEN encode(s) WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid ASCII string') END;

-- CAST(b AS STRING FORMAT 'UTF8').
CREATE MACRO gsql_to_utf8(b) AS
  coalesce(TRY(decode(b)), CASE WHEN b IS NOT NULL THEN gsql_error('A string is not valid UTF-8.') END);
