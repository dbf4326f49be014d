import { readFileSync, writeFileSync } from 'node:fs';
import { findFunction, functionNames } from './functions/core/catalogue.ts';
import type { FunctionDefinition } from './functions/core/define.ts';
import { NEVER_NULL } from './functions/core/nullability.ts';
import { BINARY } from './functions/core/signatures/signature-text.ts';

/** The page that describes the dialect; the texts between its markers are generated. */
export const README_FILE = new URL('./README.md', import.meta.url);

/** The generated parts, by the name in their markers. */
const PARTS: Readonly<Record<string, () => string>> = {
  'never null': () => neverNullList(),
  functions: () => functionList(),
};

/** The page with the current lists of functions. */
export function printReadme(page: string): string {
  return Object.entries(PARTS).reduce((text, [name, print]) => {
    const [start, end] = [`<!-- ${name}: start -->`, `<!-- ${name}: end -->`];
    const [before, rest = ''] = text.split(start);
    const [, after = ''] = rest.split(end);
    return `${before}${start}\n\n${print()}\n${end}${after}`;
  }, page);
}

/** Operators as SQL writes them; those that only the compiler writes are left out. */
const OPERATORS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(BINARY).map(([symbol, name]) => [name, symbol])),
  ...{ $unary_minus: '- (unary)', $bitwise_not: '~', $not: 'NOT', $like: 'LIKE', $in: 'IN' },
  ...{ $in_array: 'IN UNNEST', $between: 'BETWEEN', $extract: 'EXTRACT', $interval: 'INTERVAL' },
};

function neverNullList(): string {
  const names = NEVER_NULL.map((name) => (name.startsWith('$') ? OPERATORS[name] : name));
  const texts = names.filter((name) => name !== undefined).map((name) => `\`${name}\``);
  return `${texts.join(', ')}.\n`;
}

function functionList(): string {
  const groups = Map.groupBy(definitions(), ({ group }) => group);
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([group, members]) => `### ${group}\n\n${members.map(describe).join('\n')}\n`)
    .join('\n');
}

function definitions(): readonly FunctionDefinition[] {
  return [...new Set(functionNames().flatMap((name) => findFunction(name) ?? []))];
}

function describe({ name, overloads, aliases = [] }: FunctionDefinition): string {
  const also = aliases.length > 0 ? ` (also ${aliases.join(', ')})` : '';
  const signatures = [...new Set(overloads.map(([signature]) => `\`${signature}\``))];
  return `* **${name}**${also}: ${signatures.join(', ')}`;
}

if (import.meta.main) writeFileSync(README_FILE, printReadme(readFileSync(README_FILE, 'utf8')));
