import { type FunctionDefinition, scalarGroup } from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import { macro } from '../core/lowering.ts';

const scalar = scalarGroup('Conversion');

/** Functions that parse text less strictly than CAST. */
export const CONVERSION_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('PARSE_NUMERIC', [['(STRING) -> NUMERIC', macro('gsql_parse_numeric')]]),
  // Refused, like every use of BIGNUMERIC.
  scalar('PARSE_BIGNUMERIC', [['(STRING) -> BIGNUMERIC', ({ type }) => duckdbType(type)]]),
];
