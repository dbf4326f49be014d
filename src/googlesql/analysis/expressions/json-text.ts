import { parse, type ValueNode } from '@humanwhocodes/momoa';

/**
 * Normalises JSON text to the form in which values are stored: no blanks, sorted keys, the first of equal keys.
 * Undefined if the text is not JSON or is nested too deeply for the stack.
 */
export function jsonText(text: string): string | undefined {
  try {
    JSON.parse(text);
    const written = write(parse(text, { ranges: true }).body, text);
    return HALF_CHARACTER.test(written) ? undefined : written;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A surrogate without its other half, as JSON.stringify escapes it. */
const HALF_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function write(node: ValueNode, text: string): string {
  switch (node.type) {
    case 'Number':
      return writeNumber(text.slice(...(node.range ?? [])));
    case 'Array':
      return `[${node.elements.map(({ value }) => write(value, text)).join(',')}]`;
    case 'Object':
      return writeObject(node, text);
    case 'String':
    case 'Boolean':
      return JSON.stringify(node.value);
    default:
      return 'null';
  }
}

function writeObject({ members }: Extract<ValueNode, { type: 'Object' }>, text: string): string {
  const first = new Map<string, string>();
  for (const { name, value } of members) {
    const key = name.type === 'String' ? name.value : name.name;
    if (!first.has(key)) first.set(key, write(value, text));
  }
  const sorted = [...first].sort(([left], [right]) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${member}`).join(',')}}`;
}

/** Integers of 64 bits keep their digits; other numbers are written as doubles. */
function writeNumber(text: string): string {
  return /^-?\d+$/.test(text) && isInteger(BigInt(text))
    ? String(BigInt(text))
    : doubleText(Number(text));
}

function isInteger(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}

/** The shortest digits of a double, with a point or, where the number is large or small, an exponent. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) throw new SyntaxError('A number that no double holds');
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 15) {
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits}e${exponent < 0 ? '-' : '+'}${size}`;
}
