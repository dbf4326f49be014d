import { excerpt } from '../../excerpt.ts';
import { resolveCast } from '../../functions/core/signatures/coercion.ts';
import {
  decimalBigNumeric,
  decimalNumeric,
  literalConversion,
} from '../../functions/core/signatures/literal-conversion.ts';
import { isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { giveType } from '../../functions/core/signatures/undeclared.ts';
import {
  parseDate,
  parseDatetime,
  parseRange,
  parseTimestamp,
  RANGE_FORM,
  timestampText,
} from '../../functions/datetime/civil-time.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression, Literal, Parameter } from '../../syntax/tree/ast.ts';
import { SCALARS } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import type { Session } from '../names/context.ts';
import { literal } from '../resolved/build.ts';
import type { ParameterUse } from '../resolved/parameter-use.ts';
import type { ResolvedExpression, ResolvedLiteral } from '../resolved/resolved.ts';
import { jsonText } from './json-text.ts';
import { resolveTypeName } from './type-names.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Resolves a literal with its minus sign, if any: the sign is part of the number, as the smallest INT64 requires. */
export function resolveLiteral(node: Literal, negative = false): ResolvedExpression {
  if (node.type === 'NULL') return literal(SCALARS.INT64, null, true);
  const plain = PLAIN[node.type];
  if (node.type === 'FLOAT64') return floatLiteral(node, negative);
  if (plain) return literal(SCALARS[node.type], plain(node, negative), true);
  return typedLiteral(node);
}

/** Whether a unary minus before the literal is part of the number. */
export function isNumber(node: Literal): boolean {
  return node.type === 'INT64' || node.type === 'FLOAT64';
}

type Plain = (node: Literal, negative: boolean) => LiteralValue;

const PLAIN: Readonly<Partial<Record<Literal['type'], Plain>>> = {
  BOOL: ({ value }) => value === 'true',
  INT64: (node, negative) => integer(node, negative),
  STRING: ({ value }) => value,
  BYTES: ({ value }) => Buffer.from(value, 'latin1').toString('base64'),
};

function floatLiteral({ value }: Literal, negative: boolean): ResolvedLiteral {
  const text = negative ? `-${value}` : value;
  return { ...literal(SCALARS.FLOAT64, Number(text), true), text };
}

function integer({ value, at }: Literal, negative: boolean): bigint {
  const number = negative ? -BigInt(value) : BigInt(value);
  if (number >= INT64_MIN && number <= INT64_MAX) return number;
  throw new SqlError(`Invalid integer literal: ${negative ? '-' : ''}${excerpt(value)}`, at);
}

/** `DATE '…'` and other typed literals, whose text must be valid. */
function typedLiteral({ type, value, at }: Literal): ResolvedLiteral {
  if (type === 'NULL') throw new TypeError('NULL has no type of its own');
  const convert = TYPED[type] ?? literalConversion('STRING', type);
  const converted = convert?.(value);
  if (converted !== undefined) return literal(SCALARS[type], converted);
  if (type.startsWith('RANGE')) {
    throw new SqlError(`Invalid RANGE literal value: ${RANGE_FORM} (found ${excerpt(value)})`, at);
  }
  const detail = QUOTED.has(type) ? `: "${excerpt(value)}"` : '';
  throw new SqlError(`Invalid ${type} literal${detail}`, at);
}

/** Types whose messages quote the text. */
const QUOTED: ReadonlySet<string> = new Set(['NUMERIC', 'BIGNUMERIC']);

/** The types whose literals are more, or less, than what a text converts to without a cast. */
const TYPED: Readonly<
  Partial<Record<Literal['type'], (text: string) => LiteralValue | undefined>>
> = {
  NUMERIC: (text) => decimalNumeric(text.trim(), true),
  BIGNUMERIC: (text) => decimalBigNumeric(text.trim(), true),
  JSON: jsonText,
  'RANGE<DATE>': (text) => parseRange(text, parseDate),
  'RANGE<DATETIME>': (text) => parseRange(text, parseDatetime),
  'RANGE<TIMESTAMP>': (text) => parseRange(text, canonicalTimestamp),
};

function canonicalTimestamp(text: string): string | undefined {
  const micros = parseTimestamp(text);
  return micros === undefined ? undefined : timestampText(micros);
}

/** `@name`: a declared parameter. */
export function resolveParameter(node: Parameter, session: Session): ResolvedExpression {
  const name = node.name.toLowerCase();
  const type = session.parameters.get(name);
  if (!type && session.undeclared) return undeclaredParameter(name, node.at, session.undeclared);
  if (!type) throw new SqlError(`Query parameter '${excerpt(node.name)}' not found`, node.at);
  session.usedParameters.add(name);
  return { kind: 'parameter', type, name };
}

function undeclaredParameter(name: string, at: number, uses: ParameterUse[]): ResolvedExpression {
  const use: ParameterUse = { name, at, types: [] };
  uses.push(use);
  return { kind: 'parameter', type: SCALARS.INT64, name, use };
}

/** A LIMIT or OFFSET count: an integer literal or parameter, optionally cast to INT64. */
export function resolveCount(
  node: Expression,
  clause: string,
  session: Session,
): ResolvedExpression {
  const count = countOf(node, session);
  if (count?.type.kind !== 'INT64' || isNegative(count)) {
    throw new SqlError(`${clause} expects an integer literal or parameter`, node.at);
  }
  return isUndeclared(count) ? giveType(count, SCALARS.INT64) : count;
}

function countOf(node: Expression, session: Session): ResolvedExpression | undefined {
  if (node.kind === 'parameter') return resolveParameter(node, session);
  if (node.kind === 'literal') return resolveLiteral(node);
  if (node.kind !== 'cast' || resolveTypeName(node.type).kind !== 'INT64') return undefined;
  const inner = countOf(node.expression, session);
  return inner && resolveCast(inner, SCALARS.INT64, node.safe, node.at);
}

function isNegative(count: ResolvedExpression): boolean {
  if (count.kind !== 'literal') return false;
  return count.value === null || (typeof count.value === 'bigint' && count.value < 0n);
}
