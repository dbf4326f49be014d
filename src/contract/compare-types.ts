import { type ProvenField, type ProvenType, parseTypeSpelling, spellType } from '#googlesql';
import { attempt } from '../values/attempt.ts';
import { pairNames } from './pair-names.ts';

/** A difference of two types of one column, at a path within it: `items.price`, `tags[]`. */
export interface TypeDifference {
  readonly what:
    | 'type'
    | 'more-digits'
    | 'fewer-digits'
    | 'nullable'
    | 'required'
    | 'field-removed'
    | 'field-added'
    | 'field-order';
  readonly path: string;
  /** The types at the path. */
  readonly before: string;
  readonly now: string;
}

/** All differences of two types as the contract spells them; at least one where the texts differ. */
export function compareTypes(path: string, before: string, now: string): readonly TypeDifference[] {
  if (before === now) return [];
  const whole: TypeDifference = { what: 'type', path, before, now };
  const types = [before, now].map(typeOf);
  const [one, other] = types;
  if (!one || !other) return [whole];
  const found = differences(path, one, other);
  return found.length > 0 ? found : [whole];
}

/** Undefined for a spelling of another version of the compiler. */
function typeOf(spelling: string): ProvenType | undefined {
  return attempt(() => parseTypeSpelling(spelling));
}

function differences(path: string, before: ProvenType, now: ProvenType): readonly TypeDifference[] {
  const difference = (what: TypeDifference['what']): TypeDifference => {
    return { what, path, before: spellType(before), now: spellType(now) };
  };
  const own =
    before.isRequired === now.isRequired
      ? []
      : [difference(before.isRequired ? 'nullable' : 'required')];
  if (before.element && now.element) {
    return [...own, ...differences(`${path}[]`, before.element, now.element)];
  }
  if (before.fields && now.fields) {
    return [...own, ...fieldDifferences(path, before.fields, now.fields, difference)];
  }
  const kind = scalarDifference(before, now);
  return kind ? [...own, difference(kind)] : own;
}

function scalarDifference(before: ProvenType, now: ProvenType): TypeDifference['what'] | undefined {
  const [one, other] = [before, now].map((type) => spellType({ ...type, isRequired: false }));
  if (one === other) return undefined;
  if (one === 'NUMERIC' && other === 'BIGNUMERIC') return 'more-digits';
  return one === 'BIGNUMERIC' && other === 'NUMERIC' ? 'fewer-digits' : 'type';
}

function fieldDifferences(
  path: string,
  before: readonly ProvenField[],
  now: readonly ProvenField[],
  difference: (what: TypeDifference['what']) => TypeDifference,
): readonly TypeDifference[] {
  const names = [before, now].map((fields) => new Set(fields.map(({ name }) => name)));
  // Without names that tell its fields apart, a struct is another one.
  if (names[0]?.size !== before.length || names[1]?.size !== now.length) {
    const isSame = difference('type').before === difference('type').now;
    return isSame ? [] : [difference('type')];
  }
  const { added, removed, same } = pairNames(before, now);
  const at = (name: string) => `${path}.${name}`;
  const places = same.map(([field]) => before.indexOf(field));
  return [
    ...removed.map(({ name, type }): TypeDifference => {
      return { what: 'field-removed', path: at(name), before: spellType(type), now: '' };
    }),
    ...added.map(({ name, type }): TypeDifference => {
      return { what: 'field-added', path: at(name), before: '', now: spellType(type) };
    }),
    ...same.flatMap(([one, other]) => differences(at(one.name), one.type, other.type)),
    ...(isAscending(places) ? [] : [difference('field-order')]),
  ];
}

/** Whether each number is larger than the one before it. */
export function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
}
