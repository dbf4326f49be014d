-- No string is longer, and DuckDB takes no larger number.
CREATE MACRO gsql_clamp(n) AS CASE WHEN n > 2147483647 THEN 2147483647 ELSE n END;

-- The first character of SUBSTR: from the end for a negative position, and never before the first.
CREATE MACRO gsql_start(pos, size) AS
  CASE WHEN pos > 0 THEN gsql_clamp(pos) WHEN pos = 0 OR pos < -size THEN 1
       ELSE size + 1 + pos END;

-- SUBSTR(s, pos).
CREATE MACRO gsql_substr(s, pos) AS substring(s, gsql_start(pos, length(s)));

-- SUBSTR(s, pos, n).
CREATE MACRO gsql_substr_n(s, pos, n) AS
  CASE WHEN n < 0 AND s IS NOT NULL AND pos IS NOT NULL
         THEN gsql_error('Third argument in SUBSTR() cannot be negative')
       ELSE substring(s, gsql_start(pos, length(s)), gsql_clamp(n)) END;

-- LEFT(s, n).
CREATE MACRO gsql_left(s, n) AS
  CASE WHEN n >= 0 THEN substring(s, 1, gsql_clamp(n))
       WHEN n < 0 AND s IS NOT NULL THEN gsql_error('Second argument in LEFT() cannot be negative') END;

-- RIGHT(s, n).
CREATE MACRO gsql_right(s, n) AS
  CASE WHEN n >= length(s) THEN s
       WHEN n >= 0 THEN substring(s, length(s) - n + 1)
       WHEN n < 0 AND s IS NOT NULL THEN gsql_error('Second argument in RIGHT() cannot be negative') END;

-- The size of LPAD and RPAD if their arguments allow it.
CREATE MACRO gsql_pad_size(s, n, pad) AS
  CASE WHEN s IS NULL OR n IS NULL OR pad IS NULL THEN CAST(NULL AS INTEGER)
       WHEN n < 0 THEN gsql_error('Second argument (output size) for LPAD/RPAD cannot be negative')
       WHEN pad = '' THEN gsql_error('Third argument (pad pattern) for LPAD/RPAD cannot be empty')
       WHEN n > 1048576 THEN gsql_error('Output of LPAD/RPAD exceeds max allowed output size of 1MB') WHEN n > 131072 THEN gsql_error('Output of LPAD/RPAD exceeds max allowed output size of 128KB')
       ELSE CAST(n AS INTEGER) END;

-- LPAD(s, n, pad).
CREATE MACRO gsql_lpad(s, n, pad) AS lpad(s, gsql_pad_size(s, n, pad), pad);

-- RPAD(s, n, pad).
CREATE MACRO gsql_rpad(s, n, pad) AS rpad(s, gsql_pad_size(s, n, pad), pad);

-- REPEAT(s, n).
CREATE MACRO gsql_repeat(s, n) AS
  CASE WHEN s IS NULL OR n IS NULL THEN CAST(NULL AS VARCHAR)
       WHEN n < 0 THEN gsql_error('Second argument (repeat count) for REPEAT cannot be negative')
       WHEN s = '' THEN s
       WHEN n > 1048576 // strlen(s) THEN gsql_error('Output of REPEAT exceeds max allowed output size of 1MB') WHEN n > 131072 // strlen(s) THEN gsql_error('Output of REPEAT exceeds max allowed output size of 128KB')
       ELSE repeat(s, n) END;

-- REVERSE(s) by code points; DuckDB's own keeps grapheme clusters together.
CREATE MACRO gsql_reverse(s) AS
  CASE WHEN strlen(s) = length(s) THEN reverse(s) ELSE array_to_string(list_reverse(string_split(s, '')), '') END;

-- CHR(n).
CREATE MACRO gsql_chr(n) AS
  CASE WHEN n BETWEEN 0 AND 55295 OR n BETWEEN 57344 AND 1114111 THEN chr(CAST(n AS INTEGER))
       WHEN n IS NULL THEN NULL
       ELSE gsql_error('Invalid codepoint ' || n) END;

-- CODE_POINTS_TO_STRING(list).
CREATE MACRO gsql_code_points_to_string(list) AS
  CASE WHEN len(list) = list_count(list)
       THEN array_to_string(list_transform(list, lambda n: gsql_chr(n)), '') END;

-- TO_CODE_POINTS(s).
CREATE MACRO gsql_to_code_points(s) AS
  CASE WHEN s = '' THEN CAST([] AS BIGINT[])
       ELSE CAST(list_transform(string_split(s, ''), lambda c: unicode(c)) AS BIGINT[]) END;

