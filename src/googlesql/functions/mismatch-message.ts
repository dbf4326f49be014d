import type { ResolvedExpression } from '../analysis/resolved.ts';
import { typeName } from '../types.ts';
import type { FunctionDefinition } from './define.ts';
import { parseSignature } from './parse-signature.ts';
import { argumentTypes, callName, supportedSignatures } from './signature-text.ts';
import { isUntypedNull } from './supertype.ts';

/** What a call is told that fits no overload, in the reference's words. */
export function mismatchMessage(
  definition: FunctionDefinition,
  args: readonly ResolvedExpression[],
  part: string | undefined,
  partIndex: number | undefined,
): string {
  const special = SPECIAL_MISMATCHES[definition.name];
  if (special) return special(args);
  const supported = supportedSignatures(definition);
  if (hasWrongCount(definition, args.length, part !== undefined)) {
    return `Number of arguments does not match for ${callName(definition)}. ${supported}`;
  }
  const types = argumentTypes(definition, args, part !== undefined, partIndex);
  const given = types === '' ? 'with no arguments' : `for argument types: ${types}`;
  return `No matching signature for ${callName(definition)} ${given}. ${bytesHint(definition, args)}${supported}`;
}

/** Only a function of one signature is told that the number of arguments is wrong. */
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

const COMPARISONS = new Set([
  '$equal',
  '$not_equal',
  '$less',
  '$less_or_equal',
  '$greater',
  '$greater_or_equal',
]);

function bytesHint(definition: FunctionDefinition, args: readonly ResolvedExpression[]): string {
  const kinds = args.map(({ type }) => type.kind);
  if (!COMPARISONS.has(definition.name) || !kinds.includes('STRING') || !kinds.includes('BYTES')) {
    return '';
  }
  return (
    'STRING and BYTES are different types that are not directly comparable. ' +
    "To write a BYTES literal, use a b-prefixed literal such as b'bytes value'. "
  );
}

function names(args: readonly ResolvedExpression[]): string[] {
  return args.map((argument) => (isUntypedNull(argument) ? 'NULL' : typeName(argument.type)));
}

/** Operators whose mismatch the reference words in a way of its own. */
const SPECIAL_MISMATCHES: Readonly<
  Record<string, (args: readonly ResolvedExpression[]) => string>
> = {
  $in: listMismatch('IN'),
  $like_any: listMismatch('LIKE ANY|SOME'),
  $like_all: listMismatch('LIKE ALL'),
  $in_array: (args) =>
    `No matching signature for operator IN UNNEST for argument types: ${names(args).join(', ')}`,
  $case_with_value: (args) =>
    `No matching signature for operator CASE for argument types: ${names(args).join(', ')}`,
  $case_no_value: caseMismatch,
};

function listMismatch(symbol: string): (args: readonly ResolvedExpression[]) => string {
  return ([needle, ...items]) => {
    const literal = needle?.kind === 'literal' ? 'literal ' : '';
    const list = [...new Set(names(items))].join(', ');
    const types = `${literal}${names(needle ? [needle] : []).join('')} and {${list}}`;
    return `No matching signature for operator ${symbol} for argument types ${types}`;
  };
}

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
  const results = [...new Set([...thens, otherwise])].filter((name) => name !== 'NULL');
  return `No matching signature for operator CASE; all THEN/ELSE arguments must be coercible to a common type but found: ${results.join(', ')}; ${actual}`;
}
