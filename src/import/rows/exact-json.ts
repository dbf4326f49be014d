/** Numbers of 16 digits may exceed what a double represents exactly. */
const MAYBE_INEXACT = /\d[\d.]{15}/;
const INTEGER = /^-?\d+$/;

/** A double tells so many digits of a decimal number apart. */
const EXACT_DIGITS = 15;

/** A number with a fraction or an exponent, and with more digits than a double tells apart, as it was written. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** `JSON.parse` with unsafe integers as bigint, and other numbers of many digits as `WrittenNumber`. */
export function parseExactJson(text: string): unknown {
  return MAYBE_INEXACT.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
}

function exactNumber(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || !source) return value;
  if (INTEGER.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  const [mantissa = ''] = source.split(/e/i);
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS ? new WrittenNumber(source) : value;
}
