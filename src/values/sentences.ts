/** Texts one after another, as sentences: one that does not end in a mark gets a full stop before the next. */
export function sentences(...texts: readonly (string | undefined)[]): string {
  const given = texts.flatMap((text) => text?.trim() || []);
  return given
    .map((text, i) => (i < given.length - 1 && !/[.!?:;]$/.test(text) ? `${text}.` : text))
    .join(' ');
}
