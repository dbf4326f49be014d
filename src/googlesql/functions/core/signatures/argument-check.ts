import { excerpt } from '../../../excerpt.ts';
import { shownTypeName } from '../../../types.ts';
import type { Check, NeedsValue } from '../define.ts';
import { supportsGrouping, supportsOrdering } from './coercion.ts';

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
  index: number,
  minimum?: number,
  maximum = Number.POSITIVE_INFINITY,
): Check {
  return ({ name, constants, literals }) => {
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

/** Refuses what is not constant where a call needs a value. */
export function requireValues(needsValue: NeedsValue): Check {
  return ({ name, constants }) => {
    const { length } = constants;
    const index = constants.findIndex((isConstant, i) => !isConstant && needsValue(i, length));
    if (index < 0) return;
    const problem = `Argument ${index + 1} to ${name} must be a literal or query parameter`;
    throw new ArgumentError(problem, index);
  };
}

/** Refuses a date part that a function does not accept. */
export function requirePart(parts: readonly string[]): Check {
  return ({ name, part }) => {
    if (part === undefined || parts.includes(part)) return;
    throw new Error(`${name} does not support the ${excerpt(part)} date part`);
  };
}

/** Refuses a first argument of a type that cannot be grouped or ordered; `argument` is what messages call it. */
export function requireSupport(property: 'grouping' | 'ordering', argument = 'Argument 1'): Check {
  const supports = property === 'grouping' ? supportsGrouping : supportsOrdering;
  return ({ name, types: [type] }) => {
    if (!type || supports(type)) return;
    const words = `must support ${property}; Type ${shownTypeName(type)} does not`;
    throw new ArgumentError(`${argument} to ${name} ${words}`, 0);
  };
}

/** Several checks, one after another. */
export function allOf(...checks: readonly Check[]): Check {
  return (call) => {
    for (const check of checks) check(call);
  };
}
