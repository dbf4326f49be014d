import { AGGREGATE_FUNCTIONS } from './aggregate.ts';
import { CONDITIONAL_FUNCTIONS } from './conditional.ts';
import type { FunctionDefinition } from './define.ts';
import { OPERATORS } from './operators.ts';
import { REGEXP_FUNCTIONS } from './regexp.ts';
import { STRING_FUNCTIONS } from './string.ts';

/** Every function that there is, under each of its names; what is missing here is refused. */
const CATALOGUE: ReadonlyMap<string, FunctionDefinition> = collect([
  OPERATORS,
  AGGREGATE_FUNCTIONS,
  CONDITIONAL_FUNCTIONS,
  REGEXP_FUNCTIONS,
  STRING_FUNCTIONS,
]);

function collect(
  groups: readonly (readonly FunctionDefinition[])[],
): ReadonlyMap<string, FunctionDefinition> {
  const functions = new Map<string, FunctionDefinition>();
  for (const definition of groups.flat()) {
    for (const name of [definition.name, ...(definition.aliases ?? [])]) {
      if (functions.has(name)) throw new Error(`Cannot define function "${name}" twice`);
      functions.set(name, definition);
    }
  }
  return functions;
}

/** The function of a name, whatever its case; operators are named `$add` and the like. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return CATALOGUE.get(name.startsWith('$') ? name : name.toUpperCase());
}

/** The names of all functions but the operators, in order, for lists and suggestions. */
export function functionNames(): readonly string[] {
  return [...CATALOGUE.keys()].filter((name) => !name.startsWith('$')).sort();
}
