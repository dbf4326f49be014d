import type { Specs } from '../../endpoint/endpoint-spec.ts';
import { FieldstoneError } from '../../errors.ts';
import {
  excerpt,
  type ParameterPlace,
  parameterPlaces,
  type ResolvedStatement,
  type Statement,
} from '../../googlesql/index.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { Argument, Arguments } from './arguments.ts';
import { patternFault } from './check-pattern.ts';

/** Computed once for each statement: those of endpoints, and callers' own as long as they stay compiled. */
const known = new WeakMap<ResolvedStatement, readonly ParameterPlace[]>();

/**
 * Checks arguments against their places in the statement that is to run, where an engine would only fail; throws
 * `BAD_USER_INPUT` naming the parameter. Parameters that are not declared, such as derived ones, are not the caller's.
 */
export function checkPlaces({ resolved }: Statement, declared: Specs, values: Arguments): void {
  for (const place of getOrInsertComputed(known, resolved, parameterPlaces)) {
    const { parameter } = place;
    if (!Object.hasOwn(declared, parameter)) continue;
    const fault = faultOf(place, values[parameter]);
    if (fault === undefined) continue;
    throw new FieldstoneError('BAD_USER_INPUT', `Argument "${parameter}" ${fault}`);
  }
}

/** Why an argument does not fit its place, as the end of a sentence. */
function faultOf(place: ParameterPlace, value: Argument): string | undefined {
  switch (place.kind) {
    case 'count':
      if (value === undefined)
        return 'is missing; it is required, as a number that is not negative';
      return Number(value) < 0 ? 'must not be negative' : undefined;
    case 'pattern':
      return typeof value === 'string' ? patternFault(value) : undefined;
    default: {
      const fault = place.fault(value ?? null);
      return fault && `cannot have this value: ${excerpt(fault)}`;
    }
  }
}
