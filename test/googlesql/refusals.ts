const IMPURE =
  'Function ERROR is not supported: its result does not depend on the rows alone, so an answer could not be kept';

const NULL_ELEMENT =
  ': a NULL element of an array is not supported in a result; leave it out with IGNORE NULLS or WHERE ... IS NOT NULL';

/**
 * Goldens that the compiler may refuse although the reference answers, or may word otherwise, each with its message.
 * An answer must be the reference's all the same.
 */
export const REFUSALS: Readonly<Record<string, string>> = {
  // The values are those of a subquery.
  'conditional: with expression around aggregates':
    'Aggregate function SUM not allowed in UNNEST [at 1:18]',
  'conditional: with expression of an aggregate in its result':
    'Aggregate function SUM not allowed in WITH expression [at 1:21]',
  'conditional: with expression of a window function in its result':
    'Analytic function not allowed in WITH expression [at 1:21]',
  // Ranges of each type have signatures of their own.
  'range: contains a value of another type':
    'No matching signature for function RANGE_CONTAINS for argument types: RANGE<TIMESTAMP>, INT64. ' +
    'Supported signatures: RANGE_CONTAINS(RANGE<DATE>, DATE); RANGE_CONTAINS(RANGE<DATETIME>, DATETIME); ' +
    'RANGE_CONTAINS(RANGE<TIMESTAMP>, TIMESTAMP); RANGE_CONTAINS(RANGE<DATE>, RANGE<DATE>); ' +
    'RANGE_CONTAINS(RANGE<DATETIME>, RANGE<DATETIME>); RANGE_CONTAINS(RANGE<TIMESTAMP>, RANGE<TIMESTAMP>) [at 1:8]',
  // DuckDB finds empty matches elsewhere.
  'regexp: extract_all with a pattern of a column that has assertions':
    'Regular expressions with assertions that match nothing are not supported',
  'regexp: extract_all of bytes by an assertion':
    'REGEXP_EXTRACT_ALL is not supported for a pattern with assertions that can match nothing [at 1:8]',
  // The message does not say where in the text.
  'json: json literal of a number beyond the doubles': 'Invalid JSON literal [at 1:8]',
  'json: json literal of half a character': 'Invalid JSON literal [at 1:8]',
  'json: json literal with a key of half a character': 'Invalid JSON literal [at 1:8]',
  // DuckDB keeps no number as it is written when it breaks lines.
  'json: to_json_string of json with line breaks':
    'TO_JSON_STRING of JSON with a second argument of TRUE is not supported [at 1:8]',
  // BigQuery refuses what the reference leaves to the engine.
  'from: star over a table and its unnest':
    'Duplicate column names in the result are not supported. Found duplicate(s): timestamp',
  'from: range variable star over a join using':
    'Duplicate column names in the result are not supported. Found duplicate(s): k',
  'client-explorer: nulls of no type': `Array cannot have a null element; error in writing field b${NULL_ELEMENT}`,
  'select: array constructors': `Array cannot have a null element; error in writing field c${NULL_ELEMENT}`,
  'select: array of mixed numbers has their common type': `Array cannot have a null element; error in writing field c${NULL_ELEMENT}`,
  'plans: anonymous struct':
    'Duplicate field names in a STRUCT of the result are not supported. Found duplicate(s) in column s: a',
  'select: names of tables are case-sensitive':
    'Table not found: PGBOUNCER_LOGS; Did you mean pgbouncer_logs? [at 1:15]',
  // Points at the type, and not at its parameters.
  'bignumeric: precision out of range':
    'In BIGNUMERIC(P, 30), P must be between 30 and 68 [at 1:20]',
  'bignumeric: scale out of range': 'In BIGNUMERIC(P, S), S must be between 0 and 38 [at 1:20]',
  // Points at the condition, and not at the keyword before it.
  'select: where without from is refused':
    'Query without FROM clause cannot have a WHERE clause [at 1:16]',
  // Found when the statement is compiled, and not when it runs, so that it has a place.
  'json: invalid json path': "JSONPath must start with '$' [at 1:8]",
  'json: json paths with quotes': "Invalid token in JSONPath at: .'x' [at 1:39]",
  'datetime: unknown time zone is an error': 'Invalid time zone: Mars/Base [at 1:8]',
  // What is not a pure function of the rows is no function here.
  'plans: case laziness': `${IMPURE} [at 1:103]`,
  'plans: constant error lazy': `${IMPURE} [at 1:18]`,
  // Functions that the catalogue does not have, or not for these types.
  'client-mistakes: a named argument': 'Named argument `value` is not supported [at 1:24]',
  'client-mistakes: a star in a sum': 'Argument * can only be used in COUNT(*) [at 1:8]',
  'client-mistakes: json path of another dialect': "JSONPath must start with '$' [at 1:8]",
  // BigQuery has no FLATTEN.
  'client-explorer: flattened fields': 'Function not found: flatten [at 1:12]',
  'client-mistakes: in a bare unnest of fields':
    "Cannot access field request on a value with type ARRAY<STRUCT<load_balancer_redirect_identifier STRING, logflare_worker ARRAY<STRUCT<worker_id STRING>>, request ARRAY<STRUCT<cf ARRAY<STRUCT<asOrganization STRING, asn INT64, botManagement ARRAY<STRUCT<corporateProxy BOOL, detectionIds ARRAY<INT64>, ja3Hash STRING, ...>>, ...>>, headers ARRAY<STRUCT<accept STRING, cf_connecting_ip STRING, cf_ipcountry STRING, ...>>, host STRING, ...>>, ...>>. You may need an explicit call to FLATTEN, and the flattened argument may only contain 'dot' after the first array [at 1:57]",
  // A sample of rows would be another one each time.
  'client-explorer: tablesample': 'TABLESAMPLE is not supported [at 1:44]',
  // DuckDB does not say what is wrong with the text.
  'json: parse_json of malformed text is an error': 'Invalid input to PARSE_JSON: syntax error',
  // The reference finds bad zones while it runs, the compiler before.
  'datetime: constant zone that only ICU knows': 'Invalid time zone: IST [at 1:8]',
  'datetime: offset beyond 14 hours': 'Invalid time zone: +14:30 [at 1:8]',
  // The tree does not keep where ORDER BY stands.
  'window: percentile with order':
    'Window ORDER BY is not allowed for analytic function percentile_disc [at 1:37]',
};
