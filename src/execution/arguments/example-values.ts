import { arrayOf, SCALARS, type Value } from '#googlesql';
import { pinParameters } from '../../catalog/barrier/tenant-condition.ts';
import { ROWS_PARAMETER } from '../../catalog/merging/member-nodes.ts';
import type { MergedStatement } from '../../catalog/merging/merged-statement.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import { exampleArgument } from '../../endpoint/example-argument.ts';
import type { BoundParameter, EngineStatement } from '../../engines/engine.ts';
import { MEMBERS_PARAMETER } from '../../engines/members.ts';
import { messageOf } from '../../errors.ts';
import { type ArgumentValues, coerceArguments } from './arguments.ts';
import { boundValues, derivedValues } from './bind-parameters.ts';
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

/** Why an endpoint's examples cannot be sent, with its name; undefined if they can. */
export function exampleFault(
  { definition, open }: PreparedEndpoint,
  now: bigint,
): string | undefined {
  try {
    exampleArguments(definition, open.statement, now);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** What of an endpoint its example arguments are made of. */
export type ExampleSource = Pick<PreparedEndpoint, 'definition' | 'open' | 'tenancy'>;

/**
 * Values for all parameters that an endpoint's statements may name: its examples, coerced as arguments are, and a
 * window of `days` days; throws an `Error` that names the endpoint if an example is no valid argument.
 *
 * The window begins at the earliest derived TIMESTAMP and ends at the latest.
 */
export function exampleValues(
  source: ExampleSource,
  days: number,
  now: bigint,
): ReadonlyMap<string, BoundParameter> {
  return valuesOver(
    source,
    exampleArguments(source.definition, source.open.statement, now),
    days,
    now,
  );
}

/** The same for these arguments in place of the examples. */
export function valuesOver(
  { definition, tenancy }: ExampleSource,
  examples: ArgumentValues,
  days: number,
  now: bigint,
): ReadonlyMap<string, BoundParameter> {
  const { parameters, derive } = definition;
  const derived = { ...derivedValues(definition, examples, now) };
  const timeOf = (name: string) => BigInt((derived[name] as bigint | undefined) ?? 0);
  const times = Object.keys(derive.parameters)
    .filter((name) => derive.parameters[name]?.startsWith('TIMESTAMP'))
    .sort((left, right) => (timeOf(left) < timeOf(right) ? -1 : 1));
  const [first, last] = [times[0], times.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) {
    // A window without an end extends to now.
    const end = timeOf(last) < now ? timeOf(last) : now;
    derived[last] = end;
    derived[first] = end - BigInt(days) * DAY;
  }
  const tenant = parameters[tenancy.parameter ?? '']?.example ?? null;
  return new Map<string, BoundParameter>([
    ...boundValues(definition, { ...examples, ...derived }, now),
    ...pinParameters(TENANT_PARAMETER).map(
      ([name, type]) => [name, { type, value: TENANTS[type.kind] ?? null }] as const,
    ),
    [TENANT_PARAMETER, { type: SCALARS.STRING, value: tenant === null ? null : String(tenant) }],
  ]);
}

/** Such values for a merged statement, which answers for the example alone. */
export function exampleMembers(
  values: ReadonlyMap<string, BoundParameter>,
  { parameter }: MergedStatement,
): ReadonlyMap<string, BoundParameter> {
  const { type, value = null } = values.get(parameter) ?? { type: SCALARS.STRING };
  return new Map<string, BoundParameter>([
    ...values,
    [MEMBERS_PARAMETER, { type: arrayOf(type), value: value === null ? [] : [value] }],
    [ROWS_PARAMETER, { type: SCALARS.INT64, value: 1n }],
  ]);
}

/** The examples of an endpoint, coerced; throws an `Error` that names it if one is no valid argument. */
export function exampleArguments(
  definition: PreparedEndpoint['definition'],
  statement: EngineStatement,
  now: bigint,
): ArgumentValues {
  const examples = Object.entries(definition.parameters).map(([name, parameter]) => [
    name,
    exampleArgument(parameter, now),
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
