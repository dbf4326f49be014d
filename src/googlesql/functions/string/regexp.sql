-- The number of groups of a pattern: escapes, quotations, classes and the starts of groups without a number are taken
-- out, and the other opening brackets counted.
CREATE MACRO gsql_regexp_groups(pattern) AS
  len(regexp_extract_all(regexp_replace(pattern, '(?s)\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?[^P<]', '', 'g'), '\('));

-- REGEXP_EXTRACT_ALL(s, pattern): what the group matches, if there is one.
CREATE MACRO gsql_regexp_list(s, pattern) AS
  CASE WHEN gsql_regexp_groups(pattern) = 0 THEN regexp_extract_all(s, pattern, 0)
       WHEN gsql_regexp_groups(pattern) = 1 THEN regexp_extract_all(s, pattern, 1)
       WHEN s IS NOT NULL AND pattern IS NOT NULL
         THEN CASE WHEN regexp_matches(s, pattern) IS NULL THEN NULL ELSE gsql_error('Regular expressions passed into extraction functions must not have more than 1 capturing group') END END;

-- The text from a position, NULL behind its end.
CREATE MACRO gsql_regexp_tail(s, pos) AS
  CASE WHEN pos <= 0 THEN gsql_error('Position must be positive')
       WHEN pos = 1 THEN s
       WHEN pos <= length(s) THEN substring(s, pos) END;

-- The match of that number.
CREATE MACRO gsql_regexp_nth(list, occurrence) AS
  CASE WHEN occurrence <= 0 THEN gsql_error('Occurrence must be positive')
       ELSE list_extract(list, occurrence) END;

-- Matches without an empty one at the end of the text. DuckDB finds some empty ones twice where a pattern, of which
-- quotations, classes and other escapes are taken out, has assertions.
CREATE MACRO gsql_regexp_inside(s, pattern, list, matches) AS
  CASE WHEN list_contains(matches, '') AND regexp_matches(regexp_replace(pattern, '(?s)\\Q.*?(?:\\E|$)|\\[^bBAz]|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]', '', 'g'), '[\^$\\]')
         THEN gsql_error('Regular expressions with assertions that match nothing are not supported')
       WHEN s != '' AND matches[-1] = '' THEN list[:-2] ELSE list END;

-- The groups that a rewrite refers to.
CREATE MACRO gsql_regexp_references(rewrite) AS
  list_transform(regexp_extract_all(replace(rewrite, '\\', ''), '\\([0-9])', 1), lambda d: CAST(d AS INTEGER));

-- The rewrite of REGEXP_REPLACE if it is one.
CREATE MACRO gsql_regexp_rewrite(pattern, rewrite) AS
  CASE WHEN regexp_matches(rewrite, '^(?:[^\\]|\\[0-9\\])*\\$')
         THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema error: ''\'' not allowed at end.')
       WHEN NOT regexp_full_match(rewrite, '(?s)(?:[^\\]|\\[0-9\\])*')
         THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema error: ''\'' must be followed by a digit or ''\''.')
       WHEN list_max(gsql_regexp_references(rewrite)) > gsql_regexp_groups(pattern)
         THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema requests '
           || list_max(gsql_regexp_references(rewrite)) || ' matches, but the regexp only has '
           || gsql_regexp_groups(pattern) || ' parenthesized subexpressions.')
       ELSE rewrite END;

-- REGEXP_INSTR of the first match.
CREATE MACRO gsql_regexp_first(s, pos, ending, found, before, part) AS
  CASE WHEN s IS NULL OR pos IS NULL OR ending IS NULL THEN CAST(NULL AS BIGINT)
       WHEN ending NOT IN (0, 1) THEN gsql_error('Invalid return_position_after_match.')
       WHEN found THEN pos + length(before) + CASE WHEN ending = 1 THEN length(part) ELSE 0 END
       ELSE 0 END;

-- REGEXP_INSTR of the match of that number.
CREATE MACRO gsql_regexp_place(s, pos, nth, ending, pieces, matches, inner_, parts) AS
  CASE WHEN s IS NULL OR pos IS NULL OR nth IS NULL OR ending IS NULL THEN CAST(NULL AS BIGINT)
       WHEN nth <= 0 THEN gsql_error('Occurrence must be positive')
       WHEN ending NOT IN (0, 1) THEN gsql_error('Invalid return_position_after_match.')
       WHEN nth <= len(matches)
         THEN pos + length(array_to_string(pieces[:nth], '')) + length(array_to_string(matches[:(nth - 1)], ''))
           + length(inner_[nth]) + CASE WHEN ending = 1 THEN length(parts[nth]) ELSE 0 END
       ELSE 0 END;

-- REGEXP_INSTR of any pattern: the engine's function is called where DuckDB, which reads the pattern first, has a match.
CREATE MACRO gsql_regexp_instr(s, tail, pattern, pos, nth, ending) AS
  CASE WHEN s IS NULL OR pattern IS NULL OR pos IS NULL OR nth IS NULL OR ending IS NULL THEN CAST(NULL AS BIGINT)
       WHEN nth <= 0 THEN gsql_error('Occurrence must be positive')
       WHEN ending NOT IN (0, 1) THEN gsql_error('Invalid return_position_after_match.')
       WHEN regexp_matches(tail, pattern) IS NULL THEN 0
       WHEN gsql_regexp_groups(pattern) > 1
         THEN gsql_error('Regular expressions passed into extraction functions must not have more than 1 capturing group')
       WHEN regexp_matches(tail, pattern) THEN gsql_regexp_find(tail, pattern, concat_ws(' ', pos, nth, ending))
       ELSE 0 END;

-- How often a pattern repeats its parts at most: RE2 allows a thousand repetitions, those of brackets within brackets
-- multiplied.
CREATE MACRO gsql_regexp_times(pattern) AS
  least(1000, coalesce(list_product(CAST(
    regexp_extract_all(pattern, '\{(?:\d{1,4},)?0*([1-9]\d{0,3})', 1) AS DOUBLE[])), 1));

-- The longest text for a pattern that is no literal: steps of the pattern times letters of the text are bounded
-- (`MAX_WORK`).
CREATE MACRO gsql_regexp_longest(pattern) AS
  8388608 // (1 + strlen(pattern) * CASE WHEN contains(pattern, '{') THEN gsql_regexp_times(pattern) ELSE 1 END);

-- The text if it is not longer.
CREATE MACRO gsql_regexp_text(s, longest) AS
  CASE WHEN strlen(s) > longest
         THEN gsql_error('Regular expression is too large for a text of this length') ELSE s END;
