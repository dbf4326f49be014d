/** A piece of a format string: text, or an element by its letters (`Y`, `E3S`). */
export type FormatToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'element'; readonly name: string };

/** Elements that abbreviate several others. */
const COMPOSED: Readonly<Record<string, string>> = {
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  c: '%a %b %e %H:%M:%S %Y',
  r: '%I:%M:%S %p',
  x: '%m/%d/%y',
};

/** The elements of a time of day. */
export const CLOCK_ELEMENTS: ReadonlySet<string> = new Set([
  ...'HIklMPpRrSTX',
  'E*S',
  ...Array.from('0123456789', (digits) => `E${digits}S`),
]);

const PLAIN: Readonly<Record<string, string>> = { n: '\n', t: '\t', '%': '%' };

const TOKEN = /%(E(?:\d|\*)S|E4Y|Ez|[A-Za-z%])|[^%]+/gsy;

/** The maximum length of a format in characters; each element can become a line of SQL. */
const MAX_FORMAT = 1_000;

/** Refuses a format string that is too long. */
export function checkFormatLength(format: string): void {
  if (format.length <= MAX_FORMAT) return;
  throw new Error(`The format string is longer than ${MAX_FORMAT} characters`);
}

/**
 * Reads a format string. Elements for which `expand` returns undefined stay text, as in the reference for elements that
 * a type does not have. Throws for unsupported elements.
 */
export function readFormat(
  format: string,
  expand: (name: string) => boolean,
): readonly FormatToken[] {
  checkFormatLength(format);
  const tokens: FormatToken[] = [];
  let at = 0;
  while (at < format.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(format);
    if (!match) throw new Error(`Format element "${format.slice(at, at + 2)}" is not supported`);
    at = TOKEN.lastIndex;
    const name = match[1];
    if (name === undefined) tokens.push({ kind: 'text', text: match[0] });
    else tokens.push(...expandElement(name, expand));
  }
  return tokens;
}

function expandElement(name: string, expand: (name: string) => boolean): readonly FormatToken[] {
  const plain = PLAIN[name];
  if (plain !== undefined) return [{ kind: 'text', text: plain }];
  if (!expand(name)) return [{ kind: 'text', text: `%${name}` }];
  const composed = COMPOSED[name];
  if (composed !== undefined) return readFormat(composed, () => true);
  return [{ kind: 'element', name: name === 'h' ? 'b' : name }];
}
