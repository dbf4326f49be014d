import { FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';

/** A name and its value as sent. */
export type Member = readonly [name: string, value: unknown];

/**
 * The members whose names are read, others dropped; empty and null count as absent, and a repeated name is an error.
 */
export function pickMembers(
  members: readonly Member[],
  isRead: (name: string) => boolean,
  where: string,
): RawArguments {
  const picked = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, value] of members) {
    if (!isRead(name)) continue;
    if (picked.has(name)) {
      throw new FieldstoneError('BAD_USER_INPUT', `Argument "${name}" is given twice in ${where}`);
    }
    picked.add(name);
    if (value !== '' && value !== null) values[name] = value;
  }
  return values;
}
