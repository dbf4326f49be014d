/** As for every function that can make much of little, in bytes. */
const MAX_GROWN = 131_072;

/** Sorting a run of combining marks takes time with the square of its length; texts that people read have a few. */
const LONG_RUN_OF_MARKS = /[\p{M}\uff9e\uff9f]{101}/u;

/** A text in a normalization form of Unicode: NFC, NFKC, NFD or NFKD. */
export function normalize(text: string, form: string): string {
  if (LONG_RUN_OF_MARKS.test(text)) {
    throw new Error(
      'GoogleSQL: NORMALIZE is not supported for more than 100 combining marks in a row',
    );
  }
  const normalized = text.normalize(form);
  if (normalized.length > text.length && Buffer.byteLength(normalized) > MAX_GROWN) {
    throw new Error('GoogleSQL: Output of NORMALIZE exceeds max allowed output size of 128KB');
  }
  return normalized;
}
