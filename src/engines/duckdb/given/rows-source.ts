import { bindingType, boundScalar, duckdbType, quoteName, quoteText, type Type } from '#googlesql';

/** A column or a field, with its type. */
interface Named {
  readonly name: string;
  readonly type: Type;
}

/**
 * A DuckDB FROM item with some columns of the rows in a parameter, which holds the JSON of `rowsJson`. DuckDB evaluates
 * it when it plans the statement, so that rows cost no scan.
 */
export function rowsSource(columns: readonly Named[], parameter: string): string {
  const json = `CAST(${parameter} AS VARCHAR)`;
  if (columns.length === 0) {
    return `(SELECT true AS one FROM range(CAST(json_array_length(${json}) AS BIGINT)))`;
  }
  const structure = quoteText(JSON.stringify([structureOf(columns)]));
  const list = columns.map(
    ({ name, type }) => `${readValue(`r.${quoteName(name)}`, type)} AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM (SELECT unnest(from_json(${json}, ${structure})) AS r))`;
}

type Structure = string | readonly Structure[] | { readonly [name: string]: Structure };

function structureOf(fields: readonly Named[]): Structure {
  return Object.fromEntries(fields.map(({ name, type }) => [name, typeOf(type)]));
}

function typeOf(type: Type): Structure {
  if (type.kind === 'ARRAY') return [typeOf(type.element)];
  if (type.kind === 'STRUCT') return structureOf(type.fields);
  return isText(type) ? bindingType(type) : duckdbType(type);
}

/** Whether values are read as texts, and converted as those of parameters are. */
function isText({ kind }: Type): boolean {
  return ['BIGNUMERIC', 'BYTES', 'INTERVAL', 'JSON'].includes(kind);
}

/** What DuckDB's JSON reader gives for a value, as one of its type. */
function readValue(sql: string, type: Type, depth = 0): string {
  if (type.kind === 'ARRAY') {
    const item = `i${depth}`;
    const read = readValue(item, type.element, depth + 1);
    return read === item ? sql : `list_transform(${sql}, lambda ${item}: ${read})`;
  }
  if (type.kind !== 'STRUCT') return isText(type) ? boundScalar(sql, type) : sql;
  const values = type.fields.map((field) => {
    const own = `${sql}.${quoteName(field.name)}`;
    return { name: field.name, own, read: readValue(own, field.type, depth) };
  });
  if (values.every(({ own, read }) => own === read)) return sql;
  const fields = values.map(({ name, read }) => `${quoteName(name)}: ${read}`);
  return `CASE WHEN ${sql} IS NOT NULL THEN {${fields.join(', ')}} END`;
}
