import { mapExpression, mapInputs, mapOwnExpressions } from './map-tree.ts';
import type { Column, ResolvedCte, ResolvedExpression, Scan, ScanOf } from './resolved.ts';

/** Removes the columns of a scan that `output` does not need. */
export function prune(scan: Scan, output: readonly Column[]): Scan {
  const pruning = new Pruning();
  for (const column of output) pruning.need(column);
  return pruning.scan(scan);
}

/**
 * One walk from the top of a statement down. Each column is created in one place and used only above it (or in a
 * subquery above it), so that one set of needed columns serves the whole walk.
 */
class Pruning {
  readonly #needed = new Set<Column>();
  /** The sources of the references to each CTE, which change when the CTE loses columns. */
  readonly #references = new Map<number, number[][]>();

  need(column: Column): void {
    this.#needed.add(column);
  }

  scan(scan: Scan): Scan {
    switch (scan.kind) {
      case 'with_ref':
        return this.#withRef(scan);
      case 'set_operation':
        return this.#setOperation(scan, scan.quantifier === 'DISTINCT');
      case 'with':
        return this.#with(scan);
      default:
        return mapInputs(this.#used(scan), (input) => this.scan(input));
    }
  }

  /** The scan without what is not read above it; what the rest reads is then needed below. */
  #used(scan: Scan): Scan {
    const used = mapOwnExpressions(this.#reduced(scan), this.#collect);
    if (used.kind !== 'array' || !used.offset || this.#needed.has(used.offset)) return used;
    return { ...used, offset: undefined };
  }

  #reduced(scan: Scan): Scan {
    const isNeeded = ({ column }: { readonly column: Column }) => this.#needed.has(column);
    const columns = this.#neededColumns(scan.columns);
    switch (scan.kind) {
      case 'single_row':
        return scan;
      case 'table':
        return { ...scan, columns, sources: pick(scan.sources, this.#neededIndices(scan.columns)) };
      case 'project':
        return { ...scan, columns, computed: scan.computed.filter(isNeeded) };
      case 'aggregate':
        return { ...scan, columns, aggregates: scan.aggregates.filter(isNeeded) };
      case 'analytic':
        return { ...scan, columns, functions: scan.functions.filter(isNeeded) };
      default:
        return { ...scan, columns };
    }
  }

  #setOperation(scan: ScanOf<'set_operation'>, keepsAll: boolean): Scan {
    // Except in UNION ALL, rows are compared by all their columns.
    const all = scan.columns.map((_, i) => i);
    const indices = keepsAll || scan.operator !== 'UNION' ? all : this.#neededIndices(scan.columns);
    const inputs = scan.inputs.map((input) => {
      const columns = pick(input.columns, indices);
      for (const column of columns) this.need(column);
      return { columns, scan: this.scan(input.scan) };
    });
    return { ...scan, columns: pick(scan.columns, indices), inputs };
  }

  #withRef(scan: ScanOf<'with_ref'>): ScanOf<'with_ref'> {
    const indices = this.#neededIndices(scan.columns);
    const sources = pick(scan.sources, indices);
    const references = this.#references.get(scan.cteId) ?? [];
    this.#references.set(scan.cteId, [...references, sources]);
    return { ...scan, columns: pick(scan.columns, indices), sources };
  }

  #with(scan: ScanOf<'with'>): ScanOf<'with'> {
    const columns = this.#neededColumns(scan.columns);
    const body = this.scan(scan.body);
    // Last first: all references to a CTE come after it.
    const ctes = scan.ctes.toReversed().map((cte) => this.#cte(cte));
    return { ...scan, columns, body, ctes: ctes.reverse() };
  }

  #cte(cte: ResolvedCte): ResolvedCte {
    const references = this.#references.get(cte.id);
    // An unused CTE is kept whole, and so is a recursive one.
    const indices =
      references && !cte.isRecursive
        ? [...new Set(references.flat())].sort((left, right) => left - right)
        : cte.columns.map((_, i) => i);
    const columns = pick(cte.columns, indices);
    for (const { column } of columns) this.need(column);
    for (const sources of references ?? []) {
      sources.forEach((source, i) => {
        sources[i] = indices.indexOf(source);
      });
    }
    const scan =
      cte.isRecursive && cte.scan.kind === 'set_operation'
        ? this.#setOperation(cte.scan, true)
        : this.scan(cte.scan);
    return { ...cte, columns, scan };
  }

  /** Records the columns that an expression refers to, and prunes its subqueries. */
  readonly #collect = (part: ResolvedExpression): ResolvedExpression | undefined => {
    if (part.kind === 'column') this.need(part.column);
    if (part.kind !== 'subquery') return undefined;
    if (part.modifier !== 'EXISTS') this.need(part.column);
    const needle = part.needle && mapExpression(part.needle, this.#collect);
    return { ...part, needle, scan: this.scan(part.scan) };
  };

  #neededIndices(columns: readonly Column[]): readonly number[] {
    return columns.flatMap((column, i) => (this.#needed.has(column) ? [i] : []));
  }

  #neededColumns(columns: readonly Column[]): readonly Column[] {
    return columns.filter((column) => this.#needed.has(column));
  }
}

function pick<Item>(items: readonly Item[], indices: readonly number[]): Item[] {
  return indices.flatMap((i) => {
    const item = items[i];
    return item === undefined ? [] : [item];
  });
}
