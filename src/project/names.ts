import { isReservedColumn } from '#googlesql';
import { getOrInsertComputed } from '../values/memory.ts';

/** The words of a name: runs of ASCII letters and digits. One that is all in capitals is put in lower case. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()));
}

/** A name as a GraphQL field or argument: `ORDER_ID` and `order_id` are `orderId`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** A name as a part of a GraphQL type's name: `order_id` is `OrderId`. */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A name as a GraphQL enum value: `orderId` and `order_id` are `ORDER_ID`. */
export function upperSnakeCase(name: string): string {
  return wordsOf(name)
    .flatMap((word) => word.split(/(?<=[a-z])(?=[A-Z])/))
    .join('_')
    .toUpperCase();
}

/** What is wrong with one of a list of names. */
export interface NameFault {
  /** Its place in the list. */
  readonly index: number;
  readonly message: string;
}

/** The name that the compiler gives a column without one. */
const UNNAMED = /^f\d+_$/;
const OTHER_LETTER = /(?!\p{ASCII})[\p{L}\p{M}\p{N}]/u;

/**
 * What is wrong with the names of a statement's columns, or of the fields of one of its structs (where a field without a
 * name has the empty one); each message ends with the advice to write an alias.
 */
export function columnFaults(
  names: readonly string[],
  what: 'column' | 'field' = 'column',
  advise = (_: number, alias: string) => `write "AS ${alias}" after it`,
): readonly NameFault[] {
  const taken = new Set(names.map(camelCase));
  const adviceFor = (index: number, name: string, from: number) => {
    let number = from;
    while (taken.has(camelCase(`${name}_${number}`))) number += 1;
    taken.add(camelCase(`${name}_${number}`));
    return advise(index, `${name}_${number}`);
  };
  const subject = what === 'column' ? 'Column' : 'Field';
  const first = firstUses(names);
  return names.flatMap((name, index): NameFault | readonly [] => {
    if (name === '' || (what === 'column' && UNNAMED.test(name))) {
      const advice = adviceFor(index, what, index + 1);
      return { index, message: `${subject} ${index + 1} has no name: ${advice}` };
    }
    const reason = unspeakable(name, what);
    if (reason !== undefined) {
      const advice = adviceFor(index, what, index + 1);
      return { index, message: `${subject} "${name}" ${reason}: ${advice}` };
    }
    const other = clashing(names, index, first);
    if (other === undefined) return [];
    const both = `${what} "${name}" has the GraphQL name of "${other}", ${camelCase(other)}`;
    const safe = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
    return { index, message: `The ${both}: ${adviceFor(index, safe, 2)}` };
  });
}

/** Why a name cannot be said in GraphQL, or by BigQuery; undefined if it can. */
function unspeakable(name: string, what: 'column' | 'field'): string | undefined {
  if (what === 'column' && isReservedColumn(name)) return 'has a name that BigQuery reserves';
  const [letter] = OTHER_LETTER.exec(name) ?? [];
  if (letter !== undefined) return `has no GraphQL name, since "${letter}" is no ASCII letter`;
  const first = camelCase(name).charAt(0);
  if (first === '') return 'has no GraphQL name, since it has no ASCII letter';
  return /\d/.test(first) ? 'has no GraphQL name, since it begins with a digit' : undefined;
}

/** The index of the first name with a field, and with an enum value. */
interface FirstUses {
  readonly fields: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, number>;
}

function firstUses(names: readonly string[]): FirstUses {
  // Of equal keys a map has the last.
  const firstOf = (spell: (name: string) => string) =>
    new Map(names.map((name, i) => [spell(name), i] as const).toReversed());
  return { fields: firstOf(camelCase), values: firstOf(upperSnakeCase) };
}

/** The first name that is the same as a field or as an enum value, if it is an earlier one. */
function clashing(
  names: readonly string[],
  index: number,
  { fields, values }: FirstUses,
): string | undefined {
  const name = names[index] ?? '';
  const first = Math.min(
    fields.get(camelCase(name)) ?? index,
    values.get(upperSnakeCase(name)) ?? index,
  );
  return first < index ? names[first] : undefined;
}

const PARAMETER = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Parameters that every endpoint has. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['redact_pii', 'sql', 'lql'].map(camelCase));

/** What is wrong with the names of a statement's parameters. */
export function parameterFaults(names: readonly string[]): readonly NameFault[] {
  return names.flatMap((name, index): NameFault | readonly [] => {
    const fault = (problem: string) => ({ index, message: `Parameter "@${name}" ${problem}` });
    if (!PARAMETER.test(name)) {
      return fault('is not named with a letter, then letters, digits and underscores');
    }
    const field = camelCase(name);
    if (OWN_PARAMETERS.has(field)) {
      return fault(`has a name that every endpoint uses itself: write "@${name}_value"`);
    }
    const other = names.slice(0, index).find((earlier) => camelCase(earlier) === field);
    return other === undefined
      ? []
      : fault(`has the GraphQL name of "@${other}", ${field}: write "@${name}_2"`);
  });
}

const ENDPOINT = /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/;
/** Fields and paths that every project has. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'sandbox',
  'endpoints',
  'endpoint',
  'describe',
  'estimate',
]);

/** What is wrong with the name of an endpoint, and what it may be instead; undefined if nothing is. */
export function endpointNameFault(name: string): string | undefined {
  if (OWN_FIELDS.has(name)) {
    return `"${name}" is a name of Fieldstone's own: call it "${name}.all"`;
  }
  if (ENDPOINT.test(name)) return undefined;
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const other = words
    .join('-')
    .replace(/^(?=\d|$)/, 'query-')
    .replace(/-$/, '');
  return `"${name}" is no name of an endpoint, which is words of a-z and 0-9 with ".", "_" or "-" between: call it "${other}"`;
}

/** What is wrong with the names of endpoints as fields of the query root; those without a fault of their own. */
export function endpointFaults(names: readonly string[]): readonly NameFault[] {
  const first = new Map<string, string>();
  return names.flatMap((name, index): NameFault | readonly [] => {
    const field = camelCase(name);
    const other = getOrInsertComputed(first, field, () => name);
    if (other === name) return [];
    const message = `"${name}" has the GraphQL name of "${other}", ${field}: call it "${name}-2"`;
    return { index, message };
  });
}

/** What is wrong with the logical name of a table: a dotted path that quoted SQL can name; undefined if nothing is. */
export function tableNameFault(name: string): string | undefined {
  if (name.split('.').every((part) => part.trim() !== '') && !/\p{Cc}/u.test(name)) {
    return undefined;
  }
  return `${JSON.stringify(name)} is no name of a table, which is words with a dot between`;
}
