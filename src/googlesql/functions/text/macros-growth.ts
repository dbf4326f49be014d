/**
 * The longest text that a function may make of shorter ones, in bytes.
 *
 * DuckDB computes 2048 rows at a time and does not count their texts in its memory limit: with the megabyte that the
 * reference allows, one call would take 2 GB.
 */
export const MAX_OUTPUT = 131_072;

/** The most items that a text may be split into: each has 16 bytes of its own, so that 2048 rows take 300 MB. */
const MAX_ITEMS = 8_192;

/** The error of a function whose output would be longer. */
export function tooLong(name: string, size = '128KB'): string {
  return `gsql_error('Output of ${name} exceeds max allowed output size of ${size}')`;
}

/** The branches of a CASE that refuse an output of `size` bytes, beyond a megabyte in the reference's words. */
export function refuseLong(name: string, size: (bytes: number) => string): string {
  return `WHEN ${size(1_048_576)} THEN ${tooLong(name, '1MB')} WHEN ${size(MAX_OUTPUT)} THEN ${tooLong(name)}`;
}

/** Macros of the functions that can make much of little. */
export const MACROS_GROWTH: readonly string[] = [
  // The bound is enough nearly always; only behind it are the occurrences counted.
  `CREATE MACRO gsql_replace(s, part, fresh) AS
    CASE WHEN strlen(fresh) <= strlen(part) OR strlen(s) * strlen(fresh) <= ${MAX_OUTPUT} * greatest(strlen(part), 1)
           THEN replace(s, part, fresh)
         WHEN strlen(s) + (strlen(s) - strlen(replace(s, part, ''))) // strlen(part) * (strlen(fresh) - strlen(part)) <= ${MAX_OUTPUT}
           THEN replace(s, part, fresh)
         WHEN strlen(s) + strlen(part) + strlen(fresh) IS NOT NULL THEN ${tooLong('REPLACE')} END`,
  // Each match is replaced by the rewrite, in which every reference may repeat all of the match.
  `CREATE MACRO gsql_regexp_growth(s, rewrite) AS
    strlen(rewrite) + strlen(s) * (1 + strlen(rewrite) - strlen(replace(rewrite, '\\', '')))`,
  `CREATE MACRO gsql_regexp_replace(s, pattern, rewrite) AS
    CASE WHEN (strlen(s) + 1) * gsql_regexp_growth('', rewrite) + gsql_regexp_growth(s, rewrite) <= ${MAX_OUTPUT}
           OR len(regexp_extract_all(s, pattern)) * strlen(rewrite) + gsql_regexp_growth(s, rewrite) <= ${MAX_OUTPUT}
           OR strlen(rewrite) = 0
           THEN regexp_replace(s, pattern, rewrite, 'g')
         WHEN strlen(s) + strlen(pattern) + strlen(rewrite) IS NOT NULL THEN ${tooLong('REGEXP_REPLACE')} END`,
  // Each item takes 16 bytes more than its text.
  `CREATE MACRO gsql_split_text(s, delimiter) AS
    CASE WHEN strlen(s) <= ${MAX_ITEMS} * greatest(strlen(delimiter), 1) THEN string_split(s, delimiter)
         WHEN (CASE WHEN delimiter = '' THEN length(s)
                    ELSE (strlen(s) - strlen(replace(s, delimiter, ''))) // strlen(delimiter) END) < ${MAX_ITEMS}
           THEN string_split(s, delimiter)
         WHEN strlen(s) + strlen(delimiter) IS NOT NULL
           THEN gsql_error('Output of SPLIT exceeds ${MAX_ITEMS} elements') END`,
  `CREATE MACRO gsql_to_hex(b) AS
    CASE WHEN octet_length(b) <= ${MAX_OUTPUT} // 2 THEN lower(hex(b)) WHEN b IS NOT NULL THEN ${tooLong('TO_HEX')} END`,
  // array_to_string() wants a constant separator, and list_reduce() would copy the text for each item.
  `CREATE MACRO gsql_joined(list, separator) AS
    CASE WHEN len(list) * strlen(separator) > 8 * ${MAX_OUTPUT} THEN ${tooLong('ARRAY_TO_STRING')}
         ELSE substring(array_to_string(flatten(list_transform(list, lambda item: [separator, item])), ''), length(separator) + 1) END`,
];
