import { FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { percentDecode } from '../../request/target.ts';

/** A name and its value as sent. */
export type InputMember = readonly [name: string, value: unknown];

/**
 * The members whose names are read, others dropped; empty and null count as absent, and a repeated name is an error.
 */
export function pickMembers(
  members: readonly InputMember[],
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

/** Far above real requests: each pair costs time, and a body of 1 MiB could hold half a million. */
const MAX_PAIRS = 10_000;

/** Parses a query string or a form body into members, in order; throws `BAD_USER_INPUT` if it is not UTF-8. */
export function parseForm(text: string, where: string): readonly InputMember[] {
  const pairs = text.split('&', MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) {
    throw new FieldstoneError('BAD_USER_INPUT', `${where} has more than ${MAX_PAIRS} members`);
  }
  const named = pairs.filter((pair) => pair !== '');
  return named.map((pair) => {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    const value = at < 0 ? '' : pair.slice(at + 1);
    return [decode(name, where), decode(value, where)];
  });
}

function decode(text: string, where: string): string {
  const decoded = percentDecode(text.replaceAll('+', ' '));
  if (decoded === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', `${where} is not valid percent-encoded UTF-8`);
  }
  return decoded;
}
