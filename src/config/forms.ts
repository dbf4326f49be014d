import { z } from 'zod';

/** Text that is not blank. */
export const text = z.string().trim().min(1, 'must not be blank');

/** One of the given words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Digits of the given form only: `Number` alone also accepts blanks, hexadecimal and exponents. */
export function decimal(form: RegExp, what: string, min: number, max: number) {
  return z.string().transform((digits, context) => {
    const number = form.test(digits.trim()) ? Number(digits) : Number.NaN;
    if (number >= min && number <= max) return number;
    context.addIssue(`must be ${what} from ${min} to ${max}`);
    return z.NEVER;
  });
}

/** A whole number. */
export const integer = (min: number, max: number) => decimal(/^\d+$/, 'a whole number', min, max);
