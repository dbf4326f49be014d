import { z } from 'zod';
import { text } from './forms.ts';

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
