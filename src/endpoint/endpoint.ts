import { readFileSync } from 'node:fs';
import { checkSpec } from './check-spec.ts';
import type { EndpointSpec, Specs, Spellings } from './endpoint-spec.ts';

/** An endpoint as the rest of the service sees it: its declaration and the text of its query. */
export interface Endpoint extends Omit<EndpointSpec, 'query' | 'derive'> {
  readonly sql: string;
  readonly derive: {
    readonly uses: readonly string[];
    readonly parameters: Spellings;
    compute(values: Readonly<Record<string, unknown>>, now: bigint): Record<string, unknown>;
  };
}

/** The derivation of an endpoint that derives nothing. */
const NO_DERIVATION = { uses: [], parameters: {}, compute: () => ({}) };

/**
 * Checks a declaration as far as possible without its SQL, and reads its query; throws an `Error` that names the
 * problem.
 */
export function defineEndpoint<
  const Parameters extends Specs,
  const Used extends keyof Parameters & string,
  const Derived extends Spellings,
>(spec: EndpointSpec<Parameters, Used, Derived>): Endpoint {
  checkSpec(spec);
  return Object.freeze({
    ...spec,
    // The generic signature has checked `compute` against the declaration; from here on names are data.
    derive: (spec.derive ?? NO_DERIVATION) as unknown as Endpoint['derive'],
    sql: readFileSync(spec.query, 'utf8'),
  });
}
