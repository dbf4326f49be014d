import { readFileSync } from 'node:fs';
import { invalid } from './api-error.ts';

type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

/** What requests may contain, by the published description of the API; `print-api-schema.ts` makes it. */
const SHAPES: Readonly<Record<string, Shape>> = JSON.parse(
  readFileSync(new URL('api-schema.json', import.meta.url), 'utf8'),
);

/** Members that a resource must have where it is there. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  JobReference: ['projectId'],
  TableReference: ['projectId', 'datasetId', 'tableId'],
  DatasetReference: ['datasetId'],
  QueryRequest: ['query'],
};

/** Rejects a body that has a member which the resource has not, one of another type, or not one that it must have. */
export function checkBody(resource: string, body: unknown): void {
  checkValue(resource, body, '');
}

function checkValue(shape: Shape, value: unknown, path: string): void {
  if (value === undefined || value === null) return;
  if (typeof shape === 'string') checkNamed(shape, value, path);
  else if (Array.isArray(shape)) checkItems(shape[0], value, path);
  else checkMembers(shape as Readonly<Record<string, Shape>>, value, path);
}

function checkNamed(name: string, value: unknown, path: string): void {
  const described = SHAPES[name];
  if (described === undefined) {
    checkScalar(name, value, path);
    return;
  }
  checkValue(described, value, path);
  const absent = REQUIRED[name]?.find((member) => !(member in Object(value)));
  if (absent) throw invalid(`Required parameter is missing: ${path}${absent}`);
}

function checkItems(item: Shape, value: unknown, path: string): void {
  if (!Array.isArray(value)) throw invalid(`Proto field is not repeating: ${path}`);
  for (const [i, member] of value.entries()) checkValue(item, member, `${path}[${i}].`);
}

/** What other clients send and the service takes: the values of parameters as JSON has them, and a leftover. */
const TAKEN = /\bparameterValue\.(.*\.)?value$|^configuration\.query\.types$/;

function checkMembers(shape: Readonly<Record<string, Shape>>, value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) throw invalid(`Not an object: ${path}`);
  for (const [name, member] of Object.entries(value)) {
    if (TAKEN.test(path + name)) continue;
    const described = shape[name] ?? shape['*'];
    if (described === undefined) {
      throw invalid(
        `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`,
      );
    }
    checkValue(described, member, `${path}${name}.`);
  }
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  any: () => true,
};

function checkScalar(shape: string, value: unknown, path: string): void {
  const isRight = SCALARS[shape] ?? isNumber;
  if (!isRight(value)) {
    throw invalid(`Invalid value at '${path}' (${shape}), ${JSON.stringify(value)}`);
  }
}

/** 64-bit integers come as text, and all numbers may. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}
