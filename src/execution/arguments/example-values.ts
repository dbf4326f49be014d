import { pinParameters } from '../../catalog/barrier/tenant-condition.ts';
import { MEMBERS_PARAMETER } from '../../catalog/merging/member-nodes.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import { scalarOf } from '../../endpoint/spelling.ts';
import type { BoundParameter } from '../../engines/engine.ts';
import { messageOf } from '../../errors.ts';
import {
  CLOCK_PARAMETER,
  SCALARS,
  type Statement,
  type Type,
  type Value,
} from '../../googlesql/index.ts';
import { type Arguments, coerceArguments } from './arguments.ts';
import { checkPlaces } from './check-places.ts';

/** Microseconds. */
const DAY = 86_400_000_000n;

/** Tenants of the types that have no examples. */
const TENANTS: Readonly<Record<string, Value>> = {
  INT64: 0n,
  DATE: '2026-01-01',
  BYTES: '',
  BOOL: false,
};

/**
 * Values for all parameters that an endpoint's statements may name: its examples, coerced as arguments are, and a
 * window of `days` days; throws an `Error` that names the endpoint if an example is no valid argument.
 *
 * The window begins at the earliest derived TIMESTAMP and ends at the latest.
 */
export function exampleValues(
  { definition, open, tenancy }: PreparedEndpoint,
  days: number,
  now: bigint,
): ReadonlyMap<string, BoundParameter> {
  const { parameters, derive } = definition;
  const examples = exampleArguments(definition, open.statement);
  const used = Object.fromEntries(derive.uses.map((name) => [name, examples[name]]));
  const derived = new Map(Object.entries(derive.compute(used, now)));
  const moments = Object.keys(derive.parameters)
    .filter((name) => derive.parameters[name]?.startsWith('TIMESTAMP'))
    .sort((left, right) => (momentOf(derived, left) < momentOf(derived, right) ? -1 : 1));
  const [first, last] = [moments[0], moments.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) {
    // A window without an end extends to now.
    const end = momentOf(derived, last) < now ? momentOf(derived, last) : now;
    derived.set(last, end);
    derived.set(first, end - BigInt(days) * DAY);
  }
  const bind = (type: Type, value: unknown): BoundParameter => ({
    type,
    // Arguments and derived values are scalars of the declared types.
    value: (value ?? null) as Value,
  });
  return new Map<string, BoundParameter>([
    ...Object.entries(parameters).map(
      ([name, { type }]) => [name, bind(scalarOf(type), examples[name])] as const,
    ),
    ...Object.entries(derive.parameters).map(
      ([name, type]) => [name, bind(scalarOf(type), derived.get(name))] as const,
    ),
    [CLOCK_PARAMETER, bind(SCALARS.TIMESTAMP, now)],
    ...pinParameters(TENANT_PARAMETER).map(
      ([name, type]) => [name, bind(type, TENANTS[type.kind])] as const,
    ),
    [TENANT_PARAMETER, bind(SCALARS.STRING, parameters[tenancy.parameter ?? '']?.example)],
    ...mergedValues(definition, bind),
  ]);
}

function exampleArguments(
  definition: PreparedEndpoint['definition'],
  statement: Statement,
): Arguments {
  const examples = Object.entries(definition.parameters).map(([name, { example }]) => [
    name,
    example,
  ]);
  try {
    const values = coerceArguments(definition, Object.fromEntries(examples), { pins: new Map() });
    checkPlaces(statement, definition.parameters, values);
    return values;
  } catch (cause) {
    const problem = `an example is no valid argument: ${messageOf(cause)}`;
    throw new Error(`Cannot use endpoint "${definition.name}": ${problem}`, { cause });
  }
}

function momentOf(values: ReadonlyMap<string, unknown>, name: string): bigint {
  return BigInt(values.get(name) as bigint | number);
}

function mergedValues(
  { parameters }: PreparedEndpoint['definition'],
  bind: (type: Type, value: unknown) => BoundParameter,
): readonly (readonly [string, BoundParameter])[] {
  const merged = Object.values(parameters).find(({ isMergeable }) => isMergeable);
  if (!merged) return [];
  const element = scalarOf(merged.type);
  return [[MEMBERS_PARAMETER, bind({ kind: 'ARRAY', element }, [])]];
}
