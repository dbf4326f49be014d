import type { ResolvedExpression } from '../../../analysis/resolved/resolved.ts';
import { shownTypeName, type Type } from '../../../types.ts';
import type { FunctionDefinition } from '../define.ts';
import { supportsOrdering } from './coercion.ts';
import { parseSignature } from './parse-signature.ts';
import {
  argumentTypes,
  COMPARISONS,
  callName,
  internalTypeName,
  isBareLiteral,
  supportedSignatures,
} from './signature-text.ts';
import { isUntypedNull } from './supertype.ts';

/** The error message for a call that matches no overload, in the reference's wording. */
export function mismatchMessage(
  definition: FunctionDefinition,
  args: readonly ResolvedExpression[],
  part: string | undefined,
  partIndex: number | undefined,
): string {
  const special = SPECIAL_MISMATCHES[definition.name]?.(args);
  if (special !== undefined) return special;
  const supported = supportedSignatures(definition);
  if (hasWrongCount(definition, args.length, part !== undefined)) {
    return `Number of arguments does not match for ${callName(definition)}. ${supported}`;
  }
  const types = argumentTypes(definition, args, part !== undefined, partIndex);
  const given = types === '' ? 'with no arguments' : `for argument types: ${types}`;
  return `No matching signature for ${callName(definition)} ${given}. ${bytesHint(definition, args)}${supported}`;
}

/** Whether to report a wrong number of arguments, which is done only for functions with one signature. */
function hasWrongCount(definition: FunctionDefinition, count: number, hasPart: boolean): boolean {
  const [only] = definition.overloads;
  if (!only || definition.overloads.length > 1) return false;
  const written = parseSignature(only[0]).parameters.filter(
    ({ types }) => types[0]?.kind !== 'part' || hasPart,
  );
  if (written.some(({ occurs }) => occurs === 'repeated')) return false;
  const required = written.filter(({ occurs }) => occurs === 'once').length;
  const given = count + (hasPart ? 1 : 0);
  return given < required || given > written.length;
}

const COMPARED: ReadonlySet<string> = new Set([...COMPARISONS, '$like']);

/** Whether BYTES are compared with a STRING literal, which suggests a missing `b` prefix. */
function isMissingPrefix(args: readonly ResolvedExpression[]): boolean {
  const isText = (arg: ResolvedExpression) => arg.type.kind === 'STRING' && isBareLiteral(arg);
  return args.some(({ type }) => type.kind === 'BYTES') && args.some(isText);
}

const PREFIX_HINT =
  'STRING and BYTES are different types that are not directly comparable. ' +
  "To write a BYTES literal, use a b-prefixed literal such as b'bytes value'";

function bytesHint(definition: FunctionDefinition, args: readonly ResolvedExpression[]): string {
  return COMPARED.has(definition.name) && isMissingPrefix(args) ? `${PREFIX_HINT}. ` : '';
}

function names(args: readonly ResolvedExpression[]): string[] {
  return args.map((argument) => (isUntypedNull(argument) ? 'NULL' : shownTypeName(argument.type)));
}

/** Special wording of the reference for some functions; undefined if the arguments do not call for it. */
type SpecialMessage = (args: readonly ResolvedExpression[]) => string | undefined;

