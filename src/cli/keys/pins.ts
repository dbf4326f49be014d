import type { Caller } from '../../auth/caller.ts';
import type { Endpoint, ParameterSpec } from '../../endpoint/endpoint.ts';
import { inapplicablePin } from '../../endpoint/tenant-pins.ts';
import { coerceArguments } from '../../execution/arguments/arguments.ts';
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
  tenants: ReadonlySet<string>,
): Pins {
  const pins = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = splitPin(text);
    if (pins.has(name)) throw new UsageError(`--pin ${name} is given twice`);
    checkDeclared(name, endpoints);
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
        return [...checkValue(name, value, concerned), ...fallbackNotes(name, value, concerned)];
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
  const known = new Set(endpoints.flatMap(({ parameters }) => Object.keys(parameters)));
  throw new UsageError(`No endpoint has an argument "${name}"; known are ${[...known].join(', ')}`);
}

/** Throws if no endpoint accepts the value; returns notes if only some do. */
function checkValue(
  name: string,
  value: string,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const problems = endpoints.flatMap((endpoint) => valueProblem(name, value, endpoint) ?? []);
  if (problems.length > 0 && problems.length === endpoints.length) {
    throw new UsageError(`--pin ${name}: ${problems[0]}`);
  }
  return problems;
}

/** Validates the value as a request's pin is, ignoring the other parameters. */
function valueProblem(name: string, value: string, endpoint: Endpoint): string | undefined {
  const alone = { ...endpoint, parameters: { [name]: specOf(endpoint, name) } };
  try {
    coerceArguments(alone, {}, pinnedTo(name, value));
    return undefined;
  } catch (error) {
    return `${(error as Error).message} (endpoint "${endpoint.name}")`;
  }
}

function specOf(endpoint: Endpoint, name: string): ParameterSpec {
  const spec = endpoint.parameters[name];
  if (!spec) throw new Error(`Endpoint "${endpoint.name}" has no parameter "${name}"`);
  return spec;
}

function pinnedTo(name: string, value: string): Caller {
  return {
    keyId: '',
    name: '',
    endpoints: undefined,
    pins: new Map([[name, value]]),
    redact: false,
    sandbox: false,
  };
}

/** A pin outside the known values is valid if there is a fallback, but likely a mistake. */
function fallbackNotes(
  name: string,
  value: string,
  endpoints: readonly Endpoint[],
): readonly string[] {
  return endpoints.flatMap((endpoint) => {
    const { values, fallback } = specOf(endpoint, name);
    if (!values || fallback === undefined || Object.hasOwn(values, value)) return [];
    const known = Object.keys(values).join(', ');
    return [`"${endpoint.name}" reads ${name}=${value} as ${fallback}; it knows ${known}`];
  });
}
