import { coerce } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { FrameBound, WindowFrame } from '../../syntax/tree/ast.ts';
import { NUMBER_KINDS, SCALARS, shownTypeName, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import type {
  AnalyticCall,
  ResolvedExpression,
  ResolvedFrameBound,
  ResolvedOrderItem,
} from '../resolved/resolved.ts';

/** Resolves a window frame; the end defaults to the current row. */
export function resolveFrame(
  frame: WindowFrame,
  orderBy: readonly ResolvedOrderItem[],
  windowAt: number,
  context: Context,
): AnalyticCall['frame'] {
  const { unit, start } = frame;
  const end: FrameBound = frame.end ?? { kind: 'CURRENT ROW', offset: undefined, at: frame.at };
  checkOrder(start, end);
  const offsetType =
    unit === 'ROWS'
      ? SCALARS.INT64
      : rangeType(start, end, orderBy, orderBy.length > 0 ? windowAt : frame.at);
  return {
    unit,
    start: resolveBound(start, unit, offsetType, context),
    end: resolveBound(end, unit, offsetType, context),
  };
}

/** The bounds in the order of the rows that they stand for. */
const ORDER = [
  'UNBOUNDED PRECEDING',
  'PRECEDING',
  'CURRENT ROW',
  'FOLLOWING',
  'UNBOUNDED FOLLOWING',
];

/** A bound's name in messages. */
function boundName({ kind }: FrameBound): string {
  return /^(?:PRECEDING|FOLLOWING)$/.test(kind) ? `OFFSET ${kind}` : kind;
}

function checkOrder(start: FrameBound, end: FrameBound): void {
  if (start.kind === 'UNBOUNDED FOLLOWING') {
    throw new SqlError(
      'Starting window framing expression cannot be UNBOUNDED FOLLOWING',
      start.at,
    );
  }
  if (end.kind === 'UNBOUNDED PRECEDING') {
    throw new SqlError('Ending window framing expression cannot be UNBOUNDED PRECEDING', end.at);
  }
  if (ORDER.indexOf(start.kind) <= ORDER.indexOf(end.kind)) return;
  throw new SqlError(
    `Starting window framing expression cannot be ${boundName(start)} when the ending window framing expression is ${boundName(end)}`,
    end.at,
  );
}

/** The type of a RANGE frame's offsets: that of the window's only sort key. */
function rangeType(
  start: FrameBound,
  end: FrameBound,
  orderBy: readonly ResolvedOrderItem[],
  at: number,
): Type {
  const [key, ...more] = orderBy;
  if (!key) {
    const isWhole = start.kind === 'UNBOUNDED PRECEDING' && end.kind === 'UNBOUNDED FOLLOWING';
    if (isWhole) return SCALARS.INT64;
    throw new SqlError(
      'A RANGE-based window without ORDER BY includes all rows in the window frame so only RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING syntax is supported',
      at,
    );
  }
  const { type } = key.expression;
  if (!start.offset && !end.offset) return type;
  if (more.length > 0) {
    throw new SqlError(
      'A RANGE-based window with OFFSET PRECEDING or OFFSET FOLLOWING boundaries must have exactly one ORDER BY key',
      at,
    );
  }
  if (NUMBER_KINDS.has(type.kind)) return type;
  throw new SqlError(
    `ORDER BY key must be numeric in a RANGE-based window with OFFSET PRECEDING or OFFSET FOLLOWING boundaries, but has type ${shownTypeName(type)}`,
    at,
  );
}

function resolveBound(
  { kind, offset, at }: FrameBound,
  unit: WindowFrame['unit'],
  type: Type,
  context: Context,
): ResolvedFrameBound {
  if (!offset) return { kind, offset: undefined };
  const value = context.session.expression(offset, context);
  if (value.kind !== 'literal' && value.kind !== 'parameter' && value.kind !== 'cast') {
    throw new SqlError('Window framing expression must be a literal or parameter', at);
  }
  if (value.kind === 'literal') checkLiteral(value, at);
  const coerced = coerce(value, type, offset.at);
  if (!coerced || value.type.kind === 'STRING') refuseType(unit, value.type, type, at);
  return { kind, offset: coerced };
}

function checkLiteral(value: Extract<ResolvedExpression, { kind: 'literal' }>, at: number): void {
  if (value.value === null) throw new SqlError('Window framing expression cannot be NULL', at);
  if (NUMBER_KINDS.has(value.type.kind) && Number(value.value) < 0) {
    throw new SqlError('Window framing expression cannot evaluate to a negative value', at);
  }
}

function refuseType(unit: WindowFrame['unit'], actual: Type, type: Type, at: number): never {
  const has = shownTypeName(actual);
  const problem =
    unit === 'ROWS'
      ? `Window framing expression for ROWS can only be of integer type, but has type ${has}`
      : `Window framing expression has type ${has} that cannot coerce to the type of the ORDER BY expression: ${shownTypeName(type)}`;
  throw new SqlError(problem, at);
}
