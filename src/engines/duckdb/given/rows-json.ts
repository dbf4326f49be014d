import {
  type Row,
  readableColumns,
  type ScalarKind,
  type Table,
  type Type,
  timestampText,
  type Value,
} from '#googlesql';

type Present = Exclude<Value, null>;

/** The rows of a table, with a value for each of its readable columns, as JSON that `rowsSource` reads. */
export function rowsJson(table: Table, rows: readonly Row[]): string {
  const write = recordWriter(readableColumns(table));
  return `[${rows.map(write).join(',')}]`;
}

type Write = (value: Value) => string;

function writerOf(type: Type): Write {
  if (type.kind === 'ARRAY') {
    const write = writerOf(type.element);
    // GoogleSQL reads a NULL array of a table as an empty one.
    return (value) => `[${((value ?? []) as readonly Value[]).map(write).join(',')}]`;
  }
  const write = type.kind === 'STRUCT' ? recordWriter(type.fields) : (SCALARS[type.kind] ?? text);
  return (value) => (value === null ? 'null' : write(value));
}

function recordWriter(
  fields: readonly { readonly name: string; readonly type: Type }[],
): (value: Value) => string {
  const members = fields.map(({ name, type }) => ({
    start: `${JSON.stringify(name)}:`,
    write: writerOf(type),
  }));
  return (value) => {
    const values = value as readonly Value[]; // A record, as its type says.
    const own = members.map(({ start, write }, i) => start + write(values[i] ?? null));
    return `{${own.join(',')}}`;
  };
}

const text = (value: Present) => JSON.stringify(String(value));
const bare = (value: Present) => String(value);

/** The forms that DuckDB's JSON reader casts to each type without loss; any other is its text. */
const SCALARS: Readonly<Partial<Record<ScalarKind, (value: Present) => string>>> = {
  BOOL: bare,
  INT64: bare,
  FLOAT64: (value) => (Number.isFinite(value) ? JSON.stringify(value) : text(value)),
  TIMESTAMP: (value) => text(timestampText(BigInt(value as number | bigint))),
};
