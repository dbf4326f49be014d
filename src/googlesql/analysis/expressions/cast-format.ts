import { takesFormat, translateFormat } from '../../functions/conversion/cast-format.ts';
import { SqlError } from '../../sql-error.ts';
import type { Cast } from '../../syntax/tree/ast.ts';
import { SCALARS, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** `CAST(time AS STRING FORMAT '…')`, lowered piece by piece to FORMAT_TIMESTAMP and similar functions. */
export function resolveCastFormat(
  node: Cast,
  value: ResolvedExpression,
  to: Type,
  context: Context,
): ResolvedExpression {
  const { format, timeZone, at } = node;
  if (
    to.kind !== 'STRING' ||
    !takesFormat(value.type) ||
    format?.kind !== 'literal' ||
    format.type !== 'STRING'
  )
    throw new SqlError(
      'CAST with FORMAT is only supported from a date or time to STRING with a literal format',
      at,
    );
  const { kind } = value.type;
  if (timeZone && kind !== 'TIMESTAMP')
    throw new SqlError(`AT TIME ZONE is not supported for ${kind}`, timeZone.at);
  const zone = timeZone ? [context.session.expression(timeZone, context)] : [];
  const pieces = piecesOf(format.value, value, format.at).map((piece) => {
    const text = literal(SCALARS.STRING, piece.format, true);
    const written = callExpression(`FORMAT_${kind}`, [text, value, ...zone], at);
    if (piece.letters === 'as they are') return written;
    return callExpression(piece.letters === 'upper' ? 'UPPER' : 'LOWER', [written], at);
  });
  return callExpression('CONCAT', pieces, at);
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
  const all = [first ?? { format: '', letters: 'as they are' as const }];
  for (const piece of rest) {
    const last = all.at(-1);
    if (last?.letters === piece.letters)
      all.splice(-1, 1, { ...last, format: last.format + piece.format });
    else all.push(piece);
  }
  return all;
}
