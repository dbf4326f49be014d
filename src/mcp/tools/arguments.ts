import { jsonExcerpt, nameList } from '#googlesql';
import { isOrderable, shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { Endpoint, Parameter } from '../../endpoint/endpoint.ts';
import { ISO_TIMESTAMP_HINT, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { badArgument, FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { mayHaveLostDigits, SCALAR_TEXTS } from '../../execution/arguments/scalar-texts.ts';
import { readShape, type Shape } from '../../execution/shaping/shape.ts';
import { camelCase } from '../../project/names.ts';
import { mustBeSent } from './argument-schema.ts';

/** The arguments of a call, as a client sent them. */
export type SentArguments = Readonly<Record<string, unknown>>;

/** The arguments of a call of an endpoint's tool. */
export interface EndpointArguments {
  /** By REST parameter name. */
  readonly raw: RawArguments;
  readonly shape: Shape | undefined;
  readonly redactPii: boolean;
}

/** Reads the arguments of an endpoint's tool as GraphQL reads those of its field; throws `BAD_USER_INPUT`. */
export function readArguments(
  endpoint: Endpoint,
  sent: SentArguments,
  pins: ReadonlyMap<string, string>,
): EndpointArguments {
  const parameters = new Map(
    Object.entries(endpoint.parameters).map(([name, spec]) => [camelCase(name), { name, spec }]),
  );
  const { limit, orderBy } = shapeAbilities(endpoint);
  const own = [...(limit ? ['limit'] : []), ...(orderBy ? ['orderBy'] : []), 'redactPii'];
  refuseUnknown(sent, [...parameters.keys(), ...own]);
  const raw = Object.fromEntries(
    [...parameters].flatMap(([argument, { name, spec }]) =>
      isGiven(argument, spec, sent[argument], pins.has(name))
        ? [[name, readArgument(argument, spec, sent[argument])]]
        : [],
    ),
  );
  const shape = readShape(
    endpoint,
    {
      limit: limit ? readLimit(sent['limit']) : undefined,
      orderBy: orderBy ? readOrder(endpoint, sent['orderBy']) : undefined,
    },
    'orderBy',
  );
  return { raw, shape, redactPii: readFlag('redactPii', sent['redactPii']) };
}

/** Whether an argument is sent; throws for one that has to be. */
function isGiven(name: string, spec: Parameter, value: unknown, isPinned: boolean): boolean {
  if (value !== undefined) return true;
  if (isPinned || !mustBeSent(spec)) return false;
  const values = spec.values ? `; it must be one of ${nameList(Object.values(spec.values))}` : '';
  throw badArgument(name, `is missing; it is required${values}`);
}

/** Throws for arguments that a tool does not have. */
export function refuseUnknown(sent: SentArguments, known: readonly string[]): void {
  const other = Object.keys(sent).find((name) => !known.includes(name));
  if (other === undefined) return;
  throw new FieldstoneError(
    'BAD_USER_INPUT',
    `There is no argument ${jsonExcerpt(other)}; there are ${nameList(known)}`,
  );
}

/** Reads an optional Boolean; absent and null are false. */
export function readFlag(name: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw wrongValue(name, value, 'true or false');
  return value;
}

function readLimit(value: unknown): unknown {
  if (value === undefined || value === null || Number.isInteger(value)) return value;
  throw wrongValue('limit', value, 'an integer');
}

function readOrder(endpoint: Endpoint, value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const columns = endpoint.columns.filter(isOrderable);
  const hint = `fields separated by commas, each with "-" before it for descending order, of ${nameList(columns.map(({ field }) => field))}`;
  if (typeof value !== 'string') throw wrongValue('orderBy', value, hint);
  return value.split(',').map((term) => {
    const text = term.trim();
    const sign = text.startsWith('-') ? '-' : '';
    const column = columns.find(({ field }) => field === text.slice(sign.length));
    if (!column) throw wrongValue('orderBy', value, hint);
    return `${sign}${column.name}`;
  });
}

/** The value as it is sent over REST. */
function readArgument(name: string, spec: Parameter, value: unknown): unknown {
  if (value === null) {
    if (spec.isRequired) throw badArgument(name, 'must not be null');
    return undefined;
  }
  if (spec.type.kind !== 'ARRAY') return readValue(name, spec, spec.type.kind, value);
  const { kind } = spec.type.element;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (item === null) throw badArgument(name, 'must not have null among its elements');
    return readValue(name, spec, kind, item);
  });
}

function readValue(name: string, { values }: Parameter, kind: string, value: unknown): unknown {
  if (values) return readEnum(name, values, value);
  if (kind === 'JSON') return JSON.stringify(value);
  const { accepts, hint } = READERS[kind] ?? TEXT;
  if (!accepts(value)) throw wrongValue(name, value, hint);
  return value;
}

function readEnum(name: string, values: NonNullable<Parameter['values']>, value: unknown): string {
  const sent = Object.entries(values).find(([, label]) => label === value);
  if (sent) return sent[0];
  throw wrongValue(name, value, `one of ${nameList(Object.values(values))}`);
}

/** The JSON values that stand for a scalar, as its GraphQL scalar has them. */
interface ScalarReader {
  readonly hint: string;
  accepts(value: unknown): boolean;
}

const TEXT: ScalarReader = { hint: 'a string', accepts: (value) => typeof value === 'string' };

const isDecimal = textOf(SCALAR_TEXTS.BIGNUMERIC.parse);

const DECIMAL: ScalarReader = {
  hint: `${SCALAR_TEXTS.BIGNUMERIC.hint}; one of more than 15 digits is sent as a string`,
  accepts: (value) =>
    typeof value === 'number'
      ? !mayHaveLostDigits(value) && isDecimal(`${value}`)
      : isDecimal(value),
};

const READERS: Readonly<Record<string, ScalarReader>> = {
  BOOL: { hint: 'true or false', accepts: (value) => typeof value === 'boolean' },
  INT64: {
    hint: 'a 64-bit integer; one beyond 2^53 - 1 is sent as a string',
    accepts: (value) =>
      typeof value === 'string' ? /^(?:[+-]?\d+)?$/.test(value) : Number.isSafeInteger(value),
  },
  FLOAT64: { hint: 'a number', accepts: (value) => Number.isFinite(value) },
  NUMERIC: DECIMAL,
  BIGNUMERIC: DECIMAL,
  TIMESTAMP: { hint: ISO_TIMESTAMP_HINT, accepts: textOf(parseIsoTimestamp) },
  ...Object.fromEntries(
    (['BYTES', 'DATE', 'DATETIME', 'INTERVAL', 'TIME'] as const).map((kind) => {
      const { hint, parse } = SCALAR_TEXTS[kind];
      return [kind, { hint, accepts: textOf(parse) }];
    }),
  ),
};

/** Whether a value is a text that can be parsed. An empty one may be: whether it is absent is its parameter's to say. */
function textOf(parse: (text: string) => unknown): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && (value === '' || parse(value) !== undefined);
}

function wrongValue(name: string, value: unknown, hint: string): FieldstoneError {
  return badArgument(name, `cannot be ${jsonExcerpt(value)}: it must be ${hint}`);
}
