import { readFileSync, writeFileSync } from 'node:fs';
import { findFunction, functionNames } from './functions/core/catalogue.ts';
import type { FunctionDefinition } from './functions/core/define.ts';

/** The page that describes the dialect; the text between its two markers is generated. */
export const README_FILE = new URL('./README.md', import.meta.url);

const START = '<!-- functions: start -->';
const END = '<!-- functions: end -->';

/** The page with the current list of functions. */
export function printReadme(page: string): string {
  const [before, rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  return `${before}${START}\n\n${functionList()}\n${END}${after}`;
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
