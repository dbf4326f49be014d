import { endOfString } from '../../request/json-size.ts';
import { WrittenNumber } from './exact-json.ts';

/** What follows each name, and nothing else outside of strings. */
const NAME_END = /"\s*:/g;

const MARK = /["{}:]/g;

/** A name that an object in a JSON text has twice, of which parsing leaves one; undefined if there is none. */
export function repeatedName(text: string, parsed: unknown): string | undefined {
  // Counting is much cheaper than reading the names, and enough unless a string looks like a name.
  return countOf(NAME_END, text) === membersIn(parsed) ? undefined : firstRepeated(text);
}

function countOf(pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

/** The number of members of all objects in a value; not recursive, as values may be nested deeply. */
function membersIn(parsed: unknown): number {
  let count = 0;
  const open = [parsed];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (!hasMembers(value)) continue;
    const members = Object.values(value);
    if (!Array.isArray(value)) count += members.length;
    for (const member of members) if (hasMembers(member)) open.push(member);
  }
  return count;
}

function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof WrittenNumber);
}

function firstRepeated(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const token of bracesAndNames(text)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else {
      const name: string = JSON.parse(token);
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** The braces outside of strings, and the names of members in their quotes. */
function* bracesAndNames(text: string): Generator<string> {
  const mark = new RegExp(MARK);
  let string = '';
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const { 0: found, index } = match;
    if (found === ':') yield string;
    else if (found !== '"') yield found;
    else {
      mark.lastIndex = endOfString(text, index) + 1;
      string = text.slice(index, mark.lastIndex);
    }
  }
}
