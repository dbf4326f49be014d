import { FieldstoneError } from '../../errors.ts';
import { percentDecode } from '../../request/target.ts';

/** A member of a query string, a form or a JSON body, as sent. */
export interface InputMember {
  readonly name: string;
  readonly value: unknown;
  /** The JSON text of the value; undefined in a query string or a form, whose values are texts. */
  readonly json?: string;
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
    return { name: decode(name, where), value: decode(value, where) };
  });
}

function decode(text: string, where: string): string {
  const decoded = percentDecode(text.replaceAll('+', ' '));
  if (decoded === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', `${where} is not valid percent-encoded UTF-8`);
  }
  return decoded;
}
