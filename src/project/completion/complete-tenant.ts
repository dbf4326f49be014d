import { SqlError, typeName } from '#googlesql';
import type { Endpoint, EndpointSource, Parameter } from '../../endpoint/endpoint.ts';
import type { TenantSpec } from '../../endpoint/endpoint-spec.ts';
import { SpecError } from '../../endpoint/spec-error.ts';
import { sameName } from './same-name.ts';

/** The types of parameters that are compared with a tenant column; a pattern is a text. */
const TYPES = { equal: ['STRING', 'INT64', 'DATE', 'BYTES', 'BOOL'], pattern: ['STRING'] } as const;

/** How an endpoint names the tenant: the parameter that carries it is one that is required. */
export function completeTenant(
  { header: { tenant: tag }, declaration: { tenant: declared } }: EndpointSource,
  parameters: Endpoint['parameters'],
): TenantSpec | undefined {
  const named = tag?.value ?? declared?.parameter;
  if (named === undefined) return undefined;
  const fail = (problem: string) =>
    tag
      ? new SqlError(`The tenant's parameter @${named} ${problem}`, tag.offset)
      : new SpecError(`its tenant's parameter "${named}" ${problem}`, ['tenant', 'parameter']);
  if (tag && declared && !sameName(tag.value, declared.parameter)) {
    throw fail(`is "${declared.parameter}" in endpoint.ts`);
  }
  const name = Object.keys(parameters).find((candidate) => sameName(candidate, named));
  const parameter = name === undefined ? undefined : parameters[name];
  if (name === undefined || !parameter) throw fail('is not one of the query');
  const match = declared?.match ?? 'equal';
  const problem = typeProblem(name, parameter, TYPES[match]);
  if (problem !== undefined) throw fail(problem);
  return { parameter: name, match };
}

function typeProblem(
  name: string,
  { isRequired, type }: Parameter,
  types: readonly string[],
): string | undefined {
  if (!types.includes(type.kind))
    return `is ${typeName(type)}, and a tenant is ${types.join(', ')}`;
  if (isRequired) return undefined;
  return `may be absent: write "-- @param {${type.kind}!} ${name}" in the head comment`;
}
