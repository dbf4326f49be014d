import type { ResolvedCte } from '../resolved/resolved.ts';

/** A CTE as the FROM clauses that see it find it. */
export interface CteEntry {
  readonly name: string;
  /** The resolved CTE; resolves it first where WITH RECURSIVE lets a reference come before it. */
  readonly reference: (at: number) => CteReference;
}

/** What a reference to a CTE reads. */
export type CteReference = Pick<ResolvedCte, 'id' | 'columns' | 'isValueTable'>;

/** The CTEs visible at one place, innermost first. */
export class CteScope {
  readonly #entries = new Map<string, CteEntry>();
  readonly #outer: CteScope | undefined;

  constructor(outer: CteScope | undefined) {
    this.#outer = outer;
  }

  add(entry: CteEntry): void {
    this.#entries.set(entry.name.toLowerCase(), entry);
  }

  find(name: string): CteEntry | undefined {
    return this.#entries.get(name.toLowerCase()) ?? this.#outer?.find(name);
  }
}
