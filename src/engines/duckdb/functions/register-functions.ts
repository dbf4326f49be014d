import {
  BIGINT,
  BLOB,
  BOOLEAN,
  blobValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBScalarFunction,
  VARCHAR,
} from '@duckdb/node-api';
import { ENGINE_FUNCTIONS } from '#googlesql/runtime';
import { bytesOf, columnAt, validityOf } from '../rows/columns.ts';
import { FUNCTIONS, type Values } from './functions.ts';

type Name = keyof typeof ENGINE_FUNCTIONS;
type Value = Values[keyof Values];
type Run = (...values: readonly Value[]) => Value | null;

/** Reads an argument of each row. */
type ReadArgument = (row: number) => Value | null;

const TYPES = { BYTES: BLOB, STRING: VARCHAR, INT64: BIGINT, BOOL: BOOLEAN };

/**
 * Maximum length of each argument and result. A call has up to 2048 rows; it blocks the process's only JavaScript thread
 * (no other statement's call and no interrupt runs meanwhile), and its texts are in V8's heap.
 *
 * All texts of a call together have no limit: how many of a tenant's rows are in one call depends on other tenants' rows.
 */
const MAX_VALUE_BYTES = 32 * 1024;

/** As `MAX_VALUE_BYTES`, of a function over the rows of a group, which bounds its time and its result itself. */
const MAX_LONG_BYTES = 16 * 1024 * 1024;

/** Longer than any call of a function that is linear in its texts takes; passing it reveals no more than a deadline. */
const MAX_CALL_MICROS = 2_000_000;

/** The time is checked at the first of so many rows. */
const ROWS_PER_CHECK = 16;

function checkLength(length: number, isLong: boolean): void {
  if (length <= (isLong ? MAX_LONG_BYTES : MAX_VALUE_BYTES)) return;
  refuse(`Texts of more than ${isLong ? '16 MB' : '32 KB'} are too long`);
}

/** Throws once a call has taken its processor time; `begin` is what the thread had before. */
function checkTime(begin: number, row: number, isLong: boolean): void {
  if (row % ROWS_PER_CHECK > 0 && !isLong) return;
  if (process.threadCpuUsage().user - begin > MAX_CALL_MICROS) refuse('The texts take too long');
}

function refuse(why: string): never {
  throw new Error(`GoogleSQL: ${why} for this function`);
}

/** Registers what printed SQL calls and DuckDB does not have, for all connections to the database. */
export function registerFunctions(connection: DuckDBConnection): void {
  // The keys of a constant.
  for (const name of Object.keys(ENGINE_FUNCTIONS) as Name[]) {
    connection.registerScalarFunction(scalarFunction(name));
  }
}

function scalarFunction(name: Name): DuckDBScalarFunction {
  const definition = ENGINE_FUNCTIONS[name];
  const { parameters, result } = definition;
  const isLong = 'isLong' in definition;
  // DuckDB calls it with the types that are registered.
  const run = FUNCTIONS[name] as Run;
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameters.map((kind) => TYPES[kind]),
    returnType: TYPES[result],
    mainFunction: (_, input, output) => {
      const begin = process.threadCpuUsage().user;
      const reads = parameters.map((kind, i) => readerOf(input, i, kind, isLong));
      for (let row = 0; row < input.rowCount; row += 1) {
        checkTime(begin, row, isLong);
        const value = resultOf(run, reads, row);
        if (typeof value === 'string') checkLength(value.length, isLong);
        output.setItem(row, value instanceof Uint8Array ? blobValue(value) : value);
      }
      output.flush();
    },
  });
}

function resultOf(run: Run, reads: readonly ReadArgument[], row: number): Value | null {
  const values: Value[] = [];
  for (const read of reads) {
    const value = read(row);
    if (value === null) return null;
    values.push(value);
  }
  return run(...values);
}

function readerOf(
  input: DuckDBDataChunk,
  index: number,
  kind: 'STRING' | 'BYTES',
  isLong: boolean,
): ReadArgument {
  const column = columnAt(input, index);
  const isValid = validityOf(column);
  const bytesAt = bytesOf(column);
  return (row) => {
    if (!isValid(row)) return null;
    const bytes = bytesAt(row);
    checkLength(bytes.length, isLong);
    return kind === 'BYTES' ? bytes : bytes.toString();
  };
}
