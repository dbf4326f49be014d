import type { ResolvedExpression } from '../../../analysis/resolved/resolved.ts';
import type { BinaryOperator } from '../../../syntax/tree/ast.ts';
import { shownTypeName, type Type } from '../../../types.ts';
import type { FunctionDefinition } from '../define.ts';
import {
  type ParsedSignature,
  parseSignature,
  type SignatureParameter,
  type SignatureType,
} from './parse-signature.ts';
import { isUntypedNull } from './supertype.ts';

/** The functions of the binary operators. */
export const BINARY: Readonly<Record<BinaryOperator, string>> = {
  OR: '$or',
  AND: '$and',
  '=': '$equal',
  '!=': '$not_equal',
  '<': '$less',
  '<=': '$less_or_equal',
  '>': '$greater',
  '>=': '$greater_or_equal',
  '|': '$bitwise_or',
  '^': '$bitwise_xor',
  '&': '$bitwise_and',
  '<<': '$bitwise_left_shift',
  '>>': '$bitwise_right_shift',
  '+': '$add',
  '-': '$subtract',
  '*': '$multiply',
  '/': '$divide',
  '||': '$concat_op',
};

/** How GoogleSQL writes an operator and its operands. */
interface OperatorText {
  readonly symbol: string;
  readonly write: (operands: readonly string[]) => string;
}

function infix(symbol: string): OperatorText {
  return { symbol, write: ([left, right]) => `${left} ${symbol} ${right}` };
}

function prefix(symbol: string): OperatorText {
  return { symbol, write: ([operand]) => `${symbol}(${operand})` };
}

function suffix(symbol: string): OperatorText {
  return { symbol, write: ([operand]) => `${operand} ${symbol}` };
}

function logical(symbol: string): OperatorText {
  return { symbol, write: () => `BOOL ${symbol} ([BOOL, ...])` };
}

const OPERATORS: Readonly<Record<string, OperatorText>> = {
  ...Object.fromEntries(Object.entries(BINARY).map(([symbol, name]) => [name, infix(symbol)])),
  $unary_minus: prefix('-'),
  $bitwise_not: prefix('~'),
  $and: logical('AND'),
  $or: logical('OR'),
  $not: { symbol: 'NOT', write: ([operand]) => `NOT (${operand})` },
  $is_null: suffix('IS NULL'),
  $is_true: { symbol: 'IS TRUE', write: ([operand]) => `(${operand}) IS TRUE` },
  $is_false: { symbol: 'IS FALSE', write: ([operand]) => `(${operand}) IS FALSE` },
  $is_distinct_from: infix('IS DISTINCT FROM'),
  $is_not_distinct_from: infix('IS NOT DISTINCT FROM'),
  $between: { symbol: 'BETWEEN', write: ([a, b, c]) => `(${a}) BETWEEN (${b}) AND (${c})` },
  $like: infix('LIKE'),
  $like_any: { symbol: 'LIKE ANY', write: ([a, b]) => `${a} LIKE ANY (${b})` },
  $like_all: { symbol: 'LIKE ALL', write: ([a, b]) => `${a} LIKE ALL (${b})` },
  $in: { symbol: 'IN', write: ([a]) => `${a} IN (${a}, ...)` },
  $in_array: { symbol: 'IN UNNEST', write: ([a]) => `${a} IN UNNEST(ARRAY<${a}>)` },
  $case_no_value: { symbol: 'CASE', write: () => 'CASE' },
  $case_with_value: { symbol: 'CASE', write: () => 'CASE' },
};

/** The operators that compare two values by `=`, `<` and the like. */
export const COMPARISONS = [
  ...['$equal', '$not_equal'],
  ...['$less', '$less_or_equal', '$greater', '$greater_or_equal'],
];

/** A function's name in messages: `function SUBSTR`, `aggregate function SUM`, `operator +`. */
export function callName({ name, kind }: Pick<FunctionDefinition, 'name' | 'kind'>): string {
  const operator = OPERATORS[name];
  if (operator) return `operator ${operator.symbol}`;
  const word = kind === 'scalar' ? 'function' : `${kind} function`;
  return `${word} ${displayName(name)}`;
}

