import { SCALARS } from '../../types.ts';
import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
  scalarGroup,
} from '../core/define.ts';
import { argumentsOf, bind, constant, lowerOne } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { formatValue } from '../datetime/format/format-time.ts';
import { checkZone } from '../datetime/zone.ts';
import { type FormatPiece, translateFormat } from './cast-format.ts';
import { lowerCast } from './cast-lowering.ts';

const conversion = scalarGroup('Conversion');

/** Texts of times are written piece by piece: pieces differ in the case of their letters. */
const lowerTime: Lowering = (call) =>
  bind(argumentsOf(call, 1), (names) => {
    const texts = piecesOf(call).map(({ format, letters }) => {
      const text = formatValue(call, format, names);
      return letters === 'as they are' ? text : `${letters}(${text})`;
    });
    return `(${texts.join(' || ')})`;
  });

/** The pieces of a format; neighbours of the same case are one, and there is at least one. */
function piecesOf({
  literals,
  types: [, type = SCALARS.DATE],
}: Pick<LoweredCall, 'literals' | 'types'>) {
  const pieces: FormatPiece[] = [{ text: '', format: '', letters: 'as they are' }];
  for (const piece of translateFormat(String(constant({ literals }, 0)), type)) {
    const last = pieces.at(-1);
    if (last?.letters !== piece.letters) pieces.push(piece);
    else pieces.splice(-1, 1, { ...last, format: last.format + piece.format });
  }
  return pieces;
}

/** The macros that write BYTES as a text and read them from one, by format; UTF-8 is what casts without one use. */
const CODINGS: Readonly<Record<string, readonly [encode: string, decode: string] | 'utf8'>> = {
  HEX: ['gsql_to_hex', 'gsql_from_hex'],
  BASE16: ['gsql_to_hex', 'gsql_from_hex'],
  BASE64: ['to_base64', 'gsql_from_base64'],
  UTF8: 'utf8',
  'UTF-8': 'utf8',
};

function lowerBytes(from: 'BYTES' | 'STRING', to: 'BYTES' | 'STRING'): Lowering {
  return (call) => {
    const coding = codingOf(call);
    const [, value = ''] = call.arguments;
    if (!coding || coding === 'utf8') return lowerCast(value, SCALARS[from], SCALARS[to], false);
    return lowerOne(coding[from === 'BYTES' ? 0 : 1], value, call.literals[1]);
  };
}

function codingOf({ literals }: Pick<LoweredCall, 'literals'>) {
  return CODINGS[String(constant({ literals }, 0)).toUpperCase()];
}

const check: Check = (call) => {
  const { literals, types } = call;
  checkZone(2)(call);
  if (typeof literals[0] !== 'string') return;
  if (types[1]?.kind !== 'BYTES' && types[1]?.kind !== 'STRING') piecesOf(call);
  else if (!codingOf(call)) {
    throw new Error(`CAST with FORMAT of BYTES takes ${Object.keys(CODINGS).join(', ')}`);
  }
};

const FORMAT = { check, needsValue: needsArgument(0) };

/** CAST with FORMAT to STRING and BYTES: the format, the value and perhaps a time zone. */
export const CAST_FORMAT_FUNCTIONS: readonly FunctionDefinition[] = [
  conversion(
    '$cast_STRING',
    [
      ['(STRING, DATE) -> STRING', lowerTime],
      ['(STRING, DATETIME) -> STRING', lowerTime],
      ['(STRING, TIME) -> STRING', lowerTime],
      ['(STRING, TIMESTAMP, STRING?) -> STRING', lowerTime],
      ['(STRING, BYTES) -> STRING', lowerBytes('BYTES', 'STRING')],
    ],
    FORMAT,
  ),
  conversion('$cast_BYTES', [['(STRING, STRING) -> BYTES', lowerBytes('STRING', 'BYTES')]], FORMAT),
];
