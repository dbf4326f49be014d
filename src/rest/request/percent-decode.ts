/** Decodes percent-encoded UTF-8 once; undefined if it is invalid. */
export function percentDecode(text: string): string | undefined {
  if (!/[%\x80-\xff]/.test(text)) return text;
  // Node represents raw bytes as Latin-1: encoding them first gives them the same validation.
  const ascii = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(ascii);
  } catch {
    return undefined;
  }
}