const SPECIAL_MISMATCHES: Readonly<Record<string, SpecialMessage>> = {
  $in: listMismatch('IN'),
  $like_any: listMismatch('LIKE ANY|SOME'),
  $like_all: listMismatch('LIKE ALL'),
  $in_array: (args) =>
    `No matching signature for operator IN UNNEST for argument types: ${names(args).join(', ')}`,
  $case_with_value: (args) =>
    `No matching signature for operator CASE for argument types: ${names(args).join(', ')}`,
  $case_no_value: caseMismatch,
  $bitwise_and: bitwiseMismatch('&'),
  $bitwise_or: bitwiseMismatch('|'),
  $bitwise_xor: bitwiseMismatch('^'),
  $bitwise_left_shift: shiftMismatch('<<'),
  $bitwise_right_shift: shiftMismatch('>>'),
  ARRAY_AGG: ([value]) =>
    value?.type.kind === 'ARRAY'
      ? `The argument to ARRAY_AGG must not be an array type but was ${internalTypeName(value.type)}`
      : undefined,
  RANGE_BUCKET: ([, bounds]) =>
    bounds && bounds.type.kind !== 'ARRAY'
      ? `Second argument of RANGE_BUCKET must be an array but was ${shownTypeName(bounds.type)}`
      : undefined,
  GREATEST: unorderedMismatch('GREATEST'),
  LEAST: unorderedMismatch('LEAST'),
};

function bitwiseMismatch(symbol: string): SpecialMessage {
  return (args) => {
    const types = args.map(({ type }) => internalTypeName(type)).join(' and ');
    return `Bitwise operator ${symbol} requires two integer/BYTES arguments of the same type, but saw ${types}`;
  };
}

function shiftMismatch(symbol: string): SpecialMessage {
  return ([first]) => {
    if (!first || first.type.kind === 'INT64' || first.type.kind === 'BYTES') return undefined;
    const saw = internalTypeName(first.type);
    return `The first argument to bitwise operator ${symbol} must be an integer or BYTES but saw ${saw}`;
  };
}

function unorderedMismatch(name: string): SpecialMessage {
  return (args) => {
    const other = args.find(({ type }) => !supportsOrdering(type));
    return other && `${name} is not defined for arguments of type ${internalTypeName(other.type)}`;
  };
}

function listMismatch(symbol: string): SpecialMessage {
  return ([needle, ...items]) => {
    if (!needle) return undefined;
    const literal = isBareLiteral(needle) ? 'literal ' : '';
    const hint = isMissingPrefix([needle, ...items]) ? `. ${PREFIX_HINT}` : '';
    const list = [...items]
      .sort((a, b) => KINDS.indexOf(a.type.kind) - KINDS.indexOf(b.type.kind))
      .map((item) => (isUntypedNull(item) ? 'NULL' : internalTypeName(item.type)));
    const types = `${literal}${isUntypedNull(needle) ? 'NULL' : internalTypeName(needle.type)} and {${[...new Set(list)].join(', ')}}`;
    return `No matching signature for operator ${symbol} for argument types ${types}${hint}`;
  };
}

/** Type kinds in the order in which the reference lists them. */
const KINDS: readonly Type['kind'][] = [
  ...(['INT64', 'BOOL', 'FLOAT64', 'STRING', 'BYTES', 'DATE', 'ARRAY', 'STRUCT'] as const),
  ...(['TIMESTAMP', 'TIME', 'DATETIME', 'NUMERIC', 'BIGNUMERIC', 'JSON', 'INTERVAL'] as const),
];

function caseMismatch(args: readonly ResolvedExpression[]): string {
  const types = names(args);
  const otherwise = types.length % 2 === 1 ? types.at(-1) : 'NULL';
  const pairs = types.slice(0, types.length - (types.length % 2));
  const whens = pairs.filter((_, i) => i % 2 === 0);
  const thens = pairs.filter((_, i) => i % 2 === 1);
  const branches = whens.map((when, i) => `(${when} ${thens[i]})`).join(' ');
  const actual = `actual argument types (WHEN THEN) ELSE: ${branches} ${otherwise}`;
  const wrong = whens.find((when) => when !== 'BOOL' && when !== 'NULL');
  if (wrong) {
    return `No matching signature for operator CASE; all WHEN argument types must be BOOL but found: ${wrong}; ${actual}`;
  }
  const results = [...new Set([...thens, otherwise])].filter((name) => name !== 'NULL').sort();
  return `No matching signature for operator CASE; all THEN/ELSE arguments must be coercible to a common type but found: ${results.join(', ')}; ${actual}`;
}
