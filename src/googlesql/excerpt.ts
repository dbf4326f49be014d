/** The maximum number of letters of a name, a value or a text that a message repeats. */
const MAX_LETTERS = 200;

/**
 * A text as messages repeat it: at most so many letters (code points), and `…` in place of the others. Every message cuts
 * with this what was sent, so that neither an error nor what reads it (redaction, the log) grows with a request.
 */
export function excerpt(text: string, letters = MAX_LETTERS): string {
  if (text.length <= letters) return text;
  // A letter has two code units at most, so the text behind these need not be read.
  const first = [...text.slice(0, 2 * letters + 2)];
  return first.length <= letters ? text : `${first.slice(0, letters).join('')}…`;
}

/** A value as JSON, as messages repeat it. */
export function jsonExcerpt(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(excerpt(value))
    : excerpt(String(JSON.stringify(value)));
}

/** The maximum number of names that a message lists. */
const MAX_NAMES = 20;

/** Names as messages list them: `a, b, c and 4 more`. */
export function nameList(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => excerpt(name));
  const more = names.length - listed.length;
  return more > 0 ? `${listed.join(', ')} and ${more} more` : listed.join(', ');
}
