import { excerpt } from '../../excerpt.ts';
import { RESERVED } from '../../syntax/lexer/keywords.ts';
import type { Identifier } from '../../syntax/tree/ast.ts';

const PLAIN = /^[A-Za-z_][A-Za-z_0-9]*$/;

/** An identifier as messages write it, with backquotes if necessary. */
export function identifierText(name: string): string {
  const text = excerpt(name);
  if (PLAIN.test(name) && !RESERVED.has(name.toUpperCase())) return text;
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A dotted path as messages write it. */
export function pathText(path: readonly Identifier[]): string {
  const [first, ...more] = path.map(({ name }) => identifierText(name));
  return more.length === 0 ? (first ?? '') : excerpt([first, ...more].join('.'));
}

/** The message for an array referenced without its table. */
export function unqualified(name: string): string {
  const text = identifierText(name);
  return `Table not found: ${text} (Unqualified identifiers in a FROM clause are always resolved as tables. Identifier ${text} is in scope but unqualified names cannot be resolved here.)`;
}
