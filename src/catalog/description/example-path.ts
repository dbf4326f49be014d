import type { Endpoint } from '../../endpoint/endpoint.ts';
import { isRequired } from '../../endpoint/spelling.ts';
import { restPath } from './describe-endpoint.ts';

/**
 * A REST path with a query string that runs one of some endpoints with its examples; undefined if there is none. The
 * endpoint is the first that declares an example of callers' SQL, else the first.
 */
export function examplePath(endpoints: readonly Endpoint[]): string | undefined {
  const shown = endpoints.find(({ exampleSql }) => exampleSql !== undefined) ?? endpoints[0];
  if (!shown) return undefined;
  const examples = Object.entries(shown.parameters)
    .filter(([, { type }]) => isRequired(type))
    .map(([name, { example = '' }]) => [name, example]);
  const query = new URLSearchParams(examples).toString();
  return restPath(shown.name) + (query && `?${query}`);
}
