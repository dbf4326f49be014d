import { parse, type ValueNode } from '@humanwhocodes/momoa';

/**
 * Normalises JSON text to the form in which values are stored: no blanks, sorted keys, the first of equal keys.
 * Undefined if the text is not JSON or is nested too deeply for the stack.
 */
export function jsonText(text: string): string | undefined {
  try {
    JSON.parse(text);
    return write(parse(text, { ranges: true }).body, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

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
  const sorted = [...first].sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${member}`).join(',')}}`;
}

/** Integers keep their digits; other numbers are written as doubles. */
function writeNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? `${number}.0` : String(number);
}