-- ASCII(s).
CREATE MACRO gsql_ascii(s) AS
  CASE WHEN s = '' THEN CAST(0 AS BIGINT)
       WHEN unicode(s) < 128 THEN CAST(unicode(s) AS BIGINT)
       WHEN s IS NOT NULL
         THEN gsql_error('Argument to ASCII is not a structurally valid ASCII string: ''' || s || '''') END;

-- UNICODE(s).
CREATE MACRO gsql_unicode(s) AS
  CASE WHEN s = '' THEN CAST(0 AS BIGINT) ELSE CAST(unicode(s) AS BIGINT) END;

-- The first character that stands twice in a text.
CREATE MACRO gsql_first_duplicate(s) AS
  list_filter(string_split(s, ''), lambda c, i: list_position(string_split(s, ''), c) < i)[1];

-- TRANSLATE(s, source, target).
CREATE MACRO gsql_translate(s, source, target) AS
  CASE WHEN len(string_split(source, '')) > len(list_distinct(string_split(source, ''))) AND s IS NOT NULL AND target IS NOT NULL
       THEN gsql_error('Duplicate character "' || gsql_first_duplicate(source) || '" in TRANSLATE source characters')
       ELSE translate(s, source, target) END;

-- The places of a part in a text, overlapping ones too.
CREATE MACRO gsql_occurrences(s, part) AS
  list_filter(range(1, length(s) + 2), lambda i: substring(s, i, length(part)) = part);

-- INSTR(s, part, pos, nth).
CREATE MACRO gsql_instr(s, part, pos, nth) AS
  CASE WHEN s IS NULL OR part IS NULL OR pos IS NULL OR nth IS NULL THEN CAST(NULL AS BIGINT)
       WHEN pos = 0 THEN gsql_error('Position must be non-zero')
       WHEN nth <= 0 THEN gsql_error('Occurrence must be positive')
       WHEN pos > 0
         THEN coalesce(list_filter(gsql_occurrences(s, part), lambda i: i >= pos)[nth], 0)
       ELSE coalesce(list_reverse(list_filter(gsql_occurrences(s, part),
              lambda i: i <= length(s) + 1 + pos + CAST(part = '' AS BIGINT)))[nth], 0) END;

-- SPLIT(s, delimiter) of a delimiter that may be NULL: DuckDB splits nothing there.
CREATE MACRO gsql_split(s, delimiter) AS CASE WHEN delimiter IS NOT NULL THEN gsql_split_text(s, delimiter) END;

-- The digits of SOUNDEX. Letters of one sound count once in a row, also with others between them that have none.
CREATE MACRO gsql_sounds(letters) AS
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(lower(letters), 'bfpvcgjkqsxzdtlmnraeiouhwy', '111122222222334556'),
    '11+', '1', 'g'), '22+', '2', 'g'), '33+', '3', 'g'), '44+', '4', 'g'), '55+', '5', 'g'), '66+', '6', 'g');

-- SOUNDEX(s).
CREATE MACRO gsql_soundex(s) AS
  list_transform([regexp_replace(s, '[^A-Za-z]', '', 'g')], lambda letters: CASE WHEN letters = '' THEN ''
    ELSE left(left(letters, 1) || substring(gsql_sounds(letters), length(gsql_sounds(left(letters, 1))) + 1) || '000', 4) END)[1];

-- CONTAINS_SUBSTR compares without case, and takes the wide forms of ASCII for ASCII.
CREATE MACRO gsql_fold(s) AS
  CASE WHEN strlen(s) = length(s) THEN lower(s)
       ELSE nfc_normalize(lower(gsql_upper(translate(s, '\u{ff01}\u{ff02}\u{ff03}\u{ff04}\u{ff05}\u{ff06}\u{ff07}\u{ff08}\u{ff09}\u{ff0a}\u{ff0b}\u{ff0c}\u{ff0d}\u{ff0e}\u{ff0f}\u{ff10}\u{ff11}\u{ff12}\u{ff13}\u{ff14}\u{ff15}\u{ff16}\u{ff17}\u{ff18}\u{ff19}\u{ff1a}\u{ff1b}\u{ff1c}\u{ff1d}\u{ff1e}\u{ff1f}\u{ff20}\u{ff21}\u{ff22}\u{ff23}\u{ff24}\u{ff25}\u{ff26}\u{ff27}\u{ff28}\u{ff29}\u{ff2a}\u{ff2b}\u{ff2c}\u{ff2d}\u{ff2e}\u{ff2f}\u{ff30}\u{ff31}\u{ff32}\u{ff33}\u{ff34}\u{ff35}\u{ff36}\u{ff37}\u{ff38}\u{ff39}\u{ff3a}\u{ff3b}\u{ff3c}\u{ff3d}\u{ff3e}\u{ff3f}\u{ff40}\u{ff41}\u{ff42}\u{ff43}\u{ff44}\u{ff45}\u{ff46}\u{ff47}\u{ff48}\u{ff49}\u{ff4a}\u{ff4b}\u{ff4c}\u{ff4d}\u{ff4e}\u{ff4f}\u{ff50}\u{ff51}\u{ff52}\u{ff53}\u{ff54}\u{ff55}\u{ff56}\u{ff57}\u{ff58}\u{ff59}\u{ff5a}\u{ff5b}\u{ff5c}\u{ff5d}\u{ff5e}', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')))) END;

-- A text whose characters are numbered by a list, one byte each.
CREATE MACRO gsql_renumbered(s, characters) AS
  CASE WHEN s = '' THEN '' ELSE array_to_string(list_transform(string_split(s, ''),
    lambda c: chr(CAST(list_position(characters, c) AS INTEGER))), '') END;

-- EDIT_DISTANCE(a, b). DuckDB counts bytes, so that each character must become one.
CREATE MACRO gsql_edit_distance(a, b) AS
  CASE WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN levenshtein(a, b)
       WHEN a IS NOT NULL AND b IS NOT NULL
         THEN list_transform([list_distinct(string_split(a || b, ''))], lambda u: CASE WHEN len(u) > 127
           THEN gsql_error('EDIT_DISTANCE is not supported for texts of more than 127 different characters')
           ELSE levenshtein(gsql_renumbered(a, u), gsql_renumbered(b, u)) END)[1] END;
