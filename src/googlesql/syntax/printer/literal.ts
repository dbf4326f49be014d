import { CURRENT_FUNCTIONS, RESERVED } from '../lexer/keywords.ts';
import type { Identifier, Literal } from '../tree/ast.ts';

const PLAIN = /^[A-Za-z_][A-Za-z_0-9]*$/;
/** Words that are reserved or have a special meaning in some places. */
const AMBIGUOUS = new Set([
  ...['LOOKUP', 'PIVOT', 'UNPIVOT', 'SAFE_CAST', 'REPLACE_FIELDS', 'SEQUENCE'],
]);

/** Prints an identifier, with backquotes if it could be parsed as anything else. */
export function printIdentifier(name: string): string {
  const key = name.toUpperCase();
  const isSafe = !RESERVED.has(key) && !AMBIGUOUS.has(key) && !CURRENT_FUNCTIONS.has(key);
  return PLAIN.test(name) && isSafe ? name : quote(name, '`');
}

/** Prints names separated by dots. */
export function printPath(path: readonly Identifier[]): string {
  return path.map(({ name }) => printIdentifier(name)).join('.');
}

/** Prints a named parameter; any plain word is valid, reserved or not. */
export function printParameter(name: string): string {
  return `@${PLAIN.test(name) ? name : quote(name, '`')}`;
}

/** Prints a literal in its canonical spelling. */
export function printLiteral({ type, value }: Literal): string {
  switch (type) {
    case 'NULL':
      return 'NULL';
    case 'BOOL':
      return value.toUpperCase();
    case 'INT64':
    case 'FLOAT64':
      return value;
    case 'STRING':
      return quote(value, "'");
    case 'BYTES':
      return `b${quote(value, "'").replaceAll(/[\x80-\xff]/g, hexEscape)}`;
    default:
      return `${type} ${quote(value, "'")}`;
  }
}

/** Prints a text as a STRING literal. */
export function quoteGoogleSql(text: string): string {
  return quote(text, "'");
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quote(text: string, mark: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  const escaped = text.replaceAll(/[\\\x00-\x1f\x7f]/g, (c) => ESCAPES[c] ?? hexEscape(c));
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

function hexEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
