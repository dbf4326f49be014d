/** A number as its JSON text writes it: JavaScript's own numbers would lose digits. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * JSON text in the form in which values are kept: no blanks, keys in order; undefined when it is no JSON, or nested so
 * deeply that it does not fit the stack.
 */
export function jsonText(text: string): string | undefined {
  try {
    return write(JSON.parse(text, keepNumber));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The parser hands the source of each primitive to its reviver, as a third argument that the types do not know yet. */
function keepNumber(_key: string, value: unknown, ...rest: readonly unknown[]): unknown {
  const [context] = rest as readonly { readonly source?: string }[];
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

function write(value: unknown): string {
  if (value instanceof NumberText) return writeNumber(value.text);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`;
}

/** Integers keep their digits, other numbers are doubles and show it. */
function writeNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? `${number}.0` : String(number);
}
