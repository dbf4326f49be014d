import { nodesOfKind, type Query, type Type, type Value } from '#googlesql';
import { formatIsoTimestamp } from '../../../endpoint/iso-timestamp.ts';
import type { BoundParameter } from '../../engine.ts';

/** A named query parameter in the format of `jobs.query`. */
export interface QueryParameter {
  readonly name: string;
  readonly parameterType: ParameterType;
  readonly parameterValue: ParameterValue;
}

interface ParameterType {
  readonly type: string;
  readonly arrayType?: ParameterType;
  readonly structTypes?: readonly { readonly name: string; readonly type: ParameterType }[];
}

interface ParameterValue {
  readonly value?: string | null;
  readonly arrayValues?: readonly ParameterValue[];
  readonly structValues?: Readonly<Record<string, ParameterValue>>;
}

/** The names of the parameters in a tree, in lower case. */
export function parameterNames(tree: Query): readonly string[] {
  return [...new Set(nodesOfKind(tree, 'parameter').map(({ name }) => name.toLowerCase()))];
}

/**
 * A parameter's name in the request, which differs between any two parameters: `own_tenant` for `_tenant`, as emulators do
 * not bind names with a leading `_`, which only internal ones have; `ownn_tenant` for `own_tenant`, `ownnn_tenant` for
 * `ownn_tenant`.
 */
export function wireName(name: string): string {
  return name.startsWith('_') ? `own${name}` : name.replace(/^own+(?=_)/i, '$&n');
}

/** The parameters that a text names. */
export interface ParameterNames {
  readonly parameters: readonly string[];
  /** Whether the text is sent as it was written, so that its names are not those of `wireName`. */
  readonly isForeign: boolean;
}

/**
 * The parameters of a request.
 *
 * Each has an explicit type: without it BigQuery guesses, and rejects NULL and empty arrays. Values are sent as text,
 * so that no digit of an INT64 is lost in a JSON number.
 */
export function queryParameters(
  { isForeign, parameters }: ParameterNames,
  values: ReadonlyMap<string, BoundParameter>,
): readonly QueryParameter[] {
  return parameters.map((name) => {
    const parameter = values.get(name);
    if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
    const { type, value } = parameter;
    return {
      name: isForeign ? name : wireName(name),
      parameterType: parameterType(type),
      parameterValue: parameterValue(type, value),
    };
  });
}

function parameterType(type: Type): ParameterType {
  if (type.kind === 'ARRAY') return { type: 'ARRAY', arrayType: parameterType(type.element) };
  if (type.kind !== 'STRUCT') return { type: type.kind };
  const structTypes = type.fields.map((field) => ({
    name: field.name,
    type: parameterType(field.type),
  }));
  return { type: 'STRUCT', structTypes };
}

function parameterValue(type: Type, value: Value): ParameterValue {
  if (type.kind === 'ARRAY') {
    const items = (value ?? []) as readonly Value[]; // Parameters have no NULL arrays.
    return { arrayValues: items.map((item) => parameterValue(type.element, item)) };
  }
  if (value === null) return { value: null };
  if (type.kind === 'STRUCT') {
    const members = value as readonly Value[]; // Guaranteed by the type.
    const values = type.fields.map((field, i) => [
      field.name,
      parameterValue(field.type, members[i] ?? null),
    ]);
    return { structValues: Object.fromEntries(values) };
  }
  if (type.kind === 'TIMESTAMP') return { value: formatIsoTimestamp(value as number | bigint) };
  return { value: Object.is(value, -0) ? '-0' : String(value) };
}
