const TOO_MANY_GROUPS =
  'Regular expressions passed into extraction functions must not have more than 1 capturing group';

/** Macros of the regular expression functions. */
export const MACROS_REGEXP: readonly string[] = [
  // Escapes, quotations and classes are taken out, and the brackets that open a group counted.
  `CREATE MACRO gsql_regexp_groups(pattern) AS
    len(regexp_extract_all(regexp_replace(pattern, '(?s)\\\\Q.*?(?:\\\\E|$)|\\\\.|\\[\\^?\\]?(?:\\[:\\^?\\w+:\\]|\\\\.|[^\\]\\\\])*\\]', '', 'g'),
      '\\((?:[^?]|\\?P?<|$)'))`,
  `CREATE MACRO gsql_regexp_list(s, pattern) AS
    CASE WHEN gsql_regexp_groups(pattern) = 0 THEN regexp_extract_all(s, pattern, 0)
         WHEN gsql_regexp_groups(pattern) = 1 THEN regexp_extract_all(s, pattern, 1)
         WHEN s IS NOT NULL AND pattern IS NOT NULL
           THEN CASE WHEN regexp_matches(s, pattern) IS NULL THEN NULL ELSE gsql_error('${TOO_MANY_GROUPS}') END END`,
  `CREATE MACRO gsql_regexp_tail(s, pos) AS
    CASE WHEN pos <= 0 THEN gsql_error('Position must be positive')
         WHEN pos = 1 THEN s
         WHEN pos <= length(s) THEN substring(s, pos) END`,
  `CREATE MACRO gsql_regexp_nth(list, occurrence) AS
    CASE WHEN occurrence <= 0 THEN gsql_error('Occurrence must be positive')
         ELSE list_extract(list, occurrence) END`,
  `CREATE MACRO gsql_regexp_inside(s, list, matches) AS
    CASE WHEN s != '' AND matches[-1] = '' THEN list[:-2] ELSE list END`,
  `CREATE MACRO gsql_regexp_references(rewrite) AS
    list_transform(regexp_extract_all(replace(rewrite, '\\\\', ''), '\\\\([0-9])', 1), lambda d: CAST(d AS INTEGER))`,
  `CREATE MACRO gsql_regexp_rewrite(pattern, rewrite) AS
    CASE WHEN regexp_matches(rewrite, '^(?:[^\\\\]|\\\\[0-9\\\\])*\\\\$')
           THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema error: ''\\'' not allowed at end.')
         WHEN NOT regexp_full_match(rewrite, '(?s)(?:[^\\\\]|\\\\[0-9\\\\])*')
           THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema error: ''\\'' must be followed by a digit or ''\\''.')
         WHEN list_max(gsql_regexp_references(rewrite)) > gsql_regexp_groups(pattern)
           THEN gsql_error('Invalid REGEXP_REPLACE pattern: Rewrite schema requests '
             || list_max(gsql_regexp_references(rewrite)) || ' matches, but the regexp only has '
             || gsql_regexp_groups(pattern) || ' parenthesized subexpressions.')
         ELSE rewrite END`,
  `CREATE MACRO gsql_regexp_first(s, pos, ending, found, before, part) AS
    CASE WHEN ending NOT IN (0, 1) THEN gsql_error('Invalid return_position_after_match.')
         WHEN s IS NULL OR pos IS NULL OR ending IS NULL THEN CAST(NULL AS BIGINT)
         WHEN found THEN pos + length(before) + CASE WHEN ending = 1 THEN length(part) ELSE 0 END
         ELSE 0 END`,
  `CREATE MACRO gsql_regexp_place(s, pos, nth, ending, pieces, matches, inner_, parts) AS
    CASE WHEN nth <= 0 THEN gsql_error('Occurrence must be positive')
         WHEN ending NOT IN (0, 1) THEN gsql_error('Invalid return_position_after_match.')
         WHEN s IS NULL OR pos IS NULL OR nth IS NULL OR ending IS NULL THEN CAST(NULL AS BIGINT)
         WHEN nth <= len(matches)
           THEN pos + length(array_to_string(pieces[:nth], '')) + length(array_to_string(matches[:(nth - 1)], ''))
             + length(inner_[nth]) + CASE WHEN ending = 1 THEN length(parts[nth]) ELSE 0 END
         ELSE 0 END`,
];
