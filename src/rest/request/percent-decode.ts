/** Decodes percent-encoded UTF-8 once; undefined where it is not valid. */
export function percentDecode(text: string): string | undefined {
  if (!/[%\x80-\xff]/.test(text)) return text;
  // Node hands over raw bytes as Latin-1: encoded first, they are decoded and checked like all others.
  const ascii = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(ascii);
  } catch {
    return undefined;
  }
}
