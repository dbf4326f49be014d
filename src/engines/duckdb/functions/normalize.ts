/**
 * Sorting a run of combining marks takes time with the square of its length. Thirty are as many as Unicode's Stream-Safe
 * Text Format allows. Only the start of a run is tried: from each of its marks the rest would be read again.
 */
const LONG_RUN_OF_MARKS = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

/** A text in a normalization form of Unicode: NFC, NFKC, NFD or NFKD. */
export function normalize(text: string, form: string): string {
  if (LONG_RUN_OF_MARKS.test(text)) {
    throw new Error(
      'GoogleSQL: NORMALIZE is not supported for more than 30 combining marks in a row',
    );
  }
  return text.normalize(form);
}
