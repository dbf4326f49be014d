/**
 * Where a part occurs in a text, by the algorithm of Knuth, Morris and Pratt: in time linear in both. Calls of `indexOf`
 * would compare all of a part that repeats itself at each place of a text that does.
 */
export function* occurrences(text: string, part: string): Generator<number, void> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = nextMatched(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) yield at + 1 - matched;
  }
}

/** For each prefix, the length of the longest shorter one that it ends with. */
function bordersOf(part: string): Uint16Array {
  const borders = new Uint16Array(part.length + 1);
  for (let length = 1; length < part.length; length += 1) {
    const matched = borders[length] ?? 0;
    borders[length + 1] = nextMatched(part, borders, matched, part.charCodeAt(length));
  }
  return borders;
}

/** How much of the part ends at a code that follows so much of it. */
function nextMatched(part: string, borders: Uint16Array, before: number, code: number): number {
  let matched = before;
  while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched] ?? 0;
  return part.charCodeAt(matched) === code ? matched + 1 : 0;
}
