/** Decodes percent-encoded UTF-8 once; undefined if it is invalid. */
export function percentDecode(text: string): string | undefined {
  if (!/[%\x80-\xff]/.test(text)) return text;
  // Raw bytes are Latin-1, as Node represents them: encoding them first gives them the same validation.
  const ascii = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(ascii);
  } catch {
    return undefined;
  }
}

/** Whether percent-encoded bytes are UTF-8; a `%` that begins no byte stands for itself, as for `URLSearchParams`. */
export function encodesUtf8(text: string): boolean {
  return percentDecode(text.replace(/%(?![0-9a-f]{2})/gi, '%25')) !== undefined;
}
