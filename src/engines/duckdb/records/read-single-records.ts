import {
  allConditions,
  type Column,
  type Computed,
  columnRef,
  conjunctsOf,
  filtered,
  lastColumnId,
  literal,
  mapExpression,
  mapInputs,
  mapOwnExpressions,
  mayRaise,
  type Replace,
  type ResolvedExpression,
  type ResolvedStatement,
  type ResolvedSubquery,
  SCALARS,
  type Scan,
  type ScanOf,
  trueCondition,
  withComputed,
} from '#googlesql';
import { copyComparisons } from './copied-comparisons.ts';
import { trueColumns } from './guarded-rows.ts';
import { withoutImplied } from './implied-conditions.ts';
import { oneRowValue } from './one-row.ts';
import { elementShape, logicalValue, recordShape, type SingleRecords } from './record-shape.ts';
import { splitRecords } from './split-records.ts';
import { StoredColumns } from './stored-values.ts';

/** A statement over tables as they are stored, and the scan that each of its table scans stands for. */
export interface StoredStatement {
  readonly resolved: ResolvedStatement;
  readonly scans: ReadonlyMap<ScanOf<'table'>, ScanOf<'table'>>;
}

/**
 * Rewrites a statement to read tables whose single records are stored as one record: UNNEST of such an array is the
 * record itself, so that reading a field of it reads one column of the file. Where an expression needs the array itself,
 * it is made from the record; a column of the result stays the record, which whoever decodes the result takes for an
 * array of one. The rows and their order are the same.
 */
export function readSingleRecords(
  statement: ResolvedStatement,
  single: (scan: ScanOf<'table'>) => SingleRecords,
): StoredStatement {
  const rewriting = new Rewriting(single, lastColumnId(statement.scan));
  const scan = rewriting.scan(statement.scan);
  const output = statement.output.map((item) => ({
    ...item,
    column: rewriting.stored(item.column),
  }));
  const resolved = splitRecords({ ...statement, scan, output });
  if (mayRaise(statement)) return { resolved, scans: rewriting.scans };
  const copied = { ...resolved, scan: copyComparisons(resolved.scan) };
  return { resolved: copied, scans: rewriting.scans };
}

/** One walk from the tables up: a column is known before anything that reads it. */
class Rewriting {
  readonly scans = new Map<ScanOf<'table'>, ScanOf<'table'>>();
  readonly #single: (scan: ScanOf<'table'>) => SingleRecords;
  readonly #stored = new StoredColumns();
  readonly #ctes = new Map<number, readonly Column[]>();
  #lastColumn: number;

  constructor(single: (scan: ScanOf<'table'>) => SingleRecords, lastColumn: number) {
    this.#single = single;
    this.#lastColumn = lastColumn;
  }

  scan(scan: Scan): Scan {
    // The function was selected by the kind, so it accepts the scan.
    const rewrite = this.#rewrites[scan.kind] as ((scan: Scan) => Scan) | undefined;
    return rewrite ? rewrite(scan) : this.#mapped(scan);
  }

  /** The column as it is stored. */
  stored(column: Column): Column {
    return this.#stored.column(column);
  }

  /** The scan with the columns as GoogleSQL sees them. */
  logical(scan: Scan, columns: readonly Column[]): { scan: Scan; columns: readonly Column[] } {
    const computed: Computed[] = [];
    const results = columns.map((column) => {
      const value = this.#stored.value(columnRef(column));
      if (!value?.shape) return column;
      const result = this.#column(column);
      computed.push({ column: result, expression: logicalValue(value.expression, value.shape) });
      return result;
    });
    return { scan: withComputed(scan, computed), columns: results };
  }

