/** What UTF-8 takes for one character, written in the characters of the same codes; else any one of them. */
const CHARACTER = [
  '[\\x{00}-\\x{7f}]',
  '[\\x{c2}-\\x{df}][\\x{80}-\\x{bf}]',
  '\\x{e0}[\\x{a0}-\\x{bf}][\\x{80}-\\x{bf}]',
  '[\\x{e1}-\\x{ec}\\x{ee}\\x{ef}][\\x{80}-\\x{bf}]{2}',
  '\\x{ed}[\\x{80}-\\x{9f}][\\x{80}-\\x{bf}]',
  '\\x{f0}[\\x{90}-\\x{bf}][\\x{80}-\\x{bf}]{2}',
  '[\\x{f1}-\\x{f3}][\\x{80}-\\x{bf}]{3}',
  '\\x{f4}[\\x{80}-\\x{8f}][\\x{80}-\\x{bf}]{2}',
  '(?s:.)',
].join('|');

const SPACE = '[ \\t\\n\\x{0b}\\f\\r]';
const DIGIT = '[A-Za-z0-9+/]';

/** Macros of BYTES, which DuckDB has few functions for: they are taken as text, one character for each byte. */
export const MACROS_BYTES: readonly string[] = [
  `CREATE MACRO gsql_text_of_bytes(b) AS
    CASE WHEN octet_length(b) = 0 THEN ''
         ELSE array_to_string(list_transform(regexp_extract_all(hex(b), '..'),
           lambda pair: chr(CAST(instr('0123456789ABCDEF', pair[1]) * 16 + instr('0123456789ABCDEF', pair[2]) - 17 AS INTEGER))), '') END`,
  `CREATE MACRO gsql_bytes_of_text(s) AS
    CASE WHEN s = '' THEN from_hex('')
         ELSE from_hex(array_to_string(list_transform(string_split(s, ''), lambda c: printf('%02x', unicode(c))), '')) END`,
  `CREATE MACRO gsql_bytes_list(list) AS list_transform(list, lambda s: gsql_bytes_of_text(s))`,
  `CREATE MACRO gsql_from_hex(s) AS
    CASE WHEN regexp_full_match(s, '[0-9a-fA-F]*') THEN from_hex(s)
         WHEN s IS NOT NULL
           THEN gsql_error('Failed to decode invalid hexadecimal string due to character at offset '
             || length(regexp_extract(s, '^[0-9a-fA-F]*')) || ': ' || s) END`,
  `CREATE MACRO gsql_base64_digits(s) AS regexp_replace(s, '${SPACE}', '', 'g')`,
  `CREATE MACRO gsql_base64_padded(s) AS s || repeat('=', (4 - length(s) % 4) % 4)`,
  `CREATE MACRO gsql_from_base64(s) AS
    CASE WHEN regexp_full_match(gsql_base64_digits(s),
                '(?:${DIGIT}{4})*(?:${DIGIT}{2}(?:[=.]{2})?|${DIGIT}{3}[=.]?)?')
           THEN from_base64(gsql_base64_padded(rtrim(gsql_base64_digits(s), '=.')))
         WHEN s IS NOT NULL THEN gsql_error('Failed to decode invalid base64 string') END`,
  `CREATE MACRO gsql_convert_bytes(b) AS
    CASE WHEN TRY(decode(b)) IS NOT NULL THEN TRY(decode(b))
         ELSE array_to_string(list_transform(regexp_extract_all(gsql_text_of_bytes(b), '${CHARACTER}'),
           lambda c: coalesce(TRY(decode(gsql_bytes_of_text(c))), '\u{fffd}')), '') END`,
  `CREATE MACRO gsql_code_points_to_bytes(list) AS
    CASE WHEN len(list) = list_count(list) THEN gsql_bytes_of_text(array_to_string(list_transform(list,
      lambda n: CASE WHEN n BETWEEN 0 AND 255 THEN chr(CAST(n AS INTEGER))
                     ELSE gsql_error('Invalid ASCII value ' || n) END), '')) END`,
  `CREATE MACRO gsql_byte_ascii(s) AS CASE WHEN s = '' THEN CAST(0 AS BIGINT) ELSE CAST(unicode(s) AS BIGINT) END`,
  `CREATE MACRO gsql_byte_lower(s) AS translate(s, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
  `CREATE MACRO gsql_byte_upper(s) AS translate(s, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')`,
];
