const NARROW = matchMedia('(max-width: 700px)');

/** Whether the window is so narrow that panels leave no room for the editors; the style sheet has the same width. */
export function isNarrow(): boolean {
  return NARROW.matches;
}
