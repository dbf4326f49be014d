import type { CheckedCall } from './define.ts';

/** Refuses an argument that is not the same for all rows, or NULL, or below a minimum. */
export function requireConstant(
  name: string,
  index: number,
  minimum?: number,
): (call: CheckedCall) => void {
  return ({ constants, literals }) => {
    if (index >= constants.length) return;
    const argument = `Argument ${index + 1} to ${name}`;
    if (!constants[index]) throw new Error(`${argument} must be a literal or query parameter`);
    const value = literals[index];
    if (value === null) throw new Error(`${argument} must be non-NULL`);
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    if (minimum !== undefined && isNumber && value < minimum) {
      throw new Error(`${argument} must be at least ${minimum}`);
    }
  };
}

/** Refuses a date part that a function does not take. */
export function requirePart(name: string, parts: readonly string[]): (call: CheckedCall) => void {
  return ({ part }) => {
    if (part === undefined || parts.includes(part)) return;
    throw new Error(`${name} does not support the ${part} date part`);
  };
}
