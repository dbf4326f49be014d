import type { Item } from './select.ts';

/** Rows as a list with one item per row. */
export interface ListRows {
  readonly list: string;
  /** The item, if there is always exactly one. */
  readonly only?: string;
  /** How the needed columns print, given the text of an item, which occurs once in each. */
  readonly columns: (item: string) => ReadonlyMap<number, Item>;
}

/** How the columns in scope print: those of one SELECT or lambda, then those around it. */
export class Scope {
  readonly columns: ReadonlyMap<number, Item>;
  readonly outer: Scope | undefined;

  constructor(columns: ReadonlyMap<number, Item>, outer: Scope | undefined) {
    this.columns = columns;
    this.outer = outer;
  }

  /** How a column prints; undefined if it is not in scope. */
  find(id: number): Item | undefined {
    return this.columns.get(id) ?? this.outer?.find(id);
  }
}
