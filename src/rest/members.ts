import { FieldstoneError } from '../errors.ts';
import type { RawArguments } from '../run/arguments.ts';

/** A name and its value, as they were sent. */
export type Member = readonly [name: string, value: unknown];

/** More than any honest request has; each costs time, and a body of 1 MiB holds half a million. */
const MAX_MEMBERS = 10_000;

/** Rejects with `BAD_USER_INPUT` when there are too many members. */
export function checkCount(count: number, where: string): void {
  if (count > MAX_MEMBERS) {
    throw new FieldstoneError('BAD_USER_INPUT', `${where} has more than ${MAX_MEMBERS} members`);
  }
}

/** The members with the given names, each at most once; all others are dropped. */
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
  return Object.fromEntries(picked);
}
