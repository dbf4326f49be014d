import { isDeepStrictEqual } from 'node:util';
import { jsonExcerpt, nameList } from '#googlesql';
import type { Caller } from '../../auth/caller.ts';
import type { KeyScopes } from '../../auth/keys/key-file.ts';
import type { ArgumentScalar, Endpoint, Parameter } from '../../endpoint/endpoint.ts';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { badArgument, FieldstoneError } from '../../errors.ts';
import { mayHaveLostDigits, SCALAR_TEXTS } from './scalar-texts.ts';

/** An argument after coercion: what a parameter is bound to; undefined when it was not sent. */
export type ArgumentValue = ArgumentScalar | readonly ArgumentScalar[] | undefined;

/** An endpoint's coerced arguments, one per declared parameter. */
export type ArgumentValues = Readonly<Record<string, ArgumentValue>>;

/** Raw argument values by REST parameter name; names that the endpoint does not declare are ignored. */
export type RawArguments = Readonly<Record<string, unknown>>;

/**
 * Coerces raw arguments to the endpoint's declared types and applies the caller's pins.
 *
 * Throws `BAD_USER_INPUT` naming the parameter, or `FORBIDDEN` when a sent value differs from its pin. Pins on
 * parameters that the endpoint lacks are ignored here; `checkMayRun` decides whether such a key may run it.
 */
export function coerceArguments(
  endpoint: Endpoint,
  raw: RawArguments,
  { pins }: Pick<Caller, 'pins'>,
): ArgumentValues {
  return Object.fromEntries(
    Object.entries(endpoint.parameters).map(([name, spec]) => [
      name,
      argument(name, spec, Object.hasOwn(raw, name) ? raw[name] : undefined, pins.get(name)),
    ]),
  );
}

function argument(
  name: string,
  spec: Parameter,
  raw: unknown,
  pin: string | undefined,
): ArgumentValue {
  const sent = coerce(name, spec, raw);
  if (pin !== undefined) {
    const pinned = coerce(name, spec, pin);
    // A pin that coerces to an absent value would restrict nothing.
    if (pinned === undefined || (sent !== undefined && !isDeepStrictEqual(sent, pinned))) {
      throw new FieldstoneError('FORBIDDEN', `This key is restricted to another "${name}"`);
    }
    return pinned;
  }
  if (sent !== undefined) return sent;
  if (spec.default !== undefined) return spec.default.value;
  if (spec.isRequired) {
    // Unknown values become the fallback; so does a missing one.
    if (spec.fallback !== undefined) return spec.fallback;
    throw badArgument(name, `is missing; it is required${allowed(spec)}`);
  }
  return sent;
}

function coerce(name: string, spec: Parameter, raw: unknown): ArgumentValue {
  if (raw === undefined || raw === null) return undefined;
  if (raw === '' && (spec.emptyIsAbsent || spec.values)) return undefined;
  if (spec.type.kind !== 'ARRAY') return coerceValue(name, { ...spec, kind: spec.type.kind }, raw);
  const { kind } = spec.type.element;
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return items.map((item) => {
    if (item === null) throw badArgument(name, 'must not have null among its elements');
    if (typeof item === 'object') throw badArgument(name, 'must be a list of single values');
    return coerceValue(name, { ...spec, kind }, item);
  });
}

/** What is declared of a value: a scalar argument, or an element of an array. */
type ValueSpec = Pick<Parameter, 'values' | 'fallback'> & { readonly kind: string };

function coerceValue(name: string, spec: ValueSpec, raw: unknown): ArgumentScalar {
  const { kind } = spec;
  if (typeof raw === 'object' || raw === undefined)
    throw badArgument(name, 'must be a single value');
  if (kind === 'TIMESTAMP' && typeof raw === 'bigint') return raw;
  const text = textOf(name, kind, raw);
  return kind === 'STRING' ? coerceText(name, spec, text) : coerceScalar(name, kind, text);
}

function textOf(name: string, kind: string, raw: unknown): string {
  // GraphQL reads moments as microseconds.
  if (typeof raw === 'bigint') return formatIsoTimestamp(raw).slice(0, -1);
  // Parsing JSON has rounded the number.
  if (/NUMERIC$/.test(kind) && typeof raw === 'number' && mayHaveLostDigits(raw)) {
    throw badArgument(
      name,
      'must be text where it has so many digits: a number has lost some of them',
    );
  }
  if (kind !== 'FLOAT64' && Number.isInteger(raw) && !Number.isSafeInteger(raw)) {
    throw badArgument(
      name,
      'must be text where it is an integer beyond 2^53 - 1: a number has lost digits of it',
    );
  }
  return String(raw);
}

function coerceText(name: string, spec: ValueSpec, text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw badArgument(name, 'must be text without NUL characters or broken Unicode');
  }
  if (!spec.values || Object.hasOwn(spec.values, text)) return text;
  if (spec.fallback !== undefined) return spec.fallback;
  throw badArgument(name, `cannot be ${jsonExcerpt(text)}${allowed(spec)}`);
}

function coerceScalar(name: string, kind: string, text: string): ArgumentScalar {
  const scalar = SCALAR_TEXTS[kind];
  const value = scalar?.parse(text);
  if (value === undefined) {
    throw badArgument(
      name,
      `cannot be ${jsonExcerpt(text)}: it must be ${scalar?.hint ?? 'left out'}`,
    );
  }
  return value;
}

function allowed(spec: Pick<Parameter, 'values'>): string {
  return spec.values ? `; it must be one of ${nameList(Object.keys(spec.values))}` : '';
}

/**
 * Why an endpoint can never apply a pin; undefined if it can, or has no such parameter.
 *
 * A value outside the listed ones is a fault even if requests may send it and get the fallback: a pin is set deliberately.
 */
export function pinFault(endpoint: Endpoint, name: string, value: string): string | undefined {
  const spec = Object.hasOwn(endpoint.parameters, name) ? endpoint.parameters[name] : undefined;
  if (!spec) return undefined;
  const { default: _, fallback: __, ...strict } = spec;
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
