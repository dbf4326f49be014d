import type { ScalarKind } from '#googlesql';
import { isOrderable, shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { Endpoint, Parameter } from '../../endpoint/endpoint.ts';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { camelCase } from '../../project/names.ts';
import { sentences } from '../../values/sentences.ts';
import { closedObject, type ObjectSchema, type Schema } from './schema.ts';

/** What a key decides of an endpoint's arguments. */
export interface KeyChoices {
  /** The values that the key fixes, by parameter name. */
  readonly pins: ReadonlyMap<string, string>;
  /** Whether the key and the endpoint leave open whether rows are redacted. */
  readonly choosesRedaction: boolean;
}

/** Arguments of each scalar as GraphQL takes them. */
const SCALARS: Readonly<Record<ScalarKind, Schema>> = {
  BOOL: { type: 'boolean' },
  INT64: { type: ['integer', 'string'], description: 'Beyond 2^53 - 1 as a string.' },
  FLOAT64: { type: 'number' },
  NUMERIC: { type: ['string', 'number'], description: 'With more than 15 digits as a string.' },
  BIGNUMERIC: { type: ['string', 'number'], description: 'With more than 15 digits as a string.' },
  STRING: { type: 'string' },
  BYTES: { type: 'string', contentEncoding: 'base64' },
  DATE: { type: 'string', format: 'date' },
  DATETIME: { type: 'string', description: 'Like 2026-07-01T10:00:00.' },
  TIME: { type: 'string', description: 'Like 10:00:00.' },
  TIMESTAMP: { type: 'string', format: 'date-time' },
  INTERVAL: { type: 'string', description: 'Like P1Y2M3DT4H5M6S.' },
  JSON: {},
  'RANGE<DATE>': { type: 'string' },
  'RANGE<DATETIME>': { type: 'string' },
  'RANGE<TIMESTAMP>': { type: 'string' },
};

/** The schema of the arguments of an endpoint's tool for one key. */
export function argumentSchema(
  endpoint: Endpoint,
  { pins, choosesRedaction }: KeyChoices,
): ObjectSchema {
  const parameters = Object.entries(endpoint.parameters);
  const properties = parameters.map(([name, spec]) => [
    camelCase(name),
    parameterSchema(spec, pins.get(name)),
  ]);
  const required = parameters.filter(([name, spec]) => mustBeSent(spec) && !pins.has(name));
  return closedObject(
    {
      ...Object.fromEntries(properties),
      ...shapeSchemas(endpoint),
      ...(choosesRedaction && { redactPii: { type: 'boolean' } }),
    },
    required.map(([name]) => camelCase(name)),
  );
}

/** Whether an argument must be sent by keys that do not fix it. */
export function mustBeSent({ default: value, isRequired }: Parameter): boolean {
  return isRequired && value === undefined;
}

function shapeSchemas(endpoint: Endpoint): Schema {
  const { limit, orderBy } = shapeAbilities(endpoint);
  const fields = endpoint.columns.filter(isOrderable).map(({ field }) => field);
  return {
    ...(limit && {
      limit: { type: 'integer', minimum: 1, maximum: endpoint.settings.maxRows },
    }),
    ...(orderBy && {
      orderBy: {
        type: 'string',
        description: `Fields of rows, separated by commas; - before one is descending: -${fields.slice(0, 2).join(',')}`,
      },
    }),
  };
}

/** The type and the texts of a parameter; of a pinned one that it may be left out, since its value is the key's own. */
function parameterSchema(spec: Parameter, pin: string | undefined): Schema {
  const { default: value, description, type } = spec;
  const element = type.kind === 'ARRAY' ? type.element : type;
  const item = elementSchema(spec, element.kind as ScalarKind);
  const schema = type.kind === 'ARRAY' ? { type: 'array', items: item } : item;
  const own = schema['description'] as string | undefined;
  const text = pin === undefined ? sentences(description, own) : PINNED;
  return {
    ...schema,
    ...(text !== '' && { description: text }),
    ...(value !== undefined && pin === undefined && { default: defaultOf(spec) }),
  };
}

const PINNED = 'Fixed by the key: leave it out.';

function elementSchema({ values }: Parameter, kind: ScalarKind): Schema {
  return values ? { type: 'string', enum: Object.values(values) } : SCALARS[kind];
}

/** The default as it would be sent. */
function defaultOf({ default: value, type, values }: Parameter): unknown {
  const { kind } = type.kind === 'ARRAY' ? type.element : type;
  const convert = (item: unknown) => (values ? values[String(item)] : sentValue(kind, item));
  return Array.isArray(value?.value) ? value.value.map(convert) : convert(value?.value);
}

function sentValue(kind: string, value: unknown): unknown {
  if (kind === 'JSON') return JSON.parse(String(value));
  if (kind === 'TIMESTAMP') return formatIsoTimestamp(value as bigint);
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
