import type { StructField, Type, Value } from '#googlesql';
import { isPairName, isPairValue } from '../secrets/name-value.ts';
import { isSecretName } from '../secrets/secret-name.ts';
import type { StringRedaction } from './string-redaction.ts';

/** Redacts one value of a known type. */
export type RedactValue = (value: Value) => Value;

/** The redaction of a column's values; undefined if its type holds no text that could be personal. */
function columnRedaction(
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
      return ofStruct(membersRedaction(type.fields, strings));
    default:
      return undefined;
  }
}

/** The redaction of a row's or struct's members; undefined if none of them holds text. */
export function membersRedaction(
  members: readonly StructField[],
  strings: StringRedaction,
): ((values: readonly Value[]) => readonly Value[]) | undefined {
  const redactions = members.map(({ type, name }) => columnRedaction(type, name, strings));
  if (redactions.every((redact) => redact === undefined)) return undefined;
  const redactAll = (values: readonly Value[]) =>
    values.map((value, i) => redactions[i]?.(value) ?? value);
  return withPairs(members, strings, redactAll) ?? redactAll;
}

/** Stands for any name of a secret. */
const SECRET = 'secret';

/** Also hides the value of a pair such as `STRUCT('password' AS name, '…' AS value)`. */
function withPairs(
  members: readonly StructField[],
  strings: StringRedaction,
  redactAll: (values: readonly Value[]) => readonly Value[],
): ((values: readonly Value[]) => readonly Value[]) | undefined {
  const nameAt = members.findIndex(({ name }) => isPairName(name));
  const valueAt = members.findIndex(({ name }) => isPairValue(name));
  const value = members[valueAt];
  const hide = value && columnRedaction(value.type, SECRET, strings);
  if (nameAt < 0 || !hide) return undefined;
  return (values) => {
    const name = values[nameAt];
    const redacted = redactAll(values);
    if (typeof name !== 'string' || !isSecretName(name)) return redacted;
    return redacted.with(valueAt, hide(values[valueAt] ?? null));
  };
}

function ofText(redact: (text: string) => string): RedactValue {
  return (value) => (typeof value === 'string' ? redact(value) : value);
}

function ofArray(element: RedactValue | undefined): RedactValue | undefined {
  return element && ((value) => (isArray(value) ? value.map(element) : value));
}

function ofStruct(
  redact: ((values: readonly Value[]) => readonly Value[]) | undefined,
): RedactValue | undefined {
  return redact && ((value) => (isArray(value) ? redact(value) : value));
}

// `Array.isArray` does not narrow a readonly array.
function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
