import { useEffect } from 'react';
import type { Endpoint } from '../api/description.ts';
import { exampleValues } from '../form/arguments.ts';
import type { Route } from '../navigation/route.ts';
import { replaceRoute } from '../navigation/use-route.ts';

/** The values of an endpoint's form, which are in the address; a form that is opened empty has the examples. */
export function useValues(
  endpoint: Endpoint,
  route: Route,
): readonly [values: URLSearchParams, set: (values: URLSearchParams) => void] {
  const isEmpty = route.values.size === 0;
  // Once: whoever empties a form wants it empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is of the endpoint that is opened.
  useEffect(() => {
    if (isEmpty) replaceRoute({ ...route, values: exampleValues(endpoint) });
  }, [endpoint]);
  return [route.values, (values) => replaceRoute({ ...route, values })];
}
