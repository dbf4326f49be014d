/** As for every function that can make much of little, in bytes. */
const MAX_GROWN = 131_072;

/**
 * Sorting a run of combining marks takes time with the square of its length. Thirty are as many as Unicode's Stream-Safe
 * Text Format allows.
 */
const LONG_RUN_OF_MARKS = /[\p{M}\uff9e\uff9f]{31}/u;

/** A text in a normalization form of Unicode: NFC, NFKC, NFD or NFKD. */
export function normalize(text: string, form: string): string {
  if (LONG_RUN_OF_MARKS.test(text)) {
    throw new Error(
      'GoogleSQL: NORMALIZE is not supported for more than 30 combining marks in a row',
    );
  }
  const normalized = text.normalize(form);
  if (normalized.length > text.length && Buffer.byteLength(normalized) > MAX_GROWN) {
    throw new Error('GoogleSQL: Output of NORMALIZE exceeds max allowed output size of 128KB');
  }
  return normalized;
}