  /** The kinds of scans that need more than what they read and compute to be rewritten. */
  readonly #rewrites: { readonly [K in Scan['kind']]?: (scan: ScanOf<K>) => Scan } = {
    table: (scan) => this.#table(scan),
    with_ref: (scan) => this.#withRef(scan),
    with: (scan) => this.#with(scan),
    project: (scan) => this.#project(scan),
    array: (scan) => this.#array(scan),
    filter: (scan) => this.#filter(scan),
    join: (scan) => this.#join(scan),
    set_operation: (scan) => this.#setOperation(scan),
  };

  #mapped<Own extends Scan>(scan: Own): Own {
    return this.#own(mapInputs(scan, (input) => this.scan(input)) as Own);
  }

  /** The scan over inputs that have been rewritten. */
  #own<Own extends Scan>(scan: Own): Own {
    const mapped = mapOwnExpressions(scan, this.#replace);
    return { ...mapped, columns: this.#stored.all(mapped.columns) };
  }

  #table(scan: ScanOf<'table'>): ScanOf<'table'> {
    const single = this.#single(scan);
    const columns = scan.columns.map((column, i) => {
      const shape = recordShape(column.type, scan.sources[i] ?? '', single);
      return shape ? this.#stored.add(column, shape) : column;
    });
    const stored = { ...scan, columns };
    this.scans.set(stored, scan);
    return stored;
  }

  #with(scan: ScanOf<'with'>): Scan {
    const ctes = scan.ctes.map((cte) => {
      const stored = this.scan(cte.scan);
      const columns = cte.columns.map((item) => ({
        ...item,
        column: this.stored(item.column),
      }));
      this.#ctes.set(
        cte.id,
        columns.map(({ column }) => column),
      );
      return { ...cte, scan: stored, columns };
    });
    const body = this.scan(scan.body);
    return { ...scan, ctes, body, columns: this.#stored.all(scan.columns) };
  }

  #withRef(scan: ScanOf<'with_ref'>): Scan {
    const sources = this.#ctes.get(scan.cteId) ?? [];
    const columns = scan.columns.map((column, i) => {
      const source = sources[scan.sources[i] ?? -1];
      const shape = source && this.#stored.shape(source);
      return shape ? this.#stored.add(column, shape) : column;
    });
    return { ...scan, columns };
  }

  #project(scan: ScanOf<'project'>): Scan {
    const input = this.scan(scan.input);
    const computed = scan.computed.map(({ column, expression }) => {
      const value = this.#stored.value(expression);
      if (!value?.shape)
        return { column, expression: withoutImplied(this.#expression(expression)) };
      return { column: this.#stored.add(column, value.shape), expression: value.expression };
    });
    const stored = { ...scan, input, computed, columns: this.#stored.all(scan.columns) };
    if (input.kind !== 'filter') return stored;
    for (const id of trueColumns(stored, input)) this.#stored.addTrue(id);
    return stored;
  }

  #array(scan: ScanOf<'array'>): Scan {
    const input = scan.input && this.scan(scan.input);
    const value = this.#stored.value(scan.array);
    const isOne = value?.shape?.isSingle && !value.shape.mayBeNull;
    if (!isOne || (scan.outer && scan.condition)) return this.#own({ ...scan, input });
    const shape = elementShape(value.shape);
    const element = shape ? this.#stored.add(scan.element, shape) : scan.element;
    const computed: Computed[] = [{ column: element, expression: value.expression }];
    if (scan.offset) {
      computed.push({ column: scan.offset, expression: literal(SCALARS.INT64, 0n) });
    }
    const columns = this.#stored.all(scan.columns);
    const row: Scan = { kind: 'single_row', columns: [] };
    const rows: Scan = { kind: 'project', input: input ?? row, computed, columns };
    return scan.condition ? filtered(rows, this.#expression(scan.condition)) : rows;
  }

  #filter(scan: ScanOf<'filter'>): Scan {
    const stored = this.#mapped(scan);
    // A WHERE treats NULL as false, and the bare comparison can be pushed down to the file.
    const required = conjunctsOf(withoutImplied(stored.condition));
    const terms = required.map((term) => trueCondition(term) ?? term);
    return { ...stored, condition: allConditions(terms) ?? scan.condition };
  }

  #join(scan: ScanOf<'join'>): Scan {
    const stored = this.#mapped(scan);
    if (scan.type === 'LEFT' || scan.type === 'FULL') this.#stored.addNulls(stored.right.columns);
    if (scan.type === 'RIGHT' || scan.type === 'FULL') this.#stored.addNulls(stored.left.columns);
    return stored;
  }

  #setOperation(scan: ScanOf<'set_operation'>): Scan {
    const inputs = scan.inputs.map((input) => this.logical(this.scan(input.scan), input.columns));
    return { ...scan, inputs };
  }

  #expression(expression: ResolvedExpression): ResolvedExpression {
    return mapExpression(expression, this.#replace);
  }

  readonly #replace: Replace = (part) => {
    if (part.kind === 'subquery') return this.#subquery(part);
    const value = this.#stored.value(part);
    if (!value) return undefined;
    return value.shape ? logicalValue(value.expression, value.shape) : value.expression;
  };

  #subquery(subquery: ResolvedSubquery): ResolvedExpression {
    const needle = subquery.needle && this.#expression(subquery.needle);
    const stored = this.scan(subquery.scan);
    const { scan, columns } = this.logical(stored, [subquery.column]);
    const [column = subquery.column] = columns;
    const rewritten = { ...subquery, needle, scan, column };
    return oneRowValue(rewritten) ?? rewritten;
  }

  #column({ name, type }: Column): Column {
    this.#lastColumn += 1;
    return { id: this.#lastColumn, name, type };
  }
}
