import type { CheckedCall } from '../define.ts';

/** An error located at one argument of a call. */
export class ArgumentError extends Error {
  override name = 'ArgumentError' as const;
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

/** Refuses an argument that is not constant, is NULL or is out of bounds. */
export function requireConstant(
  name: string,
  index: number,
  minimum?: number,
  maximum = Number.POSITIVE_INFINITY,
): (call: CheckedCall) => void {
  return ({ constants, literals }) => {
    if (index >= constants.length) return;
    const argument = `Argument ${index + 1} to ${name}`;
    if (!constants[index])
      throw new ArgumentError(`${argument} must be a literal or query parameter`, index);
    const value = literals[index];
    if (value === null) throw new ArgumentError(`${argument} must be non-NULL`, index);
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    if (minimum !== undefined && isNumber && value < minimum) {
      throw new ArgumentError(`${argument} must be at least ${minimum}`, index);
    }
    if (isNumber && value > maximum) {
      throw new ArgumentError(`${argument} must be at most ${maximum}`, index);
    }
  };
}

/** Refuses a date part that a function does not accept. */
export function requirePart(name: string, parts: readonly string[]): (call: CheckedCall) => void {
  return ({ part }) => {
    if (part === undefined || parts.includes(part)) return;
    throw new Error(`${name} does not support the ${part} date part`);
  };
}
