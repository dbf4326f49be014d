import type { KeyScopes } from '../../auth/keys/key-file.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { coerceArguments } from './arguments.ts';

/**
 * Why an endpoint can never apply a pin; undefined if it can, or has no such parameter.
 *
 * A value outside the listed ones is a fault even if requests may send it and get the fallback: a pin is set deliberately.
 */
export function pinFault(endpoint: Endpoint, name: string, value: string): string | undefined {
  const spec = Object.hasOwn(endpoint.parameters, name) ? endpoint.parameters[name] : undefined;
  if (!spec) return undefined;
  const { fallback: _, ...strict } = spec;
  const pins = new Map([[name, value]]);
  try {
    coerceArguments({ ...endpoint, parameters: { [name]: strict } }, {}, { pins });
    return undefined;
  } catch (error) {
    return `${(error as Error).message} (endpoint "${endpoint.name}")`;
  }
}

/** Why none of the endpoints that have a parameter can apply a pin on it; undefined if one can, or none has it. */
export function pinFaultOfAll(
  endpoints: readonly Endpoint[],
  name: string,
  value: string,
): string | undefined {
  const concerned = endpoints.filter(({ parameters }) => Object.hasOwn(parameters, name));
  const faults = concerned.flatMap((endpoint) => pinFault(endpoint, name, value) ?? []);
  return faults.length === concerned.length ? faults[0] : undefined;
}

/** Checks the pins of key files against the endpoints that each key may run. */
export function keyPinFault(endpoints: readonly Endpoint[]): NonNullable<KeyScopes['pinFault']> {
  return ({ name, value }, runnable) =>
    pinFaultOfAll(
      runnable ? endpoints.filter((endpoint) => runnable.includes(endpoint.name)) : endpoints,
      name,
      value,
    );
}
