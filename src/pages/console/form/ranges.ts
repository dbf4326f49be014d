import type { Parameter } from '../api/description.ts';

/** Words of names that say where a range begins, each with those that say where it ends. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['since', ['until', 'to', 'before']],
  ['from', ['to', 'until']],
  ['start', ['end', 'stop']],
  ['after', ['before']],
  ['min', ['max']],
  ['least', ['most']],
  ['first', ['last']],
  ['begin', ['end']],
]);

const ORDERED = /^(?:INT64|FLOAT64|NUMERIC|BIGNUMERIC|DATE|DATETIME|TIMESTAMP|TIME|STRING)$/;

/** Parameters of a form: one alone, or two that are the ends of a range. */
export type FieldGroup = readonly [Parameter] | readonly [from: Parameter, to: Parameter];

/** Puts the two ends of a range beside each other; all others stay in their order. */
export function groupFields(parameters: readonly Parameter[]): readonly FieldGroup[] {
  const taken = new Set<Parameter>();
  return parameters.flatMap((parameter): readonly FieldGroup[] => {
    if (taken.has(parameter)) return [];
    const end = endOf(parameter, parameters);
    if (!end || taken.has(end)) return [[parameter]];
    taken.add(end);
    return [[parameter, end]];
  });
}

function endOf(from: Parameter, parameters: readonly Parameter[]): Parameter | undefined {
  if (!ORDERED.test(from.type) || from.values) return undefined;
  const words = from.name.toLowerCase().split('_');
  const names = words.flatMap((word, index) =>
    (ENDS.get(word) ?? []).map((end) => words.with(index, end).join('_')),
  );
  return parameters.find(
    ({ name, type, values }) => type === from.type && !values && names.includes(name.toLowerCase()),
  );
}

/** Whether both ends have values, the wrong way round. */
export function isReversed(type: string, from: string, to: string): boolean {
  if (!from || !to || type === 'STRING') return false;
  if (type === 'TIMESTAMP') return Date.parse(from) > Date.parse(to);
  if (/^(?:INT64|FLOAT64|NUMERIC|BIGNUMERIC)$/.test(type)) return Number(from) > Number(to);
  return from > to;
}
