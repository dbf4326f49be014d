import fc from 'fast-check';
import { type Draw, oneIn, pick, times } from './draw.ts';
import { SCALARS_OF_PROJECTS } from './scalars.ts';
import { drawValue } from './tables.ts';
import type { Field, Value } from './types.ts';
import { scalarOf } from './values.ts';

/** The values of the parameters that are sent, by name. */
export type Arguments = ReadonlyMap<string, Value>;

/** A parameter of a random endpoint. */
export interface Parameter {
  /** Its mode is REPEATED for an ARRAY. */
  readonly field: Field;
  readonly isOptional: boolean;
  /** The value that an absent argument has. */
  readonly default?: Value;
  /** The tag of the head comment; undefined where all of it is inferred. */
  readonly tag: string | undefined;
  /** Draws a value that is sent. */
  readonly draw: (draw: Draw) => Value;
}

const isArray = ({ mode }: Field) => mode === 'REPEATED';

/** A literal of GoogleSQL, as a default may be. */
function literalOf(field: Field, value: Value): string {
  const { sql } = scalarOf(field);
  return isArray(field) ? `[${(value as readonly Value[]).map(sql).join(', ')}]` : sql(value);
}

/** Types of which a default is written as a call, which no head comment has. */
const WITHOUT_DEFAULT = ['BYTES', 'FLOAT64', 'INTERVAL'];

/** Whether a value can be sent in every form: floats are finite, and an ARRAY of one empty text is the empty one in a URL. */
export function isSendable(field: Field, value: Value): boolean {
  const items = isArray(field) ? (value as readonly Value[]) : [value];
  if (field.kind === 'FLOAT64') return items.every((item) => Number.isFinite(item));
  return !(isArray(field) && items.length === 1 && items[0] === '');
}

/** The parameters that an endpoint selects: their types are said in tags. */
export function drawEchoed(draw: Draw, name: string): Parameter {
  const kind = pick(draw, Object.keys(SCALARS_OF_PROJECTS));
  const field: Field = { name, kind, mode: oneIn(draw, 4) ? 'REPEATED' : 'REQUIRED', fields: [] };
  const ofKind = (own: Draw) => own(sendable(field));
  const type = isArray(field) ? `ARRAY<${kind}>` : kind;
  const form = pick(draw, ['optional', 'required', 'default'] as const);
  if (form === 'default' && !WITHOUT_DEFAULT.includes(kind)) {
    const value = ofKind(draw);
    const tag = `@param {${type}} ${name} = ${literalOf(field, value)} - Some - text`;
    return { field, isOptional: true, default: value, tag, draw: ofKind };
  }
  const isOptional = form !== 'required';
  return {
    field,
    isOptional,
    tag: `@param {${type}${isOptional ? '' : '!'}} ${name}`,
    draw: ofKind,
  };
}

function sendable(field: Field): fc.Arbitrary<Value> {
  const { values } = scalarOf(field);
  const made: fc.Arbitrary<Value> = isArray(field) ? fc.array(values, { maxLength: 3 }) : values;
  // Of a text that may be left out, an empty one counts as left out in a URL.
  return made.filter((value) => isSendable(field, value) && value !== '');
}

/** What a condition says of a row, with the parameter that it compares. */
export interface Condition {
  readonly sql: string;
  readonly parameter: Parameter;
  readonly holds: (value: Value, sent: Value | undefined) => boolean;
}

/** A condition on a column of a type that is compared. */
export function drawCondition(
  draw: Draw,
  name: string,
  column: Field,
  path: string,
  known: readonly Value[],
): Condition {
  const { compare = () => 0 } = scalarOf(column);
  const isEqual = (a: Value, b: Value) =>
    a !== null && b !== null && !Number.isNaN(a) && compare(a, b) === 0;
  const value = (own: Draw): Value => {
    const found = known.filter(
      (one) => one !== null && one !== '' && isSendable(scalar(column), one),
    );
    return found.length > 0 && !oneIn(own, 3) ? pick(own, found) : own(sendable(scalar(column)));
  };
  const field = { ...scalar(column), name };
  const at = `@${name}`;
  const tag = oneIn(draw, 2) ? `@param ${name} - Which - ${column.kind}` : undefined;
  switch (pick(draw, ['optional', 'required', 'list', 'least'] as const)) {
    case 'required':
      return {
        sql: `${path} = ${at}`,
        parameter: { field, isOptional: false, tag, draw: value },
        holds: (own, sent) => isEqual(own, sent ?? null),
      };
    case 'list': {
      const list: Field = { ...field, mode: 'REPEATED' };
      const several = (own: Draw) => times(own(fc.nat(4)), () => value(own));
      return {
        sql: `(${at} IS NULL OR ${path} IN UNNEST(${at}))`,
        parameter: { field: list, isOptional: true, tag, draw: several },
        holds: (own, sent) =>
          sent === undefined || (sent as readonly Value[]).some((one) => isEqual(own, one)),
      };
    }
    case 'least': {
      const least = drawValue(draw, scalar(column));
      return {
        sql: `${path} >= COALESCE(${at}, ${scalarOf(column).sql(least)})`,
        parameter: { field, isOptional: true, tag, draw: value },
        holds: (own, sent) => isNotLess(own, sent ?? least, compare),
      };
    }
    default:
      return {
        sql: `(${at} IS NULL OR ${path} = ${at})`,
        parameter: { field, isOptional: true, tag, draw: value },
        holds: (own, sent) => sent === undefined || isEqual(own, sent),
      };
  }
}

function isNotLess(own: Value, least: Value, compare: (a: Value, b: Value) => number): boolean {
  if (own === null || Number.isNaN(own) || Number.isNaN(least)) return false;
  return compare(own, least) >= 0;
}

function scalar(column: Field): Field {
  return { ...column, mode: 'REQUIRED' };
}

/** The value that a parameter has: what was sent, or its default. */
export function argumentOf(
  { default: other, field }: Parameter,
  sent: Arguments,
): Value | undefined {
  return sent.get(field.name) ?? other;
}
