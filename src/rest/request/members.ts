import { FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';

/** A name and its value as sent. */
export type Member = readonly [name: string, value: unknown];

/**
 * The members with the given names, others dropped; empty and null count as absent, and a repeated name is an error.
 */
export function pickMembers(
  members: readonly Member[],
  names: ReadonlySet<string>,
  where: string,
): RawArguments {
  const picked = new Map<string, unknown>();
  for (const [name, value] of members) {
    if (!names.has(name)) continue;
    if (picked.has(name)) {
      throw new FieldstoneError('BAD_USER_INPUT', `Argument "${name}" stands twice in ${where}`);
    }
    picked.set(name, value);
  }
  return Object.fromEntries([...picked].filter(([, value]) => value !== '' && value !== null));
}
