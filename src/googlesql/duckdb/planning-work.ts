import { PRELUDE } from '../functions/macros.ts';

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

/** What the use of each macro adds, those inside it included. */
const MACROS: ReadonlyMap<string, number> = macroWork();

/**
 * About how many words DuckDB binds for a text without quotations: a macro's name stands for its body, and a word
 * counts double for each lambda around it, whose body DuckDB binds twice.
 */
export function planningWork(code: string): number {
  return weigh(code, MACROS);
}

function weigh(code: string, macros: ReadonlyMap<string, number>): number {
  const outer: number[] = [];
  let weight = 1;
  let work = 0;
  for (const [word] of code.matchAll(/[([{]|[)\]}]|\w+/g)) {
    if (OPENING.has(word)) outer.push(weight);
    else if (CLOSING.has(word)) weight = outer.pop() ?? 1;
    else if (word === 'lambda') weight *= 2;
    else work += weight * (macros.get(word) ?? 1);
  }
  return work;
}

function macroWork(): ReadonlyMap<string, number> {
  const macros = new Map<string, number>();
  for (const statement of PRELUDE) {
    const [, name, body] = /^CREATE MACRO (\w+)\([^)]*\) AS([\s\S]*)/.exec(statement) ?? [];
    if (name && body) macros.set(name, weigh(withoutQuotations(body), macros));
  }
  return macros;
}

/** A printed text with a space for each text and name in quotes. */
export function withoutQuotations(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ');
}
