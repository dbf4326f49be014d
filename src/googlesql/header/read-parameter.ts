import { excerpt } from '../excerpt.ts';
import type { ProvenType } from '../inference/proven-type.ts';
import { SqlError } from '../sql-error.ts';
import type { Cursor } from '../syntax/lexer/cursor.ts';
import { UNARY } from '../syntax/parser/expressions/precedence.ts';
import type { Expression } from '../syntax/tree/ast.ts';
import type { Tag } from './split-tags.ts';
import { type Placed, TagReader } from './tag-reader.ts';

/** What a head comment says of a parameter; offsets are in UTF-16 code units of the SQL. */
export interface HeaderParameter {
  readonly name: string;
  /** A scalar type, or an ARRAY of one. */
  readonly type?: ProvenType;
  readonly typeOffset?: number;
  /** A literal, a number with its sign, or an array of them; its offsets are those in the SQL. */
  readonly default?: Expression;
  readonly text?: string;
  /** The place of the name. */
  readonly offset: number;
}

/** What makes an expression of a literal before it; ` - ` ends a default. */
const OPERATOR = /^\s*(?:[-+*/%<>=.[(&^]|\|)/;

/** Reads `@param [{TYPE}] NAME [= DEFAULT] [- text]`; throws an `SqlError` at its place in the SQL. */
export function readParameter(tag: Tag): HeaderParameter {
  const reader = new TagReader(tag);
  const type = reader.type();
  if (type) checkType(type);
  const { value: name, offset } = reader.name('@param since - Text');
  const fallback = reader.after('=', parseDefault);
  if (fallback && (!isLiteral(fallback.value) || reader.before(OPERATOR))) {
    const source = excerpt(reader.source(fallback.offset, reader.offset));
    throw new SqlError(
      `A default is a literal: write "COALESCE(@${name}, ${source})" in the statement, and no default here`,
      fallback.offset,
    );
  }
  const text = reader.text(`@param ${name}`);
  return {
    name,
    offset,
    ...(type && { type: type.value, typeOffset: type.offset }),
    ...(fallback && { default: fallback.value }),
    ...(text !== undefined && { text }),
  };
}

function checkType({ value, offset }: Placed<ProvenType>): void {
  const { kind } = (value.element ?? value).type;
  if (kind !== 'STRUCT' && !kind.startsWith('RANGE')) return;
  throw new SqlError('The type of a parameter is a scalar one or an ARRAY of those', offset);
}

/** An operand: what follows it, such as the `-` before a text, is no part of it. */
function parseDefault(cursor: Cursor): Expression {
  return cursor.grammar.operand(cursor, UNARY);
}

function isLiteral(node: Expression): boolean {
  if (node.kind === 'array') return node.element === undefined && node.items.every(isScalar);
  return isScalar(node);
}

function isScalar(node: Expression): boolean {
  switch (node.kind) {
    case 'literal':
      return !node.type.startsWith('RANGE');
    case 'interval':
      return isScalar(node.value);
    case 'unary':
      return node.operator !== 'NOT' && node.operator !== '~' && isNumber(node.operand);
    default:
      return false;
  }
}

function isNumber(node: Expression): boolean {
  return node.kind === 'literal' && (node.type === 'INT64' || node.type === 'FLOAT64');
}
