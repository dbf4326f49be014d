/** Legacy type names in BigQuery schemas. */
const LEGACY: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
  DECIMAL: 'NUMERIC',
  BIGDECIMAL: 'BIGNUMERIC',
};

/** The GoogleSQL name of a type. */
export function standardType(name = ''): string {
  return LEGACY[name] ?? name;
}
