import {
  printIdentifier,
  quoteGoogleSql,
  type ScalarKind,
  type Type,
  timestampText,
  type Value,
} from '#googlesql';

/** A column or a field, with its type. */
interface Named {
  readonly name: string;
  readonly type: Type;
}

type Present = Exclude<Value, null>;

/** The array of rows with these columns, as GoogleSQL text without names of tables. */
export function rowsLiteral(columns: readonly Named[], rows: readonly Value[]): string {
  return literal(rows, { kind: 'ARRAY', element: { kind: 'STRUCT', fields: columns } });
}

/** A type as GoogleSQL writes it, with the names of fields quoted where needed. */
export function typeText(type: Type): string {
  if (type.kind === 'ARRAY') return `ARRAY<${typeText(type.element)}>`;
  if (type.kind !== 'STRUCT') return type.kind;
  const fields = type.fields.map(
    (field) => `${printIdentifier(field.name)} ${typeText(field.type)}`,
  );
  return `STRUCT<${fields.join(', ')}>`;
}

function literal(value: Value, type: Type): string {
  if (type.kind === 'ARRAY') {
    const items = (value ?? []) as readonly Value[]; // As the type says; tables have no NULL arrays.
    return `${typeText(type)}[${items.map((item) => literal(item, type.element)).join(', ')}]`;
  }
  if (value === null) return 'NULL';
  if (type.kind === 'STRUCT') {
    const values = value as readonly Value[]; // As the type says.
    const fields = type.fields.map((field, i) => literal(values[i] ?? null, field.type));
    return `STRUCT(${fields.join(', ')})`;
  }
  return (SCALARS[type.kind] ?? typed(type.kind))(value);
}

const text = (value: Present | string) => quoteGoogleSql(String(value));

/** `DATE '2026-07-01'`. */
const typed = (kind: ScalarKind) => (value: Present) => `${kind} ${text(value)}`;

/** `CAST('nan' AS FLOAT64)`, for values that have no literal of their own. */
const cast = (kind: ScalarKind) => (value: Present) => `CAST(${text(value)} AS ${kind})`;

const SCALARS: Readonly<Partial<Record<ScalarKind, (value: Present) => string>>> = {
  BOOL: (value) => (value === true ? 'TRUE' : 'FALSE'),
  // The smallest INT64 is no literal: its digits without the sign are too large.
  INT64: (value) => (BigInt(value as number) === -(2n ** 63n) ? cast('INT64')(value) : `${value}`),
  FLOAT64: (value) =>
    Number.isFinite(value) && !Object.is(value, -0)
      ? `${value}`
      : cast('FLOAT64')(Object.is(value, -0) ? '-0' : value),
  STRING: text,
  BYTES: (value) => `FROM_BASE64(${text(value)})`,
  TIMESTAMP: (value) => `TIMESTAMP ${text(timestampText(BigInt(value as number | bigint)))}`,
  INTERVAL: cast('INTERVAL'),
};
