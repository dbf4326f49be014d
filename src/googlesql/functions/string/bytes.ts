import { SCALARS } from '../../types.ts';
import {
  type FunctionDefinition,
  type Lowering,
  type Overload,
  scalarGroup,
} from '../core/define.ts';
import { lowerOne, macro, native } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';

/** Converts the text that represents BYTES back to a result, by result type. */
const RESULTS: Readonly<Record<string, string>> = {
  BYTES: 'gsql_bytes_of_text',
  'ARRAY<BYTES>': 'gsql_bytes_list',
};

/** The literals of a call, those of BYTES as texts in which each byte is the character with the same code. */
export function textLiterals({
  literals,
  types,
}: Pick<LoweredCall, 'literals' | 'types'>): LoweredCall['literals'] {
  return literals.map((value, i) =>
    types[i]?.kind === 'BYTES' && typeof value === 'string'
      ? Buffer.from(value, 'base64').toString('latin1')
      : value,
  );
}

/** Implements a BYTES function by its STRING function. */
function throughText(lower: Lowering, result: string): Lowering {
  return (call) => {
    const isBytes = call.types.map(({ kind }) => kind === 'BYTES');
    const text = lower({
      ...call,
      arguments: call.arguments.map((own, i) =>
        isBytes[i] ? lowerOne('gsql_text_of_bytes', own, call.literals[i]) : own,
      ),
      types: call.types.map((type, i) => (isBytes[i] ? SCALARS.STRING : type)),
      literals: textLiterals(call),
    });
    const wrap = RESULTS[result];
    return wrap === undefined ? text : lowerOne(wrap, text);
  };
}

/** The BYTES overload of a STRING function. */
export function bytesOverload(signature: string, lower: Lowering): Overload {
  return [signature, throughText(lower, signature.slice(signature.indexOf('-> ') + 3))];
}

/** The overloads of STRING and of BYTES, which the signature calls `T`; the latter through text. */
export function textOverloads(signature: string, lower: Lowering): readonly Overload[] {
  const of = (type: string) => signature.replace(/\bT\b/g, type);
  return [[of('STRING'), lower], bytesOverload(of('BYTES'), lower)];
}

const scalar = scalarGroup('String');

/** Conversions between BYTES and other types. */
export const BYTES_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('CODE_POINTS_TO_BYTES', [['(ARRAY<INT64>) -> BYTES', macro('gsql_code_points_to_bytes')]]),
  scalar('FROM_BASE32', [['(STRING) -> BYTES', macro('gsql_from_base32')]]),
  scalar('FROM_BASE64', [['(STRING) -> BYTES', macro('gsql_from_base64')]]),
  scalar('FROM_HEX', [['(STRING) -> BYTES', macro('gsql_from_hex')]]),
  scalar('SAFE_CONVERT_BYTES_TO_STRING', [['(BYTES) -> STRING', macro('gsql_convert_bytes')]]),
  scalar('TO_BASE32', [['(BYTES) -> STRING', macro('gsql_to_base32')]]),
  scalar('TO_BASE64', [['(BYTES) -> STRING', native('to_base64')]]),
  scalar('TO_HEX', [['(BYTES) -> STRING', macro('gsql_to_hex')]]),
];
