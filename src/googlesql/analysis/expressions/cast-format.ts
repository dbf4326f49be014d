import { needsToday, readCastFormat } from '../../functions/conversion/cast-format.ts';
import { coerce } from '../../functions/core/signatures/coercion.ts';
import { isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { giveType } from '../../functions/core/signatures/undeclared.ts';
import { isUnsupported, SqlError } from '../../sql-error.ts';
import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type { Cast, Expression } from '../../syntax/tree/ast.ts';
import { SCALARS, shortTypeName, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { isValued } from '../properties/constant-value.ts';
import { literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

const TIMES: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP']);
const NUMBERS: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC', 'FLOAT64']);

/** CAST with FORMAT: a call of the functions that write and read such texts. */
export function resolveCastFormat(
  { at, safe, timeZone }: Cast,
  format: Expression,
  given: ResolvedExpression,
  to: Type,
  context: Context,
): ResolvedExpression {
  const value = isUndeclared(given) ? giveType(given, SCALARS.STRING) : given;
  const from = value.type;
  const casts = `cast from ${shortTypeName(from)} to ${shortTypeName(to)}`;
  if (!takesFormat(from.kind, to.kind))
    throw new SqlError(`FORMAT is not allowed for ${casts}`, format.at);
  if (timeZone && from.kind !== 'TIMESTAMP' && to.kind !== 'TIMESTAMP')
    throw new SqlError(`AT TIME ZONE is not allowed for ${casts}`, timeZone.at);
  const text = resolveFormat(format, context);
  if (!isValued(text)) {
    if (from.kind === 'BYTES' || to.kind === 'BYTES')
      return callExpression(`$code_${to.kind}`, [text, value], at, { safe });
    throw new SqlError('The format of CAST must be a STRING literal or query parameter', format.at);
  }
  const now = TIMES.has(to.kind) ? [currentTime(text, to, at, context)] : [];
  const zone = timeZone ? [context.session.expression(timeZone, context)] : [];
  const positions = [format.at, at, ...now.map(() => at), timeZone?.at ?? at];
  const call = () =>
    callExpression(`$cast_${to.kind}`, [text, value, ...now, ...zone], at, { safe, positions });
  return safe && text.kind === 'literal' ? orNull(call, to) : call();
}

function takesFormat(from: string, to: string): boolean {
  if (to === 'STRING') return TIMES.has(from) || NUMBERS.has(from) || from === 'BYTES';
  return from === 'STRING' && (TIMES.has(to) || to === 'BYTES');
}

function resolveFormat(format: Expression, context: Context): ResolvedExpression {
  const given = context.session.expression(format, context);
  const text = coerce(given, SCALARS.STRING, format.at);
  const type = shortTypeName(given.type);
  if (!text)
    throw new SqlError(
      `FORMAT expression should return type STRING, but returns ${type}`,
      format.at,
    );
  return text;
}

/** The clock of the statement, for a format without a year or a month; NULL for others. */
function currentTime(
  format: ResolvedExpression,
  type: Type,
  at: number,
  context: Context,
): ResolvedExpression {
  if (format.kind === 'literal' && !isOfToday(String(format.value), type))
    return literal(SCALARS.TIMESTAMP, null);
  if (!context.session.parameters.has(CLOCK_PARAMETER))
    throw new SqlError('CAST with this format needs the current day, which is not known here', at);
  return context.session.expression({ kind: 'parameter', at, name: CLOCK_PARAMETER }, context);
}

function isOfToday(format: string, type: Type): boolean {
  try {
    return needsToday(readCastFormat(format), type.kind);
  } catch {
    // The call reports what is wrong with the format.
    return false;
  }
}

/** SAFE_CAST is NULL for a format that is wrong. */
function orNull(call: () => ResolvedExpression, type: Type): ResolvedExpression {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof SqlError) || isUnsupported(error.message)) throw error;
    return literal(type, null);
  }
}
