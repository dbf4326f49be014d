/**
 * Upper and lower case as GoogleSQL has them: the full mappings of Unicode, in which one character can become several
 * and a sigma at the end of a word has its own form. DuckDB maps characters one by one, which is the same for ASCII.
 */

/** Where the characters are whose upper case is longer than themselves. */
const EXPANDING_RANGES = [
  [0xdf, 0x587],
  [0x1e96, 0x1ffc],
  [0xfb00, 0xfb17],
] as const;

const EXPANDING = EXPANDING_RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
).filter((character) => character.toUpperCase().length > 1);

const EXPANDED = EXPANDING.map((character) => character.toUpperCase()).join(',');

// DuckDB compiles a pattern anew for every chunk inside a lambda, and Unicode's own class of letters takes a millisecond.
const CASED =
  'A-Za-zªµºÀ-ʯͰ-Ͽ\u{400}-\u{52f}\u{531}-\u{587}\u{10a0}-\u{10ff}\u{1c80}-\u{1fff}\u{2c00}-\u{2d2d}\u{a640}-\u{a7ff}\u{fb00}-\u{fb17}Ａ-Ｚａ-ｚ';
const IGNORED = "''’.:·\u{300}-\u{36f}";

/** A sigma is final after a letter and before none, whatever marks there are between. */
const FINAL_SIGMA = `'([${CASED}][${IGNORED}]*)Σ([${IGNORED}]*(?:[^${CASED}${IGNORED}]|$))'`;

/** White space as the reference trims it. */
const SPACES = `${[
  0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]
  .concat(Array.from({ length: 11 }, (_, i) => 0x2000 + i))
  .map((code) => String.fromCodePoint(code))
  .join('')}`;

/** Macros of UPPER, LOWER, INITCAP and TRIM without characters. */
export const MACROS_CASE: readonly string[] = [
  `CREATE MACRO gsql_upper(s) AS
    CASE WHEN strlen(s) = length(s) OR NOT regexp_matches(s, '[${EXPANDING.join('')}]') THEN upper(s)
         ELSE array_to_string(list_transform(string_split(s, ''), lambda c: CASE
           WHEN contains('${EXPANDING.join('')}', c)
             THEN string_split('${EXPANDED}', ',')[instr('${EXPANDING.join('')}', c)]
           ELSE upper(c) END), '') END`,
  `CREATE MACRO gsql_lower(s) AS
    CASE WHEN strlen(s) = length(s) THEN lower(s)
         WHEN contains(s, 'Σ') THEN lower(replace(regexp_replace(s, ${FINAL_SIGMA}, '\\1ς\\2', 'g'), 'İ', 'i̇'))
         ELSE lower(replace(s, 'İ', 'i̇')) END`,
  `CREATE MACRO gsql_word_delimiters() AS '${SPACES}[](){}/|<>!?@"^#$&~_,.:;*%+-\\'`,
  // A delimiter starts no word itself. The capital ß is not what a word begins with.
  `CREATE MACRO gsql_initcap(s, delimiters) AS
    CASE WHEN s = '' OR delimiters IS NULL THEN left(delimiters, 0)
         ELSE array_to_string(list_transform(string_split(s, ''), lambda c, i: CASE
           WHEN contains(delimiters, c) THEN c
           WHEN c != 'ß' AND (i = 1 OR contains(delimiters, substring(s, i - 1, 1)))
             THEN upper(c)
           ELSE lower(c) END), '') END`,
  `CREATE MACRO gsql_trim(s) AS trim(s, '${SPACES}')`,
  `CREATE MACRO gsql_ltrim(s) AS ltrim(s, '${SPACES}')`,
  `CREATE MACRO gsql_rtrim(s) AS rtrim(s, '${SPACES}')`,
];
