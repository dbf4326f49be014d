import { FieldstoneError } from '../../errors.ts';
import { endOfString, jsonSizeFault, structuralMarks } from '../../request/json-size.ts';
import type { InputMember } from './members.ts';

/**
 * Parses a JSON object into its members, in order and with repeated names, which `JSON.parse` alone would hide; throws
 * `BAD_USER_INPUT` for anything else.
 *
 * Members of the same name all have the last one's value, each with its own JSON text.
 */
export function parseJsonMembers(text: string): readonly InputMember[] {
  const fault = jsonSizeFault(text);
  if (fault !== undefined) throw new FieldstoneError('BAD_USER_INPUT', `The body ${fault}`);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The body must be a JSON object');
  }
  const values = new Map<string, unknown>(Object.entries(value));
  return splitMembers(text).map(([nameSource, json]) => {
    const name = JSON.parse(nameSource) as string;
    return { name, value: values.get(name), json };
  });
}

/**
 * A value, or the elements of an array, with numbers as text where a number would lose digits: integers, and with
 * `isDecimal` all others too.
 */
export function exactValue(value: unknown, json: string, isDecimal: boolean): unknown {
  if (!Array.isArray(value)) return exactNumber(value, json, isDecimal);
  const texts = splitAtCommas(json.slice(1, -1));
  return value.map((item: unknown, i) => exactNumber(item, texts[i] ?? '', isDecimal));
}

function exactNumber(value: unknown, json: string, isDecimal: boolean): unknown {
  return typeof value === 'number' && (isDecimal || INTEGER.test(json)) ? json : value;
}

const INTEGER = /^-?\d+$/;

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

/** The source texts of the top-level names and values of a valid JSON object. */
function splitMembers(text: string): readonly (readonly [name: string, value: string])[] {
  return splitAtCommas(text.trim().slice(1, -1)).map((member) => {
    const nameEnd = endOfString(member, 0) + 1;
    return [member.slice(0, nameEnd), member.slice(member.indexOf(':', nameEnd) + 1).trim()];
  });
}

/** Splits at commas outside strings, arrays and objects. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of structuralMarks(text)) {
    depth += DEPTH[mark] ?? 0;
    if (mark !== ',' || depth > 0) continue;
    parts.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== '');
}

const DEPTH: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };
