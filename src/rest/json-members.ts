import { FieldstoneError } from '../errors.ts';
import type { Member } from './members.ts';

/**
 * The members of a JSON object, in order and with repeated names, which `JSON.parse` alone would hide; rejects with
 * `BAD_USER_INPUT` what is no JSON object.
 */
export function parseJsonMembers(text: string): readonly Member[] {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The body must be a JSON object');
  }
  return splitMembers(text).map(([name, source]) => [
    JSON.parse(name) as string,
    memberValue(source),
  ]);
}

/** Integers stay text: a number would lose digits of an INT64. */
function memberValue(source: string): unknown {
  return /^-?\d+$/.test(source) ? source : JSON.parse(source);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

function notJson(cause: unknown): FieldstoneError {
  return new FieldstoneError('BAD_USER_INPUT', 'The body is not valid JSON', { cause });
}

/** The sources of the outermost names and values of a text that is known to be a JSON object. */
function splitMembers(text: string): readonly (readonly [name: string, value: string])[] {
  return splitAtCommas(text.trim().slice(1, -1)).map((member) => {
    const colon = member.indexOf(':', endOfString(member, 0));
    return [member.slice(0, colon), member.slice(colon + 1).trim()];
  });
}

/** The texts between the commas that stand in no string, array or object. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    } else depth += DEPTH[character] ?? 0;
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== '');
}

const DEPTH: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** The place of the quotation mark that closes the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
  return end;
}
