/** Far above real requests: JSON readers recurse per level, and each member costs time. */
const MAX_JSON = { depth: 64, members: 10_000 };

/** Structural characters outside strings; the quotation mark starts a string. */
const MARK = /["[\]{},]/g;

/** Why a JSON text is too large or too deep, as the end of a sentence; runs before the text is parsed. */
export function jsonSizeFault(text: string): string | undefined {
  let depth = 0;
  let members = 0;
  for (const [mark] of structuralMarks(text)) {
    if (mark === ',') members += 1;
    else depth += mark === '{' || mark === '[' ? 1 : -1;
    if (depth > MAX_JSON.depth) return `is nested more than ${MAX_JSON.depth} levels deep`;
    if (members >= MAX_JSON.members) return `has more than ${MAX_JSON.members} members`;
  }
  return undefined;
}

/** The structural characters of a JSON text, outside strings. */
export function* structuralMarks(text: string): Generator<RegExpExecArray> {
  const mark = new RegExp(MARK);
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '"') mark.lastIndex = endOfString(text, match.index) + 1;
    else yield match;
  }
}

/** Index of the quotation mark that closes the string starting at `start`; the text's length if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let backslashes = 0;
  while (text[place - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
