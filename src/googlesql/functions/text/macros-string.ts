import { MACROS_FORMAT } from './format.ts';
import { MACROS_BYTES } from './macros-bytes.ts';
import { MACROS_GROWTH, refuseLong } from './macros-growth.ts';

const NARROW_CODES = Array.from({ length: 94 }, (_, i) => 0x21 + i);
const NARROW = NARROW_CODES.map((code) => String.fromCharCode(code).replace("'", "''")).join('');
const WIDE = NARROW_CODES.map((code) => String.fromCharCode(code + 0xfee0)).join('');

/** Macros of the string functions. */
export const MACROS_STRING: readonly string[] = [
  ...MACROS_BYTES,
  ...MACROS_GROWTH,
  // No string is longer, and DuckDB takes no larger number.
  `CREATE MACRO gsql_clamp(n) AS CASE WHEN n > 2147483647 THEN 2147483647 ELSE n END`,
  // From the end for a negative position, and never before the first character.
  `CREATE MACRO gsql_start(pos, size) AS
    CASE WHEN pos > 0 THEN gsql_clamp(pos) WHEN pos = 0 OR pos < -size THEN 1
         ELSE size + 1 + pos END`,
  `CREATE MACRO gsql_substr(s, pos) AS substring(s, gsql_start(pos, length(s)))`,
  `CREATE MACRO gsql_substr_n(s, pos, n) AS
    CASE WHEN n < 0 AND s IS NOT NULL AND pos IS NOT NULL
           THEN gsql_error('Third argument in SUBSTR() cannot be negative')
         ELSE substring(s, gsql_start(pos, length(s)), gsql_clamp(n)) END`,
  `CREATE MACRO gsql_left(s, n) AS
    CASE WHEN n >= 0 THEN substring(s, 1, gsql_clamp(n))
         WHEN n < 0 AND s IS NOT NULL THEN gsql_error('Second argument in LEFT() cannot be negative') END`,
  `CREATE MACRO gsql_right(s, n) AS
    CASE WHEN n >= length(s) THEN s
         WHEN n >= 0 THEN substring(s, length(s) - n + 1)
         WHEN n < 0 AND s IS NOT NULL THEN gsql_error('Second argument in RIGHT() cannot be negative') END`,
  `CREATE MACRO gsql_pad_size(s, n, pad) AS
    CASE WHEN s IS NULL OR n IS NULL OR pad IS NULL THEN CAST(NULL AS INTEGER)
         WHEN n < 0 THEN gsql_error('Second argument (output size) for LPAD/RPAD cannot be negative')
         WHEN pad = '' THEN gsql_error('Third argument (pad pattern) for LPAD/RPAD cannot be empty')
         ${refuseLong('LPAD/RPAD', (bytes) => `n > ${bytes}`)}
         ELSE CAST(n AS INTEGER) END`,
  `CREATE MACRO gsql_lpad(s, n, pad) AS lpad(s, gsql_pad_size(s, n, pad), pad)`,
  `CREATE MACRO gsql_rpad(s, n, pad) AS rpad(s, gsql_pad_size(s, n, pad), pad)`,
  `CREATE MACRO gsql_repeat(s, n) AS
    CASE WHEN s IS NULL OR n IS NULL THEN CAST(NULL AS VARCHAR)
         WHEN n < 0 THEN gsql_error('Second argument (repeat count) for REPEAT cannot be negative')
         WHEN s = '' THEN s
         ${refuseLong('REPEAT', (bytes) => `n > ${bytes} // strlen(s)`)}
         ELSE repeat(s, n) END`,
  // Reverses code points; DuckDB's own reverse keeps grapheme clusters together.
  `CREATE MACRO gsql_reverse(s) AS
    CASE WHEN strlen(s) = length(s) THEN reverse(s) ELSE array_to_string(list_reverse(string_split(s, '')), '') END`,
  `CREATE MACRO gsql_chr(n) AS
    CASE WHEN n BETWEEN 0 AND 55295 OR n BETWEEN 57344 AND 1114111 THEN chr(CAST(n AS INTEGER))
         WHEN n IS NULL THEN NULL
         ELSE gsql_error('Invalid codepoint ' || n) END`,
  `CREATE MACRO gsql_code_points_to_string(list) AS
    CASE WHEN len(list) = list_count(list)
         THEN array_to_string(list_transform(list, lambda n: gsql_chr(n)), '') END`,
  `CREATE MACRO gsql_to_code_points(s) AS
    CASE WHEN s = '' THEN CAST([] AS BIGINT[])
         ELSE CAST(list_transform(string_split(s, ''), lambda c: unicode(c)) AS BIGINT[]) END`,
  `CREATE MACRO gsql_ascii(s) AS
    CASE WHEN s = '' THEN CAST(0 AS BIGINT)
         WHEN unicode(s) < 128 THEN CAST(unicode(s) AS BIGINT)
         WHEN s IS NOT NULL
           THEN gsql_error('Argument to ASCII is not a structurally valid ASCII string: ''' || s || '''') END`,
  `CREATE MACRO gsql_unicode(s) AS
    CASE WHEN s = '' THEN CAST(0 AS BIGINT) ELSE CAST(unicode(s) AS BIGINT) END`,
  `CREATE MACRO gsql_first_duplicate(s) AS
    list_filter(string_split(s, ''), lambda c, i: list_position(string_split(s, ''), c) < i)[1]`,
  `CREATE MACRO gsql_translate(s, source, target) AS
    CASE WHEN len(string_split(source, '')) > len(list_distinct(string_split(source, ''))) AND s IS NOT NULL AND target IS NOT NULL
         THEN gsql_error('Duplicate character "' || gsql_first_duplicate(source) || '" in TRANSLATE source characters')
         ELSE translate(s, source, target) END`,
  `CREATE MACRO gsql_occurrences(s, part) AS
    list_filter(range(1, length(s) + 2), lambda i: substring(s, i, length(part)) = part)`,
  `CREATE MACRO gsql_instr(s, part, pos, nth) AS
    CASE WHEN s IS NULL OR part IS NULL OR pos IS NULL OR nth IS NULL THEN CAST(NULL AS BIGINT)
         WHEN pos = 0 THEN gsql_error('Position must be non-zero')
         WHEN nth <= 0 THEN gsql_error('Occurrence must be positive')
         WHEN pos > 0
           THEN coalesce(list_filter(gsql_occurrences(s, part), lambda i: i >= pos)[nth], 0)
         ELSE coalesce(list_reverse(list_filter(gsql_occurrences(s, part),
                lambda i: i <= length(s) + 1 + pos + CAST(part = '' AS BIGINT)))[nth], 0) END`,
  // DuckDB splits nothing where there is no delimiter.
  `CREATE MACRO gsql_split(s, delimiter) AS CASE WHEN delimiter IS NOT NULL THEN gsql_split_text(s, delimiter) END`,
  // Letters of one sound count once in a row, also with others between them that have none.
  `CREATE MACRO gsql_sounds(letters) AS
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      translate(lower(letters), 'bfpvcgjkqsxzdtlmnraeiouhwy', '111122222222334556'),
      '11+', '1', 'g'), '22+', '2', 'g'), '33+', '3', 'g'), '44+', '4', 'g'), '55+', '5', 'g'), '66+', '6', 'g')`,
  `CREATE MACRO gsql_soundex(s) AS
    list_transform([regexp_replace(s, '[^A-Za-z]', '', 'g')], lambda letters: CASE WHEN letters = '' THEN ''
      ELSE left(left(letters, 1) || substring(gsql_sounds(letters), length(gsql_sounds(left(letters, 1))) + 1) || '000', 4) END)[1]`,
  // Without case, and with the wide forms of ASCII as ASCII.
  `CREATE MACRO gsql_fold(s) AS
    CASE WHEN strlen(s) = length(s) THEN lower(s)
         ELSE nfc_normalize(lower(gsql_upper(translate(s, '${WIDE}', '${NARROW}')))) END`,
  `CREATE MACRO gsql_renumbered(s, characters) AS
    CASE WHEN s = '' THEN '' ELSE array_to_string(list_transform(string_split(s, ''),
      lambda c: chr(CAST(list_position(characters, c) AS INTEGER))), '') END`,
  // DuckDB counts bytes, so that each character must become one.
  `CREATE MACRO gsql_edit_distance(a, b) AS
    CASE WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN levenshtein(a, b)
         WHEN a IS NOT NULL AND b IS NOT NULL
           THEN list_transform([list_distinct(string_split(a || b, ''))], lambda u: CASE WHEN len(u) > 127
             THEN gsql_error('EDIT_DISTANCE is not supported for texts of more than 127 different characters')
             ELSE levenshtein(gsql_renumbered(a, u), gsql_renumbered(b, u)) END)[1] END`,
  ...MACROS_FORMAT,
];
