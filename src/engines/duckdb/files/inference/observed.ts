import type { SchemaField } from '#googlesql';
import type { Form } from './forms.ts';

/** What was seen of a column or field in text files. */
export class Observed {
  readonly name: string;
  readonly forms = new Set<Form>();
  /** What was seen of the elements of arrays. */
  elements: Observed | undefined;
  /** What was seen of the fields of objects, by their names in lower case. */
  readonly fields = new Map<string, Observed>();

  constructor(name: string) {
    this.name = name;
  }

  /** What is seen of a field, whatever the case of its name. */
  field(name: string): Observed {
    const key = name.toLowerCase();
    const known = this.fields.get(key) ?? new Observed(name);
    this.fields.set(key, known);
    return known;
  }

  /** What is seen of the elements of an array. */
  element(): Observed {
    this.elements ??= new Observed(this.name);
    return this.elements;
  }
}

/** Where values come from decides which type takes a mixture of them. */
export type TextSource = 'csv' | 'ndjson';

/** The fields of rows that were seen. */
export function fieldsOf(rows: Observed, source: TextSource): readonly SchemaField[] {
  return [...rows.fields.values()].map((field) => fieldOf(field, source));
}

/** The type of a field of which no value was seen. */
export const UNSEEN = 'UNSEEN';

/** The field that takes all values that were seen. */
function fieldOf(observed: Observed, source: TextSource): SchemaField {
  const { name, forms } = observed;
  if (forms.has('array')) return arrayField(observed, source);
  if (isOnly(forms, 'object') && observed.fields.size > 0) {
    return { name, type: 'RECORD', mode: 'NULLABLE', fields: fieldsOf(observed, source) };
  }
  return { name, type: scalarType(forms, source), mode: 'NULLABLE' };
}

/** There are no arrays of arrays. */
function arrayField({ name, forms, elements }: Observed, source: TextSource): SchemaField {
  const isArray = isOnly(forms, 'array') && !elements?.forms.has('array');
  if (!isArray) return { name, type: 'JSON', mode: 'NULLABLE' };
  const element = elements ? fieldOf(elements, source) : { name, type: UNSEEN };
  return { ...element, mode: 'REPEATED' };
}

function isOnly(forms: ReadonlySet<Form>, ...expected: readonly Form[]): boolean {
  return forms.size > 0 && [...forms].every((form) => expected.includes(form));
}

const TYPES: readonly (readonly [type: string, forms: readonly Form[]])[] = [
  ['BOOL', ['bool']],
  ['INT64', ['int']],
  ['FLOAT64', ['int', 'float']],
  ['DATE', ['date']],
  ['DATETIME', ['datetime']],
  ['TIME', ['time']],
  ['TIMESTAMP', ['timestamp']],
  ['STRING', ['int', 'wide', 'date', 'datetime', 'time', 'timestamp', 'text']],
];

/** Of numbers in JSON, STRING takes the digits of whole ones alone. */
function scalarType(forms: ReadonlySet<Form>, source: TextSource): string {
  if (forms.size === 0) return UNSEEN;
  const [type] = TYPES.find(([, accepted]) => isOnly(forms, ...accepted)) ?? [];
  if (type !== undefined) return type;
  if (source === 'csv') return 'STRING';
  return isOnly(forms, 'int', 'wide', 'float') ? 'FLOAT64' : 'JSON';
}
