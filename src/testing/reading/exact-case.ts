import type { JsonPath } from '../../auth/files/strict-json.ts';
import type { ProjectJson } from '../../project/problems/read-json.ts';
import type { CaseFile } from './case-file.ts';
import { exactNumber } from './typed-value.ts';

/** What the file of a case says, with numbers of its arguments and pins as text where they have lost digits. */
export interface ExactCase extends Omit<CaseFile, 'pins'> {
  readonly pins: Readonly<Record<string, string>>;
}

/** What the file of a case says, with all digits of its arguments and pins, as the REST path reads them. */
export function exactCase(json: ProjectJson<CaseFile>): ExactCase {
  const { arguments: values, pins } = json.value;
  const exact = (value: unknown, path: JsonPath): unknown =>
    Array.isArray(value)
      ? value.map((item: unknown, i) => exact(item, [...path, i]))
      : exactNumber(value, path, json);
  return {
    ...json.value,
    arguments: mapMembers(values, (value, name) => exact(value, ['arguments', name])),
    pins: mapMembers(pins, (value, name) => String(exact(value, ['pins', name]))),
  };
}

function mapMembers<Value, Result>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, map(value, name)] as const),
  );
}
