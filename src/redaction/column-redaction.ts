import type { Type } from '../googlesql/types.ts';
import type { Value } from '../googlesql/value.ts';
import type { StringRedaction } from './string-redaction.ts';

/** Redacts one value of a known type. */
export type RedactValue = (value: Value) => Value;

/** What redacts the values of a column; undefined where its type holds no text that could be personal. */
export function columnRedaction(
  type: Type,
  name: string,
  strings: StringRedaction,
): RedactValue | undefined {
  switch (type.kind) {
    case 'STRING':
      return ofText((text) => strings.redact(text, name));
    case 'JSON':
      return ofText((text) => strings.redactJsonValue(text, name));
    case 'ARRAY':
      return ofArray(columnRedaction(type.element, name, strings));
    case 'STRUCT':
      return ofStruct(type.fields.map((field) => columnRedaction(field.type, field.name, strings)));
    default:
      return undefined;
  }
}

function ofText(redact: (text: string) => string): RedactValue {
  return (value) => (typeof value === 'string' ? redact(value) : value);
}

function ofArray(element: RedactValue | undefined): RedactValue | undefined {
  return element && ((value) => (isArray(value) ? value.map(element) : value));
}

function ofStruct(fields: readonly (RedactValue | undefined)[]): RedactValue | undefined {
  if (fields.every((field) => field === undefined)) return undefined;
  return (value) =>
    isArray(value) ? value.map((member, i) => fields[i]?.(member) ?? member) : value;
}

// `Array.isArray` does not narrow a readonly array.
function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
