import { quoteName, type Type } from '#googlesql';

/** DuckDB text of a value in the form that NDJSON rows have it: times in ISO 8601, bytes in base64, NaN and infinities as texts. */
export function jsonValue(value: string, type: Type, depth = 0): string {
  switch (type.kind) {
    case 'ARRAY': {
      // In quotes, and no name that a column may have.
      const item = quoteName(`lambda ${depth}`);
      return `list_transform(${value}, lambda ${item}: ${jsonValue(item, type.element, depth + 1)})`;
    }
    case 'STRUCT': {
      const fields = type.fields.map(({ name, type: field }) => {
        return `${quoteName(name)} := ${jsonValue(`${value}.${quoteName(name)}`, field, depth)}`;
      });
      return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${fields.join(', ')}) END`;
    }
    case 'TIMESTAMP':
      return `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
    case 'DATETIME':
      return `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%f')`;
    case 'BYTES':
      return `base64(${value})`;
    case 'FLOAT64':
      // DuckDB would write them as bare words, which are not JSON.
      return `CASE WHEN ${value} IS NULL THEN NULL WHEN isnan(${value}) THEN to_json('NaN')
        WHEN isinf(${value}) THEN to_json(CASE WHEN ${value} > 0 THEN 'Infinity' ELSE '-Infinity' END)
        ELSE to_json(${value}) END`;
    case 'JSON':
    case 'INT64':
    case 'BOOL':
    case 'STRING':
      return value;
    default:
      return `CAST(${value} AS VARCHAR)`;
  }
}