/** The name without the `$` of internal functions: `EXTRACT` for `$extract`. */
function displayName(name: string): string {
  return name.startsWith('$') ? name.slice(1).toUpperCase() : name;
}

/** `Supported signatures: A(INT64); A(STRING)`. */
export function supportedSignatures(definition: FunctionDefinition): string {
  const texts = definition.overloads.map(([text]) =>
    signatureText(definition.name, parseSignature(text)),
  );
  return `Supported signature${texts.length === 1 ? '' : 's'}: ${texts.join('; ')}`;
}

function signatureText(name: string, signature: ParsedSignature): string {
  if (name === '$extract') return extractText(signature);
  const parameters = joinInterval(signature.parameters.map(parameterText));
  const operator = OPERATORS[name];
  if (operator) return operator.write(parameters);
  return `${displayName(name)}(${parameters.join(', ')})`;
}

function parameterText({ types, occurs, name }: SignatureParameter): string {
  const texts = types.map(signatureTypeText);
  const text = texts.join(', ');
  if (name !== undefined) return `[${name} => ${text}]`;
  if (occurs === 'once') return text;
  return occurs === 'optional' ? `[${text}]` : texts.map((own) => `[${own}, ...]`).join(', ');
}

/** An INT64 before a date part is displayed as an interval. */
function joinInterval(parameters: readonly string[]): string[] {
  return parameters.flatMap((text, i) => {
    const next = parameters[i + 1] ?? '';
    if (text === 'INT64' && next === PART) return [`INTERVAL INT64 ${PART}`];
    if (text === '[INT64]' && next === `[${PART}]`) return [`[INTERVAL INT64 ${PART}]`];
    const previous = parameters[i - 1];
    const isJoined =
      (text === PART && previous === 'INT64') || (text === `[${PART}]` && previous === '[INT64]');
    return isJoined ? [] : [text];
  });
}

const PART = 'DATE_TIME_PART';

function extractText({ parameters }: ParsedSignature): string {
  const types = parameters.filter(({ types: [type] }) => type?.kind !== 'part');
  const [from, zone] = types.map(({ types: [type] }) => (type ? signatureTypeText(type) : ''));
  return `EXTRACT(${PART} FROM ${from}${zone ? ` [AT TIME ZONE ${zone}]` : ''})`;
}

function signatureTypeText(type: SignatureType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'part':
      return PART;
    case 'any':
    case 'variable':
      return 'ANY';
    case 'struct':
      return 'STRUCT';
    case 'array':
      return type.element.kind === 'variable'
        ? 'ARRAY'
        : `ARRAY<${signatureTypeText(type.element)}>`;
  }
}

/** The types of a call's arguments as messages list them. */
export function argumentTypes(
  definition: FunctionDefinition,
  args: readonly ResolvedExpression[],
  hasPart: boolean,
  partIndex: number | undefined,
): string {
  const types = args.map((argument) =>
    isUntypedNull(argument) ? 'NULL' : shownTypeName(argument.type),
  );
  if (!hasPart || partIndex === undefined) return types.join(', ');
  if (definition.name === '$extract') return `${PART} FROM ${types.join(', ')}`;
  const isInterval = supportedSignatures(definition).includes(`INTERVAL INT64 ${PART}`);
  if (!isInterval) return types.toSpliced(partIndex, 0, PART).join(', ');
  const amount = `INTERVAL ${types[partIndex - 1]} ${PART}`;
  return types.toSpliced(partIndex - 1, 1, amount).join(', ');
}

/** A type as some reference messages name it, with FLOAT64's internal name. */
export function internalTypeName(type: Type): string {
  return shownTypeName(type).replace(/\bFLOAT64\b/g, 'DOUBLE');
}

/** Whether an argument is what messages call a literal: one without an explicit type. */
export function isBareLiteral(argument: ResolvedExpression): boolean {
  return argument.kind === 'literal' && argument.coercible && argument.value !== null;
}
