/** More than any honest body has: what reads JSON calls itself for each level, and each member costs time. */
const MAX_JSON = { depth: 64, members: 10_000 };

/** What matters in a JSON text outside of its strings; the quotation mark begins one. */
const MARK = /["[\]{},]/g;

/** What is wrong with the size of a JSON text, as the end of a sentence; finds it before the text is parsed. */
export function jsonSizeFault(text: string): string | undefined {
  let depth = 0;
  let members = 0;
  for (const mark of marks(text)) {
    if (mark === ',') members += 1;
    else depth += mark === '{' || mark === '[' ? 1 : -1;
    if (depth > MAX_JSON.depth) return `is nested more than ${MAX_JSON.depth} levels deep`;
    if (members >= MAX_JSON.members) return `has more than ${MAX_JSON.members} members`;
  }
  return undefined;
}

function* marks(text: string): Generator<string> {
  const mark = new RegExp(MARK);
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') mark.lastIndex = endOfString(text, found.index) + 1;
    else yield found[0];
  }
}

/** The place of the quotation mark that closes the string which begins at `start`; the end of a text without one. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let backslashes = 0;
  while (text[place - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
