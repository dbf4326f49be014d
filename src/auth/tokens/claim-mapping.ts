import { z } from 'zod';
import { isObject } from '../../values/is-object.ts';
import { JsonFault, type JsonPath, parseBySchema, type StrictJson } from '../files/strict-json.ts';
import type { KeyScopes } from '../keys/key-file.ts';
import { notEmpty, RIGHTS, type Rights } from '../rights.ts';

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The names that `CLAIMS` may mention. */
export interface ClaimScopes extends KeyScopes {
  /** The parameters that keep tenants apart. */
  readonly tenants: ReadonlySet<string>;
}

/** Where a right comes from: a claim, or a value that is the same for every token. */
type ClaimSource = readonly string[] | { readonly value: unknown };

/** All endpoints, or no pin of the tenant: wide rights, which have to be granted explicitly. */
const ANY = '*';

const PATH = z
  .string()
  .regex(/^[^.*]+(\.[^.*]+)*$/)
  .transform((path): ClaimSource => path.split('.'));

const NAMES = z.tuple([notEmpty], notEmpty);

/** What a source may be; `fixed` is an example of a value that is the same for every token. */
function formOf(fixed: unknown): string {
  const value = JSON.stringify(fixed);
  return `the path of a claim, like "app_metadata.project", its names in a list, or {"value": ${value}} for every token`;
}

function source(value: z.ZodType, example: unknown) {
  return z.union([PATH, NAMES, z.strictObject({ value })], `must be ${formOf(example)}`);
}

function sourceOrAny(value: z.ZodType, example: unknown) {
  const options = [z.literal(ANY), PATH, NAMES, z.strictObject({ value })];
  return z.union(options, `must be "*", ${formOf(example)}`);
}

const { endpoints, pins, ...others } = RIGHTS.shape;

const EXAMPLES = {
  sandbox: true,
  redact: true,
  metrics: false,
  origins: ['https://app.example.com'],
  maxBytes: 10e9,
  dailyBytes: 100e9,
  maxRunning: 2,
  maxWaiting: 20,
  requestsPerMinute: 600,
} satisfies Record<keyof typeof others, unknown>;

type OtherRight = keyof typeof others;

const MEMBERS = {
  endpoints: sourceOrAny(endpoints.unwrap(), ['logs.all']),
  pins: z.record(
    z.string(),
    sourceOrAny(notEmpty, 'demo'),
    'must be an object of arguments, each with where its value comes from',
  ),
  ...(Object.fromEntries(
    Object.entries(others).map(([name, schema]) => [
      name,
      source(schema.unwrap(), EXAMPLES[name as OtherRight]).optional(),
    ]),
  ) as Record<OtherRight, z.ZodOptional<ReturnType<typeof source>>>),
};

/** The form of `CLAIMS`. */
export const CLAIM_MAPPING = z.strictObject(MEMBERS, {
  error: ({ code }) =>
    code === 'invalid_type' ? `must be an object like ${CLAIMS_EXAMPLE}` : undefined,
});

/** A token lacks a claim that is mapped, or has one of another type. The message has no values. */
class ClaimFault extends Error {}

/** The rights that claims grant. */
export class ClaimMapping {
  readonly #mapping: z.output<typeof CLAIM_MAPPING>;

  /** Parses `CLAIMS`; throws if it is wrong, or leaves open which endpoints or tenants a token may read. */
  constructor(text: string, scopes: ClaimScopes) {
    try {
      this.#mapping = parseBySchema(text, CLAIM_MAPPING, (mapping, json) =>
        checkClaimNames(mapping, scopes, json),
      );
    } catch (cause) {
      const { message } = cause as Error;
      const example = message.includes(CLAIMS_EXAMPLE) ? '' : `; an example is ${CLAIMS_EXAMPLE}`;
      throw new Error(`Cannot use CLAIMS: ${message}${example}`, { cause });
    }
  }

  /** The rights of a token; throws a `ClaimFault` unless every mapped claim is there and of its type. */
  rightsOf(claims: Claims): Rights {
    const { endpoints, pins, ...others } = this.#mapping;
    const rights: Record<string, unknown> = {
      pins: Object.fromEntries(
        Object.entries(pins).flatMap(([name, from]) =>
          from === ANY ? [] : [[name, read(claims, from)] as const],
        ),
      ),
    };
    if (endpoints !== ANY) rights['endpoints'] = namesIn(read(claims, endpoints));
    for (const [name, from] of Object.entries(others)) {
      if (from !== undefined) rights[name] = read(claims, from);
    }
    const parsed = RIGHTS.safeParse(rights);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new ClaimFault(`the claim for ${issue?.path.join('.')} is of another type or form`);
  }
}

/** Claims such as `scope` are names in one text, separated by blanks. */
function namesIn(value: unknown): unknown {
  return typeof value === 'string' ? value.split(' ').filter((name) => name !== '') : value;
}

function read(claims: Claims, from: ClaimSource): unknown {
  if ('value' in from) return from.value;
  let value: unknown = claims;
  for (const name of from as readonly string[]) {
    if (!isObject(value) || !Object.hasOwn(value, name)) {
      throw new ClaimFault(`the claim ${(from as readonly string[]).join('.')} is absent`);
    }
    value = value[name];
  }
  return value;
}

/**
 * Throws a `JsonFault` for an unknown endpoint or parameter, and for a mapping that does not say whether the tenant is
 * pinned; `at` is the path of the mapping in the text.
 */
export function checkClaimNames(
  { endpoints, pins }: z.output<typeof CLAIM_MAPPING>,
  scopes: ClaimScopes,
  { lineOf }: StrictJson,
  at: JsonPath = [],
): void {
  const fault = (message: string, ...steps: JsonPath) => {
    const path = [...at, ...steps];
    return new JsonFault(message, path, lineOf(path));
  };
  for (const name of Object.keys(pins)) {
    if (scopes.parameters.has(name)) continue;
    const names = [...scopes.parameters].join(', ');
    throw fault(`there is no argument "${name}"; known are ${names}`, 'pins', name);
  }
  const fixed = typeof endpoints === 'object' && 'value' in endpoints ? endpoints.value : [];
  for (const name of fixed as readonly string[]) {
    if (scopes.endpoints.has(name)) continue;
    const names = [...scopes.endpoints].join(', ');
    throw fault(`there is no endpoint "${name}"; known are ${names}`, 'endpoints', 'value');
  }
  if (!Object.keys(pins).some((name) => scopes.tenants.has(name))) {
    const tenants = [...scopes.tenants].join(' or ');
    const open = `must pin the tenant (${tenants}) to a claim, or say that it is not pinned with "*"`;
    throw fault(open, 'pins');
  }
}

/** A value of `CLAIMS`, as messages and documentation show it. */
export const CLAIMS_EXAMPLE =
  '{"endpoints": "app_metadata.endpoints", "pins": {"project": "app_metadata.project_ref"}}';
