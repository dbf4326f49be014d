import { type FunctionCall, parseTimestamp, type ResolvedExpression, type Value } from '#googlesql';
import { datetimeText } from '../../../values/civil-text.ts';
import type { BoundParameter } from '../../engine.ts';

type Parameters = ReadonlyMap<string, BoundParameter>;

/** The moment of a value that is a time of any type, in microseconds since the epoch; undefined for NULL and others. */
export function momentOf(value: Value): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}

/** A moment as a value of a type; a DATE is that of its day in UTC. */
export function timeValue(moment: bigint, type: 'TIMESTAMP' | 'DATETIME' | 'DATE'): Value {
  if (type === 'TIMESTAMP') return moment;
  const text = datetimeText(moment);
  return type === 'DATE' ? text.slice(0, 'YYYY-MM-DD'.length) : text;
}

const MICROS_PER_SECOND = 1_000_000n;

/**
 * The moment that an expression of parameters and literals has, in microseconds since the epoch; undefined if it is NULL or
 * not one of the forms in which bounds of time are usually written.
 */
export function constantMoment(
  expression: ResolvedExpression,
  parameters: Parameters,
): bigint | undefined {
  switch (expression.kind) {
    case 'literal':
      return momentOf(expression.value);
    case 'parameter':
      return momentOf(parameters.get(expression.name)?.value ?? null);
    case 'cast':
      return converted(expression.expression, expression.type.kind, parameters);
    case 'call':
      return callMoment(expression, parameters);
    default:
      return undefined;
  }
}

const MICROS_PER_DAY = 86_400_000_000n;

function converted(
  operand: ResolvedExpression,
  to: string,
  parameters: Parameters,
): bigint | undefined {
  const moment = constantMoment(operand, parameters);
  return to === 'DATE' && moment !== undefined ? floor(moment, MICROS_PER_DAY) : moment;
}

/** Lengths of parts in microseconds. */
const PARTS: Readonly<Record<string, bigint>> = {
  MICROSECOND: 1n,
  MILLISECOND: 1_000n,
  SECOND: MICROS_PER_SECOND,
  MINUTE: 60n * MICROS_PER_SECOND,
  HOUR: 3_600n * MICROS_PER_SECOND,
  DAY: MICROS_PER_DAY,
  WEEK: 7n * MICROS_PER_DAY,
};

const CONVERSIONS: ReadonlySet<string> = new Set([
  ...['TIMESTAMP', 'DATETIME', 'DATE', 'UNIX_MICROS', 'TIMESTAMP_MICROS'],
]);

function callMoment(call: FunctionCall, parameters: Parameters): bigint | undefined {
  const { arguments: operands, function: called } = call;
  const [first, ...more] = operands;
  if (called.name === 'COALESCE' || called.name === 'IFNULL') {
    // What is not evaluated here may have a value: what stands after it is not taken then.
    const present = operands.find((one) => !isNull(one, parameters));
    return present && constantMoment(present, parameters);
  }
  if (first && more.length === 0 && CONVERSIONS.has(called.name)) {
    return converted(first, called.name, parameters);
  }
  const shift = shiftOf(call);
  const moment = first && shift !== undefined ? constantMoment(first, parameters) : undefined;
  return moment === undefined || shift === undefined ? undefined : moment + shift;
}

/** The microseconds that a call adds to its first argument. */
function shiftOf({ arguments: operands, function: { name }, part = '' }: FunctionCall) {
  const direction = /^(?:TIMESTAMP|DATETIME|DATE)_(ADD|SUB)$/.exec(name)?.[1];
  const [, count, ...more] = operands;
  const length = PARTS[part];
  if (direction === undefined || length === undefined || more.length > 0) return undefined;
  if (count?.kind !== 'literal' || typeof count.value !== 'bigint') return undefined;
  return direction === 'ADD' ? count.value * length : -count.value * length;
}

function isNull(expression: ResolvedExpression, parameters: Parameters): boolean {
  if (expression.kind === 'cast') return isNull(expression.expression, parameters);
  if (expression.kind === 'literal') return expression.value === null;
  return (
    expression.kind === 'parameter' && (parameters.get(expression.name)?.value ?? null) === null
  );
}

/** The greatest multiple of a length that is not greater. */
function floor(moment: bigint, length: bigint): bigint {
  return moment - (((moment % length) + length) % length);
}
