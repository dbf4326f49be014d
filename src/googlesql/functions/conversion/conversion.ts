import type { FunctionDefinition } from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import { macro } from '../core/lowering.ts';

/** Functions that parse text less strictly than CAST. */
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
    // Refused, like every use of BIGNUMERIC.
    overloads: [['(STRING) -> BIGNUMERIC', ({ type }) => duckdbType(type)]],
  },
];
