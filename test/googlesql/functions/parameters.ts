import { findFunction } from '../../../src/googlesql/functions/core/catalogue.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import type { Expression, Literal } from '../../../src/googlesql/syntax/tree/ast.ts';
import { mapExpressions } from '../../../src/googlesql/syntax/tree/visit.ts';
import { SCALARS, type Type, typeName } from '../../../src/googlesql/types.ts';
import type { LiteralValue } from '../../../src/googlesql/value.ts';
import { resolve } from '../duckdb/compile.ts';
import type { Parameters } from './evaluate.ts';

/** A statement with the parameters that it names. */
export interface Parametrised {
  readonly sql: string;
  readonly parameters: Parameters;
}

/**
 * The statement with each of its literals as a parameter, where it calls a function that needs values to become SQL: to
 * others a parameter is an expression. Undefined if there is none, and if it is another statement then, because literals
 * take other types more easily than parameters do.
 */
export function overParameters(sql: string): Parametrised | undefined {
  if (!needsValues(sql)) return undefined;
  const parameters: Record<string, { type: Type; value: LiteralValue }> = {};
  const signed = mapExpressions(parseQuery(sql), withSign);
  const tree = mapExpressions(signed, (node) => {
    const parameter = node.kind === 'literal' ? parameterOf(node) : undefined;
    if (!parameter) return node;
    const name = `p${Object.keys(parameters).length + 1}`;
    parameters[name] = parameter;
    return { kind: 'parameter', at: node.at, name } satisfies Expression;
  });
  if (Object.keys(parameters).length === 0) return undefined;
  const text = printQuery(tree);
  return isSame(sql, text, parameters) ? { sql: text, parameters } : undefined;
}

function needsValues(sql: string): boolean {
  let found = false;
  mapExpressions(parseQuery(sql), (node) => {
    if (node.kind === 'call') {
      const name = node.path.map((part) => part.name).join('.');
      if (findFunction(name.replace(/^safe\./i, ''))?.needsValue) found = true;
    }
    // CAST with FORMAT is a call too.
    if (node.kind === 'cast' && node.format) found = true;
    return node;
  });
  return found;
}

/** A minus sign is part of the number. */
function withSign(node: Expression): Expression {
  if (node.kind !== 'unary' || node.operator !== '-' || node.operand.kind !== 'literal')
    return node;
  return { ...node.operand, value: `-${node.operand.value}` };
}

const VALUES: Readonly<Partial<Record<Literal['type'], (text: string) => LiteralValue>>> = {
  BOOL: (text) => text === 'true',
  INT64: BigInt,
  FLOAT64: Number,
  STRING: String,
  BYTES: (text) => Buffer.from(text, 'latin1').toString('base64'),
};

function parameterOf({ type, value }: Literal) {
  const read = VALUES[type];
  return read && type !== 'NULL' ? { type: SCALARS[type], value: read(value) } : undefined;
}

/** Errors of texts that are no literals, and of numbers and texts that do not take another type. */
const OTHER = /^(No matching signature|Invalid interval literal|Could not cast literal)/;

function isSame(sql: string, text: string, parameters: Parameters): boolean {
  const types = Object.fromEntries(
    Object.entries(parameters).map(([name, { type }]) => [name, type]),
  );
  try {
    const [own] = resolve(sql).output;
    const [other] = resolve(text, { parameters: types }).output;
    return !own || !other || typeName(own.column.type) === typeName(other.column.type);
  } catch (error) {
    if (error instanceof SqlError) return !OTHER.test(error.message);
    throw error;
  }
}
