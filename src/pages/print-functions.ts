import { writeFileSync } from 'node:fs';
import { functionNames } from '#googlesql';

/** The names that the SQL editor of the catalogue completes. */
export const FUNCTIONS_FILE = new URL('./console/sql/functions.json', import.meta.url);

/** The functions that callers' SQL may call, as JSON text. */
export function printFunctions(): string {
  const names = functionNames().filter((name) => /^[A-Z]/.test(name));
  return `${JSON.stringify([...new Set(names)].sort(), undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(FUNCTIONS_FILE, printFunctions());
