import type { Endpoint } from '../../endpoint/endpoint.ts';
import { inapplicablePin, type TenantPins } from '../../endpoint/names.ts';
import { pinFault, pinFaultOfAll } from '../../execution/arguments/arguments.ts';
import { UsageError } from '../command-error.ts';

/** Validated pins, and notes for the person who sets them. */
export interface Pins {
  readonly pins: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** Parses `NAME=VALUE` texts and checks them against the endpoints that the key may run. */
export function readPins(
  texts: readonly string[],
  endpoints: readonly Endpoint[],
  tenants: TenantPins,
): Pins {
  const pins = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = splitPin(text);
    if (pins.has(name)) throw new UsageError(`--pin ${name} is given twice`);
    if (name !== tenants.pin) checkDeclared(name, endpoints);
    pins.set(name, value);
  }
  const able = endpoints.filter((one) => inapplicablePin(one, pins.keys(), tenants) === undefined);
  if (able.length === 0 && pins.size > 0) {
    throw new UsageError(`No endpoint can apply all of the pins ${[...pins.keys()].join(', ')}`);
  }
  return {
    pins: Object.fromEntries(pins),
    notes: [
      ...endpoints
        .filter((endpoint) => !able.includes(endpoint))
        .map(
          ({ name }) =>
            `this key cannot run "${name}", which keeps tenants apart by another argument`,
        ),
      ...[...pins].flatMap(([name, value]) => {
        const concerned = able.filter((endpoint) => has(endpoint, name));
        return checkValue(name, value, concerned);
      }),
    ],
  };
}

function splitPin(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw new UsageError(`--pin "${text}" must be NAME=VALUE, as in --pin project=abc`);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}

function has(endpoint: Endpoint, name: string): boolean {
  return Object.hasOwn(endpoint.parameters, name);
}

function checkDeclared(name: string, endpoints: readonly Endpoint[]): void {
  if (endpoints.some((endpoint) => has(endpoint, name))) return;
  const names = new Set(endpoints.flatMap(({ parameters }) => Object.keys(parameters)));
  throw new UsageError(`No endpoint has an argument "${name}"; known are ${[...names].join(', ')}`);
}

/** Throws if no endpoint can apply the value; returns notes if only some can. */
function checkValue(
  name: string,
  value: string,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const fault = pinFaultOfAll(endpoints, name, value);
  if (fault !== undefined) throw new UsageError(`--pin ${name}: ${fault}`);
  return endpoints.flatMap((endpoint) => {
    const fault = pinFault(endpoint, name, value);
    return fault === undefined ? [] : [fallbackNote(name, value, endpoint) ?? fault];
  });
}

/** A request with such a value would get the fallback, which is likely not what the pin is meant for. */
function fallbackNote(name: string, value: string, endpoint: Endpoint): string | undefined {
  const { values, fallback } = endpoint.parameters[name] ?? {};
  if (!values || fallback === undefined) return undefined;
  const names = Object.keys(values).join(', ');
  return `"${endpoint.name}" reads ${name}=${value} as ${fallback}; it knows ${names}`;
}
