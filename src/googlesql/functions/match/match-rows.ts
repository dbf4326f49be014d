import { type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { join, NULL, sql } from '../core/sql.ts';

const match = scalarGroup('Row patterns');

/** The symbols that a digit of a row tells of. */
const BITS = 6;
const FIRST_DIGIT = 48;

/** A digit for every six conditions, whose bits are those that are true. */
const lowerSymbols: Lowering = ({ arguments: conditions }) => {
  const digits = Array.from({ length: Math.ceil(conditions.length / BITS) }, (_, digit) => {
    const own = conditions.slice(digit * BITS, (digit + 1) * BITS);
    const bits = own.map(
      (condition, bit) => sql`CASE WHEN ${condition} THEN ${2 ** bit} ELSE 0 END`,
    );
    return sql`chr(${FIRST_DIGIT} + ${join(' + ', bits)})`;
  });
  return sql`(${join(' || ', digits)})`;
};

const lowerRows: Lowering = ({ arguments: [rows = NULL, options = NULL, pattern = NULL] }) =>
  sql`list_transform(string_split(gsql_match_rows(${rows}, ${options}, ${pattern}), ','), lambda found: gsql_match(string_split(found, ':')))`;

/** What MATCH_RECOGNIZE becomes; no text calls them. */
export const MATCH_FUNCTIONS: readonly FunctionDefinition[] = [
  match('$match_symbols', [['(BOOL, BOOL...) -> STRING', lowerSymbols]]),
  match('$match_rows', [
    ['(STRING, STRING, STRING) -> ARRAY<STRUCT<first INT64, symbols ARRAY<STRING>>>', lowerRows],
  ]),
];
