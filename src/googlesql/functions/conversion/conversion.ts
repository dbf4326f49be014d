import type { FunctionDefinition } from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import { macro } from '../core/lowering.ts';

/** Functions that read values from text in a looser way than CAST. */
export const CONVERSION_FUNCTIONS: readonly FunctionDefinition[] = [
  {
    name: 'PARSE_NUMERIC',
    kind: 'scalar',
    group: 'Conversion',
    overloads: [['(STRING) -> NUMERIC', macro('gsql_parse_numeric')]],
  },
  {
    name: 'PARSE_BIGNUMERIC',
    kind: 'scalar',
    group: 'Conversion',
    // Refused, like every use of the type.
    overloads: [['(STRING) -> BIGNUMERIC', ({ type }) => duckdbType(type)]],
  },
];

const SPACE = String.raw`[ \t\n\v\f\r]*`;
const DIGITS = String.raw`([0-9,]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)`;

/** Macros of the conversion functions. */
export const MACROS_CONVERSION: readonly string[] = [
  // A sign in front or behind, and commas between the digits.
  `CREATE MACRO gsql_parse_numeric(s) AS
    coalesce(CASE
      WHEN NOT regexp_matches(s, '[0-9]') THEN NULL
      WHEN regexp_full_match(s, '${SPACE}([+-]?)${SPACE}${DIGITS}${SPACE}')
      THEN TRY_CAST(regexp_replace(regexp_replace(s, '[ \\t\\n\\v\\f\\r,]', '', 'g'), '^[+]', '') AS DECIMAL(38, 9))
      WHEN regexp_full_match(s, '${SPACE}${DIGITS}${SPACE}[+-]${SPACE}')
      THEN TRY_CAST(CASE WHEN regexp_matches(s, '-[ \\t\\n\\v\\f\\r]*$') THEN '-' ELSE '' END
        || regexp_replace(regexp_replace(s, '[ \\t\\n\\v\\f\\r,]', '', 'g'), '[+-]$', '') AS DECIMAL(38, 9)) END,
      CASE WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_NUMERIC: "' || s || '"') END)`,
];
