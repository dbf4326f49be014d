import { quoteName, type StructField, type Type } from '#googlesql';

/** The paths of the repeated records of columns, each after the records around it. */
export function repeatedRecords(columns: readonly StructField[]): readonly string[] {
  const found: string[] = [];
  for (const { name, type } of columns) collect(type, name, found);
  return found;
}

function collect(type: Type, path: string, found: string[]): void {
  const record = type.kind === 'ARRAY' ? type.element : type;
  if (record.kind !== 'STRUCT') return;
  if (type.kind === 'ARRAY') found.push(path);
  for (const field of record.fields) collect(field.type, `${path}.${field.name}`, found);
}

/**
 * The first elements of repeated records as columns of a relation, each taken out of its list once: `metadata[1].a`
 * copies the whole record for every field that is read.
 */
export class FirstElements {
  readonly #names: ReadonlyMap<string, string>;
  readonly #paths: readonly string[];

  /** `paths` as in `repeatedRecords`, or some of them with all records around each. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#names = new Map(paths.map((path, i) => [path, `_element${i}`]));
  }

  /** The relation with the elements as further columns. */
  relation(source: string): string {
    let relation = source;
    for (let depth = 0; ; depth += 1) {
      const paths = this.#paths.filter((path) => this.#around(path).length === depth);
      if (paths.length === 0) return relation;
      const columns = paths.map((path) => `${this.array(path)}[1] AS ${this.element(path)}`);
      relation = `(SELECT *, ${columns.join(', ')} FROM ${relation})`;
    }
  }

  /** The column with the first element. */
  element(path: string): string {
    return this.#names.get(path) ?? '';
  }

  /** The value at a path, read from the element of the innermost record around it. */
  array(path: string): string {
    const outer = this.#around(path).at(-1);
    const names = path.split('.').slice(outer === undefined ? 0 : outer.split('.').length);
    const value = names.map(quoteName).join('.');
    return outer === undefined ? value : `${this.element(outer)}.${value}`;
  }

  /** A column's value with its records taken out of their lists. */
  column(name: string, type: Type): string {
    return this.#value(name, type, quoteName(name));
  }

  #value(path: string, type: Type, value: string): string {
    const element = this.#names.get(path);
    if (type.kind === 'ARRAY') {
      if (element === undefined || type.element.kind !== 'STRUCT') return value;
      return this.#record(path, type.element.fields, element);
    }
    if (type.kind !== 'STRUCT') return value;
    const record = this.#record(path, type.fields, value);
    return record === value ? value : `CASE WHEN ${value} IS NOT NULL THEN ${record} END`;
  }

  #record(path: string, fields: readonly StructField[], record: string): string {
    let isSame = true;
    const members = fields.map(({ name, type }) => {
      const own = `${record}.${quoteName(name)}`;
      const value = this.#value(`${path}.${name}`, type, own);
      if (value !== own) isSame = false;
      return `${quoteName(name)} := ${value}`;
    });
    return isSame ? record : `struct_pack(${members.join(', ')})`;
  }

  /** The repeated records around a path, outermost first. */
  #around(path: string): readonly string[] {
    const names = path.split('.');
    return names
      .slice(1)
      .map((_, i) => names.slice(0, i + 1).join('.'))
      .filter((outer) => this.#names.has(outer));
  }
}
