import type { UntypedSpec } from './endpoint-spec.ts';

/** The name of the mergeable parameter; undefined if none is declared. */
export function mergeableParameter({
  parameters,
}: Pick<UntypedSpec, 'parameters'>): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]?.isMergeable);
}

/** Why a declared mergeable parameter is invalid; undefined if it is valid or absent. */
export function mergeableProblem({
  parameters,
  tenant,
  derive,
}: Pick<UntypedSpec, 'parameters' | 'tenant' | 'derive'>): string | undefined {
  const [mergeable, second] = Object.entries(parameters).filter(([, spec]) => spec.isMergeable);
  if (!mergeable) return undefined;
  if (second) return 'more than one parameter is mergeable';
  const [name, { type, values }] = mergeable;
  const problem = [
    !/^(STRING|INT64)!?$/.test(type) && `has the type ${type}`,
    values && 'lists its values',
    name === tenant?.parameter && 'is the tenant',
    derive?.uses.includes(name) && 'is used by the derivation',
  ].find((found) => typeof found === 'string');
  return problem && `parameter "${name}" cannot be mergeable: it ${problem}`;
}
