import type { Endpoint } from '../api/description.ts';
import type { RequestError } from '../api/request.ts';
import type { Faults } from '../form/arguments.ts';

/**
 * What the fields of a form say is wrong: faults of values, of fields that are empty once somebody tried to run, and what
 * the service said of an argument.
 */
export function fieldFaults(
  { parameters }: Endpoint,
  values: URLSearchParams,
  faults: Faults,
  wasTried: boolean,
  error: RequestError | undefined,
): Faults {
  const shown = [...faults].filter(([name]) => wasTried || values.has(name));
  const [, name = '', text = ''] = /^Argument "([^"]+)" (.+)$/s.exec(error?.message ?? '') ?? [];
  const isKnown = parameters.some((parameter) => parameter.name === name);
  return new Map([...(isKnown ? [[name, text] as const] : []), ...shown]);
}
