import { type FunctionDefinition, scalarGroup } from '../core/define.ts';
import { macro } from '../core/lowering.ts';

const scalar = scalarGroup('Conversion');

/** Functions that parse text less strictly than CAST. */
export const CONVERSION_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('PARSE_NUMERIC', [['(STRING) -> NUMERIC', macro('gsql_parse_numeric')]]),
  scalar('PARSE_BIGNUMERIC', [['(STRING) -> BIGNUMERIC', macro('gsql_parse_bignumeric')]]),
];
