import { takesFormat } from '../../functions/conversion/cast-format.ts';
import { coerce } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Cast, Expression } from '../../syntax/tree/ast.ts';
import { SCALARS, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { isValued } from '../properties/constant-value.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** CAST with FORMAT: a call of the functions that write and read such texts. */
export function resolveCastFormat(
  { at, safe, timeZone }: Cast,
  format: Expression,
  value: ResolvedExpression,
  to: Type,
  context: Context,
): ResolvedExpression {
  const texted = value.type.kind === 'STRING' ? to : value.type;
  const isSupported = value.type.kind === 'STRING' || to.kind === 'STRING';
  if (!isSupported || !(texted.kind === 'BYTES' || takesFormat(texted))) {
    throw new SqlError(
      'CAST with FORMAT is only supported between STRING and dates, times or BYTES',
      at,
    );
  }
  if (timeZone && texted.kind !== 'TIMESTAMP')
    throw new SqlError(`AT TIME ZONE is not supported for ${texted.kind}`, timeZone.at);
  const text = coerce(context.session.expression(format, context), SCALARS.STRING, format.at);
  if (!text || !isValued(text))
    throw new SqlError('The format of CAST must be a STRING literal or query parameter', format.at);
  const zone = timeZone ? [context.session.expression(timeZone, context)] : [];
  const positions = [format.at, at, timeZone?.at ?? at];
  return callExpression(`$cast_${to.kind}`, [text, value, ...zone], at, { safe, positions });
}
