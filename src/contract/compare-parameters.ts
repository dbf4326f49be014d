import { parseTypeSpelling } from '#googlesql';
import { camelCase } from '../project/names.ts';
import { isAscending } from './compare-types.ts';
import type { ContractEndpoint, ContractParameter } from './contract.ts';
import type { Finding, Kind } from './kinds/kinds.ts';
import { pairNames } from './pair-names.ts';

/** The arguments that every field has unless a parameter takes their names, by GraphQL name; as REST calls them. */
const SHAPE_ARGUMENTS: Readonly<Record<string, string>> = { limit: 'limit', orderBy: 'order_by' };

/** The changes of an endpoint's parameters. */
export function compareParameters(
  before: ContractEndpoint,
  now: ContractEndpoint,
): readonly Finding[] {
  const { added, removed, respelt, same } = pairNames(
    named(before.parameters),
    named(now.parameters),
    camelCase,
  );
  const isShaped = [before, now].every(({ returns, shape }) => shape && returns === 'many');
  return [
    ...removed.map(({ name }) => finding(name, 'parameter-removed')),
    ...added.map(({ name, spec }) => {
      const isRequired = presenceOf(spec) === 'required';
      const kind = isRequired ? 'parameter-required-added' : 'parameter-added';
      return finding(name, kind, { now: spelling(spec) });
    }),
    ...(isShaped ? added : []).flatMap(({ name }) => {
      const argument = SHAPE_ARGUMENTS[camelCase(name)];
      return argument ? [finding(name, 'parameter-over-argument', { argument })] : [];
    }),
    ...respelt.map(([{ name: from }, { name: to }]) =>
      finding(to, 'parameter-spelling', { before: from, now: to }),
    ),
    ...[...same, ...respelt].flatMap(([one, { name, spec }]) => [
      ...compareTypes(name, one.spec, spec),
      ...comparePresence(name, one.spec, spec),
      ...compareValues(name, one.spec.values, spec.values),
    ]),
  ];
}

function named(parameters: ContractEndpoint['parameters']) {
  return Object.entries(parameters).map(([name, spec]) => ({ name, spec }));
}

function finding(parameter: string, kind: Kind, words: Finding['words'] = {}): Finding {
  const subject = { part: 'parameter', name: parameter } as const;
  return { kind, subject, words: { parameter, ...words } };
}

function spelling({ default: text, type }: ContractParameter): string {
  return text === undefined ? type : `${type} = ${text}`;
}

/** The type without `!`, and that of the elements of a list. */
interface PlainType {
  readonly text: string;
  readonly element: string | undefined;
}

function plainType({ type }: ContractParameter): PlainType {
  const text = type.replace(/!$/, '');
  const [, element] = /^ARRAY<(.*?)!?>$/.exec(text) ?? [];
  return { text: element === undefined ? text : `ARRAY<${element}>`, element };
}

function compareTypes(
  name: string,
  before: ContractParameter,
  now: ContractParameter,
): readonly Finding[] {
  const [one, other] = [plainType(before), plainType(now)];
  if (one.text === other.text) return [];
  const words = { before: one.text, now: other.text };
  return [finding(name, typeKind(one, other), words)];
}

function typeKind(before: PlainType, now: PlainType): Kind {
  const [from, to] = [before, now].map(({ element, text }) => kindOf(element ?? text));
  const isList = (type: PlainType) => type.element !== undefined;
  if (isList(before) !== isList(now)) {
    if (from !== to) return 'parameter-type';
    return isList(now) ? 'parameter-list' : 'parameter-scalar';
  }
  if (from === 'NUMERIC' && to === 'BIGNUMERIC') return 'parameter-digits';
  const isWider = from === 'INT64' && (to === 'NUMERIC' || to === 'BIGNUMERIC');
  return isWider ? 'parameter-wider' : 'parameter-type';
}

/** The text itself where another version of the compiler has spelt it. */
function kindOf(spelt: string): string {
  try {
    return parseTypeSpelling(spelt).type.kind;
  } catch {
    return spelt;
  }
}

type Presence = 'required' | 'optional' | 'default';

function presenceOf({ default: text, type }: ContractParameter): Presence {
  if (text !== undefined) return 'default';
  return type.endsWith('!') ? 'required' : 'optional';
}

/** By what a parameter was and is when it is left out. */
const PRESENCE_KINDS: Readonly<Record<string, Kind>> = {
  'required optional': 'parameter-optional',
  'required default': 'default-added',
  'optional required': 'parameter-required',
  'optional default': 'default-for-null',
  'default required': 'default-removed',
  'default optional': 'default-null',
};

function comparePresence(
  name: string,
  before: ContractParameter,
  now: ContractParameter,
): readonly Finding[] {
  const [from, to] = [presenceOf(before), presenceOf(now)];
  const words = { before: before.default ?? 'NULL', now: now.default ?? 'NULL' };
  if (from !== to) {
    const kind = PRESENCE_KINDS[`${from} ${to}`] as Kind;
    const wasText = from === 'required' && plainType(before).text === 'STRING' && !before.values;
    return [
      finding(name, kind, words),
      ...(wasText ? [finding(name, 'parameter-empty-text')] : []),
    ];
  }
  return before.default === now.default ? [] : [finding(name, 'default-changed', words)];
}

type Values = ContractParameter['values'];

function compareValues(name: string, before: Values, now: Values): readonly Finding[] {
  if (!before && !now) return [];
  if (!before) return [finding(name, 'values-listed', { values: list(now ?? []) })];
  if (!now) return [finding(name, 'values-unlisted')];
  const gone = before.filter((value) => !now.includes(value));
  const added = now.filter((value) => !before.includes(value));
  const places = now.map((value) => before.indexOf(value)).filter((place) => place >= 0);
  return [
    ...(gone.length > 0 ? [finding(name, 'values-removed', { values: list(gone) })] : []),
    ...(added.length > 0 ? [finding(name, 'values-added', { values: list(added) })] : []),
    ...(isAscending(places) ? [] : [finding(name, 'values-order')]),
  ];
}

function list(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}
