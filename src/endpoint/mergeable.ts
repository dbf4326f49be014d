/** What a declaration says that decides over which parameter its requests may be merged. */
export interface MergeableSpec {
  readonly parameters: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly values?: object;
        readonly isPattern?: boolean;
        readonly isMergeable?: boolean;
      }
    >
  >;
  readonly tenant: { readonly parameter: string };
  readonly derive: { readonly uses: readonly string[] };
}

/** The name of the parameter that requests may differ in and still share a run. */
export function mergeableParameter({
  parameters,
}: Pick<MergeableSpec, 'parameters'>): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]?.isMergeable);
}

/** What is wrong with the parameters that are declared mergeable. */
export function mergeableProblem({
  parameters,
  tenant,
  derive,
}: MergeableSpec): string | undefined {
  const [mergeable, second] = Object.entries(parameters).filter(([, spec]) => spec.isMergeable);
  if (!mergeable) return undefined;
  if (second) return 'more than one parameter is mergeable';
  const [name, { type, values, isPattern }] = mergeable;
  const problem = [
    !/^(STRING|INT64)!?$/.test(type) && `has the type ${type}`,
    values && 'lists its values',
    isPattern && 'is a pattern',
    name === tenant.parameter && 'is the tenant',
    derive.uses.includes(name) && 'is used by the derivation',
  ].find((found) => typeof found === 'string');
  return problem && `parameter "${name}" cannot be mergeable: it ${problem}`;
}
