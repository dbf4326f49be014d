import { z } from 'zod';
import { MAX_LABEL_LENGTH, OWN_LABELS } from '../request/job-labels.ts';

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

const MIN_BYTES = 32;

/** One secret, or two separated by a comma. */
export const cursorSecrets = text.transform((list, context): readonly [string, ...string[]] => {
  const [first = '', ...others] = list.split(',').map((secret) => secret.trim());
  const areLong = [first, ...others].every((one) => Buffer.byteLength(one) >= MIN_BYTES);
  if (areLong && others.length <= 1) return [first, ...others];
  // The message must not hold a part of the secret.
  context.addIssue(
    `must be one secret, or two separated by a comma, of ${MIN_BYTES} bytes or more`,
  );
  return z.NEVER;
});

const LABEL_NAME = new RegExp(`^[a-z][a-z0-9_-]{0,${MAX_LABEL_LENGTH - 1}}$`);
/** BigQuery takes 64 labels on a job. */
const MAX_LABELS = 32;

/** Names of labels, separated by commas. */
export const labelNames = z.string().transform((list, context) => {
  const names = new Set(list.split(',').map((name) => name.trim()));
  for (const name of names) {
    if (OWN_LABELS.has(name)) context.addIssue(`has "${name}", which every job has already`);
    else if (!LABEL_NAME.test(name)) {
      context.addIssue(`has "${name}": a name is a-z first, then a-z, 0-9, _ and -, 63 at most`);
    }
  }
  if (names.size > MAX_LABELS) context.addIssue(`must be ${MAX_LABELS} names at most`);
  return names;
});
