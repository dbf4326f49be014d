import { AGGREGATE_FUNCTIONS } from '../aggregate/aggregate.ts';
import { ANALYTIC_FUNCTIONS } from '../aggregate/analytic.ts';
import { COLLECTING_AGGREGATES } from '../aggregate/collecting-aggregate.ts';
import { ARRAY_FUNCTIONS } from '../array/array.ts';
import { CAST_FORMAT_FUNCTIONS } from '../conversion/cast-format-functions.ts';
import { CONDITIONAL_FUNCTIONS } from '../conversion/conditional.ts';
import { CONVERSION_FUNCTIONS } from '../conversion/conversion.ts';
import { CIVIL_FUNCTIONS } from '../datetime/civil-functions.ts';
import { INTERVAL_FUNCTIONS } from '../datetime/interval/interval.ts';
import { BUCKET_FUNCTIONS } from '../datetime/parts/bucket.ts';
import { EXTRACT_FUNCTIONS } from '../datetime/parts/time-extract.ts';
import { RANGE_FUNCTIONS } from '../datetime/range.ts';
import { TIMESTAMP_FUNCTIONS } from '../datetime/timestamp.ts';
import { HASH_FUNCTIONS } from '../hash/hash.ts';
import { JSON_FUNCTIONS } from '../json/json.ts';
import { JSON_EDITS } from '../json/json-edit.ts';
import { MATCH_FUNCTIONS } from '../match/match-rows.ts';
import { BIT_FUNCTIONS } from '../math/arithmetic.ts';
import { MATH_FUNCTIONS } from '../math/math.ts';
import { NET_FUNCTIONS } from '../net/net.ts';
import { SEARCH } from '../search/search.ts';
import { REGEXP_FUNCTIONS } from '../string/regexp.ts';
import { STRING_FUNCTIONS } from '../string/string.ts';
import { type FunctionDefinition, scalarGroup } from './define.ts';
import { OPERATORS } from './operators.ts';
import { RANDOM } from './sql.ts';

/** All supported functions under each of their names; any other function is refused. */
const CATALOGUE: ReadonlyMap<string, FunctionDefinition> = collect([
  OPERATORS,
  AGGREGATE_FUNCTIONS,
  ANALYTIC_FUNCTIONS,
  ARRAY_FUNCTIONS,
  BIT_FUNCTIONS,
  CAST_FORMAT_FUNCTIONS,
  COLLECTING_AGGREGATES,
  CONVERSION_FUNCTIONS,
  INTERVAL_FUNCTIONS,
  JSON_FUNCTIONS,
  JSON_EDITS,
  MATCH_FUNCTIONS,
  MATH_FUNCTIONS,
  NET_FUNCTIONS,
  CONDITIONAL_FUNCTIONS,
  REGEXP_FUNCTIONS,
  [SEARCH],
  STRING_FUNCTIONS,
  BUCKET_FUNCTIONS,
  CIVIL_FUNCTIONS,
  EXTRACT_FUNCTIONS,
  RANGE_FUNCTIONS,
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
  [scalarGroup('Mathematical')('RAND', [['() -> FLOAT64', () => RANDOM]])],
]);

/** Finds a function by its name, ignoring case; operators are named `$add` and so on. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return CATALOGUE.get(name.startsWith('$') ? name : name.toUpperCase());
}

/** As `findFunction`, including the functions for stored SQL. */
export function findStoredFunction(name: string): FunctionDefinition | undefined {
  return findFunction(name) ?? INTERNAL.get(name.toUpperCase());
}

/** What GoogleSQL has and this compiler refuses by name, and why. */
const REFUSED: readonly (readonly [names: RegExp, why: string])[] = [
  [/^HLL_COUNT\.|^KLL_QUANTILES\./, 'the embedded engine has no sketches'],
  [
    /^(RAND|GENERATE_UUID|SESSION_USER|ERROR)$/,
    'its result does not depend on the rows alone, so an answer could not be kept',
  ],
  [/^(AEAD|DETERMINISTIC_(EN|DE)CRYPT|KEYS|DLP_\w+)(\.|$)/, 'there are no keys to encrypt with'],
  [/^(ST|S2)_/, 'there are no geographies'],
  [/^(ML|AI|VECTOR_SEARCH|EXTERNAL_QUERY)(\.|$)/, 'it reads more than the tables'],
  [/^TEXT_ANALYZE$/, 'only SEARCH analyzes texts'],
  [/^COLLATE$/, 'texts are compared by their code points'],
  [/^ARRAY_(INCLUDES(_ALL|_ANY)?|IS_DISTINCT|MAX|MIN)$/, 'BigQuery does not have it'],
];

/** Why a function of GoogleSQL is refused; undefined for other names. */
export function whyRefused(name: string): string | undefined {
  return REFUSED.find(([names]) => names.test(name.toUpperCase()))?.[1];
}

/** The names of all functions except operators, sorted, for lists and suggestions. */
export function functionNames(): readonly string[] {
  return [...CATALOGUE.keys()].filter((name) => !name.startsWith('$')).sort();
}
