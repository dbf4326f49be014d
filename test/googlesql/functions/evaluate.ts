import type { DuckDBConnection } from '@duckdb/node-api';
import { bindParameters } from '../../../src/engines/duckdb/queries/bind-parameters.ts';
import { withNeededValues } from '../../../src/googlesql/duckdb/queries/needed-values.ts';
import { raisedMessage } from '../../../src/googlesql/functions/conversion/raised-message.ts';
import { findFunction } from '../../../src/googlesql/functions/core/catalogue.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { CLOCK_PARAMETER } from '../../../src/googlesql/syntax/parser/pin-clock.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import type { Expression, Query, Select } from '../../../src/googlesql/syntax/tree/ast.ts';
import { SCALARS, type Type, typeName } from '../../../src/googlesql/types.ts';
import type { LiteralValue, Value } from '../../../src/googlesql/value.ts';
import { print, resolve } from '../duckdb/compile.ts';
import { goldenValue } from '../golden-value.ts';
import { readRows } from '../read-rows.ts';

/** The type and the value of an expression, or the message of its error without a place. */
export type Outcome = readonly [type: string, value: unknown] | { readonly error: string };

/** What the clock reads in all statements: 2026-07-01 10:00:00 UTC. */
const CLOCK = { [CLOCK_PARAMETER]: { type: SCALARS.TIMESTAMP, value: 1_782_900_000_000_000n } };

/** What `SELECT expression` gives through the compiler and DuckDB. */
export async function evaluate(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters = {},
): Promise<Outcome> {
  try {
    return await typeAndValue(connection, sql, { ...CLOCK, ...parameters });
  } catch (error) {
    if (error instanceof SqlError) return { error: error.message };
    const text = error instanceof Error ? error.message : '';
    const message = raisedMessage(text);
    if (message === undefined) throw error;
    return { error: message };
  }
}

async function typeAndValue(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters,
): Promise<Outcome> {
  const readValue = (text: string) => firstValue(connection, text, parameters);
  const [output] = resolve(sql, { parameters: typesOf(parameters) }).output;
  if (!output) throw new Error(`There is no column in ${sql}`);
  const { type } = output.column;
  const value = await readValue(sql).catch((error) => readNullable(sql, error, readValue));
  // A NULL array is read as an empty one, but functions tell them apart.
  const isNull = type.kind === 'ARRAY' && (await readValue(`SELECT (${sql}) IS NULL`)) === true;
  return [typeName(type), isNull ? null : goldenValue(value)];
}

/** An array that holds NULL, which no result may: as BigQuery's users do, its elements are wrapped in structs. */
async function readNullable(
  sql: string,
  error: Error,
  readValue: (sql: string) => Promise<Value>,
): Promise<Value> {
  if (!error.message.includes('Array cannot have a null element')) throw error;
  const wrapped = `SELECT ARRAY(SELECT STRUCT(x) FROM UNNEST((${sql})) AS x WITH OFFSET AS o ORDER BY o)`;
  const structs = (await readValue(wrapped)) as readonly (readonly Value[])[];
  return structs.map(([element = null]) => element);
}

async function firstValue(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters,
): Promise<Value> {
  const statement = resolve(sql, { parameters: typesOf(parameters) });
  const literals = Object.entries(parameters).map(([name, { value }]) => [name, value] as const);
  const compiled = print(withNeededValues(statement, new Map(literals)));
  const prepared = await connection.prepare(compiled.sql);
  bindParameters(
    prepared,
    compiled.parameters.flatMap((name) => {
      const parameter = parameters[name];
      return parameter ? [[name, parameter] as const] : [];
    }),
  );
  const [[value = null] = []] = await readRows(await prepared.run(), compiled);
  return value;
}

/** Parameters by their name in lower case. */
export type Parameters = Readonly<
  Record<string, { readonly type: Type; readonly value: LiteralValue }>
>;

function typesOf(parameters: Parameters): Readonly<Record<string, Type>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { type }]) => [name, type]));
}

/**
 * The same call with its literal arguments in columns of a subquery, where no lowering can look at them, and perhaps in
 * expressions over these, which are not to be computed twice. Undefined when that is no call, or another one, because
 * literals take other types more easily than columns do.
 */
export function overColumns(sql: string, argumentOf = column): string | undefined {
  const query = parseQuery(sql);
  const select = query.body as Select;
  const [item] = select.items;
  if (item?.kind !== 'select_expression' || item.expression.kind !== 'call') return undefined;
  const call = item.expression;
  const columns: Expression[] = [];
  const name = call.path.map((part) => part.name).join('.');
  const args = call.arguments.map((argument, i) => {
    const needsValue = findFunction(name)?.needsValue?.(i, call.arguments.length);
    if (needsValue || name === 'SEARCH' || !isPlain(argument.value)) return argument;
    columns.push(argument.value);
    return { ...argument, value: argumentOf(`a${columns.length}`) };
  });
  if (columns.length === 0) return undefined;
  const expression = { ...call, arguments: args };
  const moved: Query = {
    ...query,
    body: {
      ...select,
      items: [{ ...item, expression }],
      from: { kind: 'derived_table', at: 0, query: rowOf(query, columns), alias: identifier('v') },
    },
  };
  const text = printQuery(moved);
  return hasSameType(sql, text) ? text : undefined;
}

function isPlain(expression: Expression): boolean {
  return (
    (expression.kind === 'literal' && expression.type !== 'NULL') || expression.kind === 'cast'
  );
}

function rowOf(query: Query, columns: readonly Expression[]): Query {
  const items = columns.map((expression, i) => ({
    kind: 'select_expression' as const,
    at: 0,
    expression,
    alias: identifier(`a${i + 1}`),
  }));
  return { ...query, body: { ...(query.body as Select), items } };
}

/** A column itself. */
export function column(name: string): Expression {
  return { kind: 'path', at: 0, names: [identifier(name)] };
}

/** An expression that is always the column, which no compiler sees. */
export function expressionOver(name: string): Expression {
  const [item] = (parseQuery(`SELECT COALESCE(${name}, ${name})`).body as Select).items;
  return item?.kind === 'select_expression' ? item.expression : column(name);
}

function identifier(name: string) {
  return { name, at: 0 };
}

function hasSameType(one: string, other: string): boolean {
  const type = (sql: string) =>
    resolve(sql)
      .output.map(({ column }) => typeName(column.type))
      .join();
  try {
    return type(one) === type(other);
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}
