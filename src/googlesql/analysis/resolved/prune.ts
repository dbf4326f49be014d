import { mapAggregate, mapAnalytic, mapExpression, mapOrder } from './map-tree.ts';
import type {
  Column,
  Computed,
  ResolvedCte,
  ResolvedExpression,
  Scan,
  WithRefScan,
  WithScan,
} from './resolved.ts';

/** Removes the columns of a scan that `output` does not need. */
export function prune(scan: Scan, output: readonly Column[]): Scan {
  const pruning = new Pruning();
  for (const column of output) pruning.need(column);
  return pruning.scan(scan);
}

type Of<K extends Scan['kind']> = Extract<Scan, { kind: K }>;

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
    // The function was selected by the kind, so it accepts the scan.
    const prune = this.#scans[scan.kind] as (scan: Scan) => Scan;
    return prune(scan);
  }

  readonly #scans: { readonly [K in Scan['kind']]: (scan: Of<K>) => Scan } = {
    single_row: (scan) => scan,
    table: (scan) => {
      const kept = this.#kept(scan.columns);
      return { ...scan, columns: pick(scan.columns, kept), sources: pick(scan.sources, kept) };
    },
    with_ref: (scan) => this.#withRef(scan),
    array: (scan) => {
      const columns = this.#keep(scan.columns);
      // The condition may refer to the offset.
      const condition = scan.condition && this.#expression(scan.condition);
      const offset = scan.offset && this.#needed.has(scan.offset) ? scan.offset : undefined;
      const array = this.#expression(scan.array);
      return {
        ...scan,
        columns,
        offset,
        condition,
        array,
        input: scan.input && this.scan(scan.input),
      };
    },
    join: (scan) => {
      const columns = this.#keep(scan.columns);
      const condition = scan.condition && this.#expression(scan.condition);
      return {
        ...scan,
        columns,
        condition,
        left: this.scan(scan.left),
        right: this.scan(scan.right),
      };
    },
    filter: (scan) => {
      const columns = this.#keep(scan.columns);
      const condition = this.#expression(scan.condition);
      return { ...scan, columns, condition, input: this.scan(scan.input) };
    },
    project: (scan) => {
      const columns = this.#keep(scan.columns);
      const computed = this.#computed(
        scan.computed.filter(({ column }) => this.#needed.has(column)),
      );
      return { ...scan, columns, computed, input: this.scan(scan.input) };
    },
    aggregate: (scan) => {
      const columns = this.#keep(scan.columns);
      const groups = this.#computed(scan.groups);
      const aggregates = scan.aggregates
        .filter(({ column }) => this.#needed.has(column))
        .map(({ column, call }) => ({ column, call: mapAggregate(call, this.#collect) }));
      return { ...scan, columns, groups, aggregates, input: this.scan(scan.input) };
    },
    analytic: (scan) => {
      const columns = this.#keep(scan.columns);
      const functions = scan.functions
        .filter(({ column }) => this.#needed.has(column))
        .map(({ column, call }) => ({ column, call: mapAnalytic(call, this.#collect) }));
      return { ...scan, columns, functions, input: this.scan(scan.input) };
    },
    order_by: (scan) => {
      const columns = this.#keep(scan.columns);
      const items = mapOrder(scan.items, this.#collect);
      return { ...scan, columns, items, input: this.scan(scan.input) };
    },
    limit: (scan) => ({
      ...scan,
      columns: this.#keep(scan.columns),
      input: this.scan(scan.input),
    }),
    set_operation: (scan) => this.#setOperation(scan, scan.quantifier === 'DISTINCT'),
    with: (scan) => this.#with(scan),
  };

  #setOperation(scan: Of<'set_operation'>, keepsAll: boolean): Scan {
    // Except in UNION ALL, rows are compared by all their columns.
    const all = scan.columns.map((_, i) => i);
    const kept = keepsAll || scan.operator !== 'UNION' ? all : this.#kept(scan.columns);
    const inputs = scan.inputs.map((input) => {
      const columns = pick(input.columns, kept);
      for (const column of columns) this.need(column);
      return { columns, scan: this.scan(input.scan) };
    });
    return { ...scan, columns: pick(scan.columns, kept), inputs };
  }

  #withRef(scan: WithRefScan): WithRefScan {
    const kept = this.#kept(scan.columns);
    const sources = pick(scan.sources, kept);
    const references = this.#references.get(scan.cteId) ?? [];
    this.#references.set(scan.cteId, [...references, sources]);
    return { ...scan, columns: pick(scan.columns, kept), sources };
  }

  #with(scan: WithScan): WithScan {
    const columns = this.#keep(scan.columns);
    const body = this.scan(scan.body);
    // Last first: all references to a CTE come after it.
    const ctes = scan.ctes.toReversed().map((cte) => this.#cte(cte));
    return { ...scan, columns, body, ctes: ctes.reverse() };
  }

  #cte(cte: ResolvedCte): ResolvedCte {
    const references = this.#references.get(cte.id);
    // An unused CTE is kept whole, and so is a recursive one.
    const kept =
      references && !cte.isRecursive
        ? [...new Set(references.flat())].sort((left, right) => left - right)
        : cte.columns.map((_, i) => i);
    const columns = pick(cte.columns, kept);
    for (const { column } of columns) this.need(column);
    for (const sources of references ?? []) {
      sources.forEach((source, i) => {
        sources[i] = kept.indexOf(source);
      });
    }
    const scan =
      cte.isRecursive && cte.scan.kind === 'set_operation'
        ? this.#setOperation(cte.scan, true)
        : this.scan(cte.scan);
    return { ...cte, columns, scan };
  }

  #computed<Item extends Computed>(computed: readonly Item[]): readonly Item[] {
    return computed.map((item) => ({ ...item, expression: this.#expression(item.expression) }));
  }

  #expression(expression: ResolvedExpression): ResolvedExpression {
    return mapExpression(expression, this.#collect);
  }

  /** Records the columns that an expression refers to, and prunes its subqueries. */
  readonly #collect = (part: ResolvedExpression): ResolvedExpression | undefined => {
    if (part.kind === 'column') this.need(part.column);
    if (part.kind !== 'subquery') return undefined;
    if (part.modifier !== 'EXISTS') this.need(part.column);
    const needle = part.needle && this.#expression(part.needle);
    return { ...part, needle, scan: this.scan(part.scan) };
  };

  #kept(columns: readonly Column[]): readonly number[] {
    return columns.flatMap((column, i) => (this.#needed.has(column) ? [i] : []));
  }

  #keep(columns: readonly Column[]): readonly Column[] {
    return columns.filter((column) => this.#needed.has(column));
  }
}

function pick<Item>(items: readonly Item[], indices: readonly number[]): Item[] {
  return indices.flatMap((i) => {
    const item = items[i];
    return item === undefined ? [] : [item];
  });
}
