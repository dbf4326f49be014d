import { LosslessNumber } from 'lossless-json';
import type { Endpoint, Parameter } from '../api/description.ts';
import type { ExactValue } from '../api/exact-json.ts';
import type { Run } from '../api/run.ts';
import { faultOf } from './check-value.ts';
import { groupFields, isReversed } from './ranges.ts';

/** Settings of a run in the address, which begin with `$` so that no parameter has their names. */
export const LIMIT = '$limit';
export const ORDER = '$order';
export const REDACT = '$redact';

/** The type of an ARRAY's elements; undefined for a scalar. */
export function elementType({ type }: Parameter): string | undefined {
  return /^ARRAY<(.*)>$/.exec(type)?.[1];
}

/** The texts of a form that has not been filled in: examples, as texts. */
export function exampleValues({ parameters }: Endpoint): URLSearchParams {
  const values = new URLSearchParams();
  for (const { example, name, pinned } of parameters) {
    if (pinned !== undefined || example === undefined || example === null) continue;
    for (const one of [example].flat()) values.append(name, textOf(one));
  }
  return values;
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** What is wrong with a form, by parameter; any text may be the name of one. */
export type Faults = ReadonlyMap<string, string>;

/** The faults of a form's values. */
export function faultsOf({ maxRows, parameters }: Endpoint, values: URLSearchParams): Faults {
  const faults = valueFaults(parameters, values);
  for (const [from, to] of groupFields(parameters)) {
    if (!to || faults.has(from.name) || faults.has(to.name)) continue;
    const ends = [values.get(from.name) ?? '', values.get(to.name) ?? ''] as const;
    if (isReversed(from.type, ...ends)) faults.set(to.name, `This is before "${from.name}"`);
  }
  if (!isLimit(values.get(LIMIT) ?? '', maxRows)) {
    faults.set(LIMIT, `This must be a number from 1 to ${maxRows}`);
  }
  return faults;
}

function valueFaults(
  parameters: readonly Parameter[],
  values: URLSearchParams,
): Map<string, string> {
  return new Map(
    parameters.flatMap((parameter) => {
      const fault = parameterFault(parameter, values.getAll(parameter.name));
      return fault === undefined ? [] : [[parameter.name, fault] as const];
    }),
  );
}

function isLimit(text: string, maxRows: number): boolean {
  return text === '' || (/^[1-9]\d*$/.test(text) && Number(text) <= maxRows);
}

function parameterFault(parameter: Parameter, texts: readonly string[]): string | undefined {
  if (parameter.pinned !== undefined) return undefined;
  const element = elementType(parameter);
  const given = texts.filter((text) => text !== '');
  if (given.length === 0 && element === undefined) {
    return parameter.required && parameter.type !== 'STRING' ? 'This is required' : undefined;
  }
  const type = element ?? parameter.type;
  return given.map((text) => faultOf(type, text)).find((fault) => fault !== undefined);
}

/** Whether a form lacks nothing, so that it can run without anybody typing. */
export function isComplete({ parameters }: Endpoint, values: URLSearchParams): boolean {
  return parameters.every(
    ({ name, pinned, required }) => !required || pinned !== undefined || values.get(name),
  );
}

/** The request of a form's values. */
export function runOf(endpoint: Endpoint, values: URLSearchParams): Run {
  const sent: Record<string, ExactValue> = {};
  for (const parameter of endpoint.parameters) {
    const value = argumentOf(parameter, values.getAll(parameter.name));
    if (value !== undefined) sent[parameter.name] = value;
  }
  const limit = values.get(LIMIT);
  const order = values.get(ORDER);
  if (endpoint.limit && limit) sent['limit'] = Number(limit);
  if (endpoint.orderBy.length > 0 && order) sent['order_by'] = order;
  return { endpoint, arguments: sent, redact: values.has(REDACT) };
}

function argumentOf(parameter: Parameter, texts: readonly string[]): ExactValue | undefined {
  if (parameter.pinned !== undefined) return undefined;
  const element = elementType(parameter);
  if (element !== undefined) {
    return texts.length === 0 ? undefined : texts.map((text) => jsonValue(element, text));
  }
  const [text = ''] = texts;
  const isAbsent = text === '' && !(parameter.required && parameter.type === 'STRING');
  return isAbsent ? undefined : jsonValue(parameter.type, text);
}

/** A value as JSON sends it; NUMERIC, times and JSON are texts. */
function jsonValue(type: string, text: string): ExactValue {
  if (type === 'BOOL') return text.toLowerCase() === 'true';
  // JSON knows neither `+1` nor `01`.
  if (type === 'INT64' && faultOf(type, text) === undefined) {
    return new LosslessNumber(String(BigInt(text.replace(/^\+/, ''))));
  }
  return type === 'FLOAT64' ? Number(text) : text;
}
