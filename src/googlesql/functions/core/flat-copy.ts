/** The same text by itself: a key of a cache that is a slice would hold all of the text that it was cut from. */
export function flatCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
