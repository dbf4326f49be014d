import { excerpt } from '../../googlesql/index.ts';

/** The maximum number of letters of a whole message: a few excerpts, and the words around them. */
const MAX_MESSAGE = 1_000;

/** A text in quotation marks, a bracket, or what is neither. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]|[^"[\]{}]+/g;

const NESTING: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/**
 * A message of graphql-js, which repeats values of any length: each text in quotation marks, each list and object, and
 * what stands between them, is cut as in our own messages.
 */
export function shortened(message: string): string {
  let text = '';
  let part = '';
  let depth = 0;
  for (const [token] of message.matchAll(TOKENS)) {
    part += token;
    depth = Math.max(0, depth + (NESTING[token] ?? 0));
    if (depth > 0) continue;
    text += partText(part);
    part = '';
    if (text.length > MAX_MESSAGE) break;
  }
  return excerpt(text + partText(part), MAX_MESSAGE);
}

function partText(part: string): string {
  const short = excerpt(part);
  return part === short || !part.startsWith('"') ? short : `"${excerpt(part.slice(1, -1))}"`;
}
