import { parameterPlaces, type ResolvedStatement } from '#googlesql';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { messageOf } from '../../errors.ts';
import type { Tenancy } from '../tenancy.ts';
import { type MergedStatement, type MergeInput, mergeStatement } from './merged-statement.ts';

/** How runs of a stored query that differ in one parameter are merged. */
export interface Merging {
  /** One for each parameter that runs can be merged over. */
  readonly statements: readonly MergedStatement[];
  /** Why runs that differ in a parameter run alone, by its name: `the query has a LIMIT on …`. */
  readonly refusals: ReadonlyMap<string, string>;
}

/** The merging of a statement that is not compiled here. */
export const NO_MERGING: Merging = { statements: [], refusals: new Map() };

/** An endpoint whose stored query is merged. */
export interface MergeableEndpoint {
  readonly definition: Pick<Endpoint, 'parameters' | 'derive'>;
  readonly tenancy: Tenancy;
  readonly resolved: ResolvedStatement;
}

/** Merges a stored query over each of its parameters that it can be merged over. */
export function mergingOf(endpoint: MergeableEndpoint, input: MergeInput): Merging {
  const statements: MergedStatement[] = [];
  const refusals = new Map<string, string>();
  for (const name of Object.keys(endpoint.definition.parameters)) {
    const refusal = parameterRefusal(name, endpoint);
    if (refusal) {
      refusals.set(name, `it ${refusal}`);
      continue;
    }
    try {
      statements.push(mergeStatement(name.toLowerCase(), input));
    } catch (error) {
      refusals.set(name, `the query ${messageOf(error)}`);
    }
  }
  return { statements, refusals };
}

/** What of a parameter rules out that runs are merged over it, whatever the query is. */
function parameterRefusal(
  name: string,
  { definition, resolved, tenancy }: MergeableEndpoint,
): string | undefined {
  const key = name.toLowerCase();
  if (tenancy.parameter?.toLowerCase() === key) return 'names the tenant';
  if (definition.derive.uses.includes(name)) return 'decides derived parameters';
  if (parameterPlaces(resolved).some(({ parameter }) => parameter === key)) {
    return 'stands where not every value is allowed';
  }
  return resolved.parameters.has(key) ? undefined : 'is not in the query';
}
