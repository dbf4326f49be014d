import { takesFormat, translateFormat } from '../../functions/conversion/cast-format.ts';
import { resolveCast } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Cast } from '../../syntax/tree/ast.ts';
import { SCALARS, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** CAST with FORMAT: a call of the functions that write and read such texts. */
export function resolveCastFormat(
  node: Cast,
  value: ResolvedExpression,
  to: Type,
  context: Context,
): ResolvedExpression {
  const { format, timeZone, at, safe } = node;
  const [from, kind] = [value.type.kind, to.kind];
  const time = from === 'STRING' ? to : value.type;
  if (format?.kind !== 'literal' || format.type !== 'STRING') return refuse(at);
  if (timeZone && time.kind !== 'TIMESTAMP')
    throw new SqlError(`AT TIME ZONE is not supported for ${time.kind}`, timeZone.at);
  const zone = timeZone ? [context.session.expression(timeZone, context)] : [];
  if (kind === 'STRING' && takesFormat(time))
    return formatted(piecesOf(format.value, value, format.at), value, zone, at);
  if (from === 'STRING' && takesFormat(time)) {
    const text = literal(SCALARS.STRING, format.value, true);
    return callExpression(`$cast_${kind}`, [text, value, ...zone], at, { safe });
  }
  const direction = ['BYTES STRING', 'STRING BYTES'].indexOf(`${from} ${kind}`);
  const coding = format.value.toUpperCase();
  const call = CODINGS[coding]?.[direction];
  if (call) return callExpression(call, [value], at, { safe });
  if (direction < 0 || !/^UTF-?8$/.test(coding)) return refuse(at);
  return resolveCast(value, to, safe, at);
}

/** What CAST of BYTES to STRING and back calls, by format. */
const CODINGS: Readonly<Record<string, readonly [encode: string, decode: string]>> = {
  BASE16: ['TO_HEX', 'FROM_HEX'],
  HEX: ['TO_HEX', 'FROM_HEX'],
  BASE64: ['TO_BASE64', 'FROM_BASE64'],
};

function refuse(at: number): never {
  const formats = 'HEX, BASE16, BASE64 or UTF8 for BYTES';
  throw new SqlError(
    `CAST with FORMAT is only supported between STRING and dates, times or BYTES, with a literal format, ${formats}`,
    at,
  );
}

/** Lowered piece by piece to FORMAT_TIMESTAMP and similar functions. */
function formatted(
  pieces: ReturnType<typeof translateFormat>,
  value: ResolvedExpression,
  zone: readonly ResolvedExpression[],
  at: number,
): ResolvedExpression {
  const texts = pieces.map((piece) => {
    const text = literal(SCALARS.STRING, piece.format, true);
    const written = callExpression(`FORMAT_${value.type.kind}`, [text, value, ...zone], at);
    if (piece.letters === 'as they are') return written;
    return callExpression(piece.letters === 'upper' ? 'UPPER' : 'LOWER', [written], at);
  });
  return callExpression('CONCAT', texts, at);
}

function piecesOf(format: string, { type }: ResolvedExpression, at: number) {
  let cause: Error;
  try {
    return merged(translateFormat(format, type));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    cause = error;
  }
  throw new SqlError(cause.message, at, { cause });
}

/** Merges adjacent pieces of the same letter case. */
function merged(pieces: ReturnType<typeof translateFormat>): ReturnType<typeof translateFormat> {
  const [first, ...rest] = pieces;
  const all = [first ?? { text: '', format: '', letters: 'as they are' as const }];
  for (const piece of rest) {
    const last = all.at(-1);
    if (last?.letters === piece.letters)
      all.splice(-1, 1, { ...last, format: last.format + piece.format });
    else all.push(piece);
  }
  return all;
}
