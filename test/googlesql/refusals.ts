/** Goldens that the reference answers and the compiler refuses on purpose, each with the compiler's message. */
export const REFUSALS: Readonly<Record<string, string>> = {
  // DuckDB has no decimal type of 76 digits.
  'select: bignumeric literals': 'Type BIGNUMERIC is not supported',
  'math: bignumeric arithmetic': 'Type BIGNUMERIC is not supported',
  'conversion: cast to bignumeric': 'Type BIGNUMERIC is not supported',
  'conversion: format clause': 'CAST with FORMAT is not supported [at 1:8]',
  'conditional: with expression': 'WITH expressions are not supported [at 1:8]',
  // BigQuery refuses what the reference leaves to the engine.
  'from: star over a table and its unnest':
    'Duplicate column names in the result are not supported. Found duplicate(s): timestamp',
  'from: range variable star over a join using':
    'Duplicate column names in the result are not supported. Found duplicate(s): k',
  'select: names of tables are case-sensitive':
    'Table not found: PGBOUNCER_LOGS; Did you mean pgbouncer_logs? [at 1:15]',
  // Points at the condition, and not at the keyword before it.
  'select: where without from is refused':
    'Query without FROM clause cannot have a WHERE clause [at 1:16]',
  // Found when the statement is compiled, and not when it runs, so that it has a place.
  'json: invalid json path': "JSONPath must start with '$' [at 1:8]",
  'json: json paths with quotes': "Invalid token in JSONPath at: .'x' [at 1:39]",
  'datetime: unknown time zone is an error': 'Invalid time zone: Mars/Base [at 1:8]',
  // What is not a pure function of the rows is no function here.
  'plans: case laziness': 'Function not found: ERROR; Did you mean iferror? [at 1:103]',
  'plans: constant error lazy': 'Function not found: ERROR; Did you mean iferror? [at 1:18]',
};
