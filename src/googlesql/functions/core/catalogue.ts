import { AGGREGATE_FUNCTIONS } from '../aggregate/aggregate.ts';
import { ANALYTIC_FUNCTIONS } from '../aggregate/analytic.ts';
import { COLLECTING_AGGREGATES } from '../aggregate/collecting-aggregate.ts';
import { ARRAY_FUNCTIONS } from '../array/array.ts';
import { CONDITIONAL_FUNCTIONS } from '../conversion/conditional.ts';
import { CONVERSION_FUNCTIONS } from '../conversion/conversion.ts';
import { DATE_FUNCTIONS } from '../datetime/date.ts';
import { DATETIME_FUNCTIONS } from '../datetime/datetime.ts';
import { INTERVAL_FUNCTIONS } from '../datetime/interval.ts';
import { TIME_FUNCTIONS } from '../datetime/time.ts';
import { EXTRACT_FUNCTIONS } from '../datetime/time-extract.ts';
import { TIMESTAMP_FUNCTIONS } from '../datetime/timestamp.ts';
import { HASH_FUNCTIONS } from '../hash/hash.ts';
import { JSON_FUNCTIONS } from '../json/json.ts';
import { BIT_FUNCTIONS } from '../math/bitwise.ts';
import { MATH_FUNCTIONS } from '../math/math.ts';
import { NET_FUNCTIONS } from '../net/net.ts';
import { REGEXP_FUNCTIONS } from '../string/regexp.ts';
import { STRING_FUNCTIONS } from '../string/string.ts';
import type { FunctionDefinition } from './define.ts';
import { native } from './lowering.ts';
import { OPERATORS } from './operators.ts';

/** All supported functions under each of their names; any other function is refused. */
const CATALOGUE: ReadonlyMap<string, FunctionDefinition> = collect([
  OPERATORS,
  AGGREGATE_FUNCTIONS,
  ANALYTIC_FUNCTIONS,
  ARRAY_FUNCTIONS,
  BIT_FUNCTIONS,
  COLLECTING_AGGREGATES,
  CONVERSION_FUNCTIONS,
  INTERVAL_FUNCTIONS,
  JSON_FUNCTIONS,
  MATH_FUNCTIONS,
  NET_FUNCTIONS,
  CONDITIONAL_FUNCTIONS,
  REGEXP_FUNCTIONS,
  STRING_FUNCTIONS,
  DATE_FUNCTIONS,
  DATETIME_FUNCTIONS,
  EXTRACT_FUNCTIONS,
  TIME_FUNCTIONS,
  TIMESTAMP_FUNCTIONS,
  HASH_FUNCTIONS,
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

/**
 * Functions only for stored SQL. With RAND a caller would get a different answer each time, and the cache would serve
 * one of them to all. Not listed.
 */
const INTERNAL: ReadonlyMap<string, FunctionDefinition> = collect([
  [
    {
      name: 'RAND',
      kind: 'scalar',
      group: 'Mathematical',
      overloads: [['() -> FLOAT64', native('random')]],
    },
  ],
]);

/** Finds a function by its name, ignoring case; operators are named `$add` and so on. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return CATALOGUE.get(name.startsWith('$') ? name : name.toUpperCase());
}

/** As `findFunction`, including the functions for stored SQL. */
export function findStoredFunction(name: string): FunctionDefinition | undefined {
  return findFunction(name) ?? INTERNAL.get(name.toUpperCase());
}

/** The names of all functions except operators, sorted, for lists and suggestions. */
export function functionNames(): readonly string[] {
  return [...CATALOGUE.keys()].filter((name) => !name.startsWith('$')).sort();
}
