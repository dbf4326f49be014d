/** The names that BigQuery's schemas have beside GoogleSQL's own. */
const LEGACY: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
  DECIMAL: 'NUMERIC',
  BIGDECIMAL: 'BIGNUMERIC',
};

/** GoogleSQL's name of a type. */
export function standardType(name = ''): string {
  return LEGACY[name] ?? name;
}
