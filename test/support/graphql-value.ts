import { formatIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';
import type { Type } from '../../src/googlesql/types.ts';
import { camelCase } from '../../src/project/names.ts';

/** Everything of a column, down to the deepest field. */
export function selectionOf(name: string, type: Type): string {
  const element = type.kind === 'ARRAY' ? type.element : type;
  if (element.kind !== 'STRUCT') return camelCase(name);
  return `${camelCase(name)} { ${element.fields.map((field) => selectionOf(field.name, field.type)).join(' ')} }`;
}

/** What GraphQL shows of a column's value on the REST path. */
export function graphqlValue(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type.kind === 'ARRAY')
    return (value as unknown[]).map((item) => graphqlValue(type.element, item));
  if (type.kind === 'STRUCT') {
    const record = value as Record<string, unknown>;
    return Object.fromEntries(
      type.fields.map((field) => [
        camelCase(field.name),
        graphqlValue(field.type, record[field.name]),
      ]),
    );
  }
  if (type.kind === 'TIMESTAMP') return formatIsoTimestamp(value as number);
  return type.kind === 'DATETIME' ? `${value}.000000Z` : value;
}
