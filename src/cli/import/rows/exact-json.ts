/** Integers of 16 digits may exceed what a double represents exactly. */
const MAYBE_INEXACT = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** `JSON.parse` with unsafe integers as bigint. */
export function parseExactJson(text: string): unknown {
  return MAYBE_INEXACT.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  return typeof value === 'number' && source && !Number.isSafeInteger(value) && INTEGER.test(source)
    ? BigInt(source)
    : value;
}
