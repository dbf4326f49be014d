import type { Type } from '../googlesql/types.ts';
import type { Value } from '../googlesql/value.ts';

/** Redacts one value of a known type. */
export type RedactValue = (value: Value) => Value;

/** Redacts one string by the name of the column, field or member that holds it. */
export type RedactNamed = (text: string, name: string) => string;

/** How the two types that hold text are redacted. */
export interface TextRedaction {
  readonly redact: RedactNamed;
  /** For JSON text, which stays JSON also where the name of its column says that it is a secret. */
  readonly redactJsonValue: RedactNamed;
}

/** What redacts the values of a column; undefined where its type holds no text that could be personal. */
export function columnRedaction(
  type: Type,
  name: string,
  texts: TextRedaction,
): RedactValue | undefined {
  switch (type.kind) {
    case 'STRING':
      return ofText(name, texts.redact);
    case 'JSON':
      return ofText(name, texts.redactJsonValue);
    case 'ARRAY':
      return ofArray(columnRedaction(type.element, name, texts));
    case 'STRUCT':
      return ofStruct(type.fields.map((field) => columnRedaction(field.type, field.name, texts)));
    default:
      return undefined;
  }
}

function ofText(name: string, redact: RedactNamed): RedactValue {
  return (value) => (typeof value === 'string' ? redact(value, name) : value);
}

function ofArray(element: RedactValue | undefined): RedactValue | undefined {
  return element && ((value) => (isArray(value) ? value.map(element) : value));
}

function ofStruct(fields: readonly (RedactValue | undefined)[]): RedactValue | undefined {
  if (fields.every((field) => field === undefined)) return undefined;
  return (value) =>
    isArray(value) ? value.map((member, i) => fields[i]?.(member) ?? member) : value;
}

/** Redacts every string of a value whose type is not known. */
export function redactAnyValue(value: Value, redact: RedactNamed): Value {
  if (typeof value === 'string') return redact(value, '');
  return isArray(value) ? value.map((member) => redactAnyValue(member, redact)) : value;
}

// `Array.isArray` does not narrow a readonly array.
function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
