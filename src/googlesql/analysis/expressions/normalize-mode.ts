import { SqlError } from '../../sql-error.ts';
import type { Argument } from '../../syntax/tree/ast.ts';

const MODES: ReadonlySet<string> = new Set(['NFC', 'NFKC', 'NFD', 'NFKD']);

/** The mode of NORMALIZE and NORMALIZE_AND_CASEFOLD in upper case. */
export function resolveMode({ value }: Argument): string {
  const [word, ...more] = value.kind === 'path' ? value.names : [];
  if (!word || more.length > 0) {
    throw new SqlError('Argument is not a valid NORMALIZE mode', value.at);
  }
  const mode = word.name.toUpperCase();
  if (!MODES.has(mode)) {
    throw new SqlError(`Argument is not a valid NORMALIZE mode: ${word.name}`, value.at);
  }
  return mode;
}
