import type { Item } from './select.ts';

/** Rows as a list with an item for each. */
export interface ListRows {
  readonly list: string;
  /** The item, where there is always exactly one. */
  readonly only?: string;
  /** What the needed columns print as, given the text of an item; it stands once in each. */
  readonly columns: (item: string) => ReadonlyMap<number, Item>;
}

/** What the columns in sight print as: those of one SELECT or lambda, then those around it. */
export class Scope {
  readonly columns: ReadonlyMap<number, Item>;
  readonly outer: Scope | undefined;

  constructor(columns: ReadonlyMap<number, Item>, outer: Scope | undefined) {
    this.columns = columns;
    this.outer = outer;
  }

  /** What a column prints as; undefined when it is not in sight. */
  find(id: number): Item | undefined {
    return this.columns.get(id) ?? this.outer?.find(id);
  }
}
