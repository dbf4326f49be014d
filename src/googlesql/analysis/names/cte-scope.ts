import type { ResolvedCte } from '../resolved/resolved.ts';

/** A CTE as seen by the FROM clauses in its scope. */
interface CteEntry {
  readonly name: string;
  /** The resolved CTE; resolved on demand if WITH RECURSIVE allows a forward reference. */
  readonly reference: (at: number) => CteReference;
}

/** The parts of a CTE that a reference reads. */
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

/** The recursive CTE whose recursive part is being resolved, and why it may currently not be referenced. */
export interface Recursion {
  blocked: string | undefined;
  references: number;
  /** The offset of the last reference. */
  at: number;
}

/** Runs `resolve` in a place where a recursive CTE may not be referenced, if there is a reason. */
export function withRecursionBlocked<Result>(
  recursion: Recursion | undefined,
  reason: string | undefined,
  resolve: () => Result,
): Result {
  if (!recursion || reason === undefined) return resolve();
  const outer = recursion.blocked;
  recursion.blocked ??= reason;
  try {
    return resolve();
  } finally {
    recursion.blocked = outer;
  }
}
