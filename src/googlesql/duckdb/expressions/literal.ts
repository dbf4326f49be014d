import type { ResolvedLiteral, ResolvedParameter } from '../../analysis/resolved/resolved.ts';
import { duckdbType } from '../../functions/core/duckdb-type.ts';
import { quoteText } from '../../functions/core/quote.ts';
import {
  castAs,
  constantOf,
  NULL,
  parameterOf,
  type Sql,
  sql,
  textOf,
} from '../../functions/core/sql.ts';
import { parseBigDecimal } from '../../functions/math/decimal-text.ts';
import type { ScalarKind, Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';

/** A literal as a DuckDB operand of exactly its type. */
export function printLiteral(literal: ResolvedLiteral): Sql {
  const { type, value } = literal;
  if (value === null) return castAs(NULL, duckdbType(type));
  if (type.kind === 'ARRAY' || type.kind === 'STRUCT') {
    throw new Error(`Cannot print a literal of type ${type.kind}`);
  }
  return (WRITERS[type.kind] ?? castText)(value, duckdbType(type));
}

type Writer = (value: Exclude<LiteralValue, null>, duckdb: string) => Sql;

const castText: Writer = (value, duckdb) => castAs(textOf(String(value)), duckdb);

const castRange: Writer = (value, duckdb) => {
  const [start = '', end = ''] = String(value).slice(1, -1).split(', ');
  const from = start === 'UNBOUNDED' ? '-infinity' : start;
  return sql`CAST({'start': '${from}', 'end': '${end.replace('UNBOUNDED', 'infinity')}'} AS ${duckdb})`;
};

/** The writers of types whose literals are not their text, cast. */
const WRITERS: Readonly<Partial<Record<ScalarKind, Writer>>> = {
  BOOL: (value) => constantOf(String(value)),
  INT64: (value) => integer(BigInt(value)),
  FLOAT64: (value) => double(Number(value)),
  BIGNUMERIC: (value, duckdb) => castText(String(parseBigDecimal(String(value))), duckdb),
  STRING: (value) => textOf(String(value)),
  BYTES: (value) => sql`from_base64(${quoteText(String(value))})`,
  TIMESTAMP: (value) => sql`make_timestamptz(${integer(BigInt(value))})`,
  // DuckDB's cast reads other texts.
  INTERVAL: (value) => sql`gsql_text_interval(${quoteText(String(value))})`,
  'RANGE<DATE>': castRange,
  'RANGE<DATETIME>': castRange,
  'RANGE<TIMESTAMP>': castRange,
};

/** A bare `5` would be DuckDB's INTEGER, whose arithmetic overflows at 32 bits. */
function integer(value: bigint): Sql {
  return value < 0n ? castAs(textOf(String(value)), 'BIGINT') : sql`${value}::BIGINT`;
}

/** A bare `1.5` would be DuckDB's DECIMAL; an exponent makes it the nearest double. */
function double(value: number): Sql {
  if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) {
    const text = Object.is(value, -0) ? '-0' : String(value).toLowerCase();
    return castAs(textOf(text), 'DOUBLE');
  }
  const text = String(value);
  return constantOf(text.includes('e') ? text : `${text}e0`);
}

/** A parameter as a DuckDB operand of its type; `print.ts` documents the binding of each type. */
export function printParameter({ name, type }: ResolvedParameter): Sql {
  const isNumber = type.kind === 'TIMESTAMP' || type.kind === 'NUMERIC';
  const isPlain = type.kind !== 'ARRAY' && duckdbType(type) === bindingType(type);
  return parameterOf(
    name,
    bound(`$${name}`, type),
    isPlain ? 'operand' : isNumber ? 'atom' : 'costly',
  );
}

function bound(sql: string, type: Type): string {
  if (type.kind === 'ARRAY') {
    const list = `CAST(${sql} AS ${bindingType(type.element)}[])`;
    const item = bound('item', type.element);
    return item === `CAST(item AS ${bindingType(type.element)})`
      ? list
      : `list_transform(${list}, lambda item: ${item})`;
  }
  return boundScalar(sql, type);
}

/** A DuckDB value that is bound as `bindingType` says, as an operand of a scalar type. */
export function boundScalar(sql: string, type: Type): string {
  if (type.kind === 'TIMESTAMP') return `make_timestamptz(CAST(${sql} AS BIGINT))`;
  if (type.kind === 'BYTES') return `from_base64(CAST(${sql} AS VARCHAR))`;
  if (type.kind === 'INTERVAL') return `gsql_text_interval(CAST(${sql} AS VARCHAR))`;
  if (type.kind === 'BIGNUMERIC') return `gsql_text_bignumeric(CAST(${sql} AS VARCHAR))`;
  const own = duckdbType(type);
  const text = `CAST(${sql} AS ${bindingType(type)})`;
  return own === bindingType(type) ? text : `CAST(${text} AS ${own})`;
}

const BINDING_TYPES = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  TIMESTAMP: 'BIGINT',
} as const;

/** The DuckDB type in which a non-array parameter is bound. */
export function bindingType({ kind }: Type): 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'VARCHAR' {
  return kind in BINDING_TYPES ? BINDING_TYPES[kind as keyof typeof BINDING_TYPES] : 'VARCHAR';
}
