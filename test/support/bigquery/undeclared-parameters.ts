import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import type { Query } from '../../../src/googlesql/syntax/tree/ast.ts';
import { walk } from '../../../src/googlesql/syntax/tree/visit.ts';
import { arrayOf, SCALARS, type Type } from '../../../src/googlesql/types.ts';

/** What an undeclared parameter may turn out to be; text comes late, as it is taken for nearly everything. */
const CANDIDATES: readonly Type[] = [
  SCALARS.INT64,
  SCALARS.FLOAT64,
  SCALARS.BOOL,
  SCALARS.TIMESTAMP,
  SCALARS.DATE,
  SCALARS.STRING,
  arrayOf(SCALARS.STRING),
  arrayOf(SCALARS.INT64),
];

/** More would be tried for minutes: each further parameter costs eight times as much. */
const MAX_GUESSED = 3;

/** A type for each parameter that is used but not declared, so that the query can be analysed. */
export function undeclaredParameters(
  query: Query,
  declared: ReadonlyMap<string, Type>,
  resolve: (types: ReadonlyMap<string, Type>) => ResolvedStatement,
): ReadonlyMap<string, Type> {
  const names = usedParameters(query).filter((name) => !declared.has(name));
  const strings = new Map(names.map((name) => [name, SCALARS.STRING as Type]));
  if (names.length === 0 || names.length > MAX_GUESSED) return strings;
  for (const types of guesses(names)) {
    if (isAccepted(() => resolve(types))) return types;
  }
  return strings;
}

function usedParameters(query: Query): string[] {
  const names = new Set<string>();
  walk(query, (node) => {
    if ('kind' in node && node.kind === 'parameter') names.add(node.name.toLowerCase());
  });
  return [...names];
}

function* guesses([name, ...more]: readonly string[]): Generator<ReadonlyMap<string, Type>> {
  if (name === undefined) {
    yield new Map();
    return;
  }
  for (const type of CANDIDATES) {
    for (const rest of guesses(more)) yield new Map([[name, type], ...rest]);
  }
}

function isAccepted(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}
