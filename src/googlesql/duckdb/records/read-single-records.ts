import { columnRef, literal } from '../../analysis/resolved/build.ts';
import {
  mapAggregate,
  mapAnalytic,
  mapExpression,
  mapOrder,
  type Replace,
} from '../../analysis/resolved/map-tree.ts';
import type {
  ArrayScan,
  Column,
  Computed,
  JoinScan,
  ProjectScan,
  ResolvedExpression,
  ResolvedStatement,
  ResolvedSubquery,
  Scan,
  SetOperationScan,
  TableScan,
  WithRefScan,
  WithScan,
} from '../../analysis/resolved/resolved.ts';
import { conjunctsOf } from '../../analysis/resolved/scan-predicates.ts';
import { lastColumnId } from '../../analysis/resolved/traverse.ts';
import { SCALARS } from '../../types.ts';
import { allConditions, trueCondition } from '../expressions/made-call.ts';
import { trueColumns } from './guarded-rows.ts';
import { oneRowValue } from './one-row.ts';
import { elementShape, logicalValue, recordShape, type SingleRecords } from './record-shape.ts';
import { splitRecords } from './split-records.ts';
import { StoredColumns } from './stored-values.ts';

/** A statement over tables as they are stored, and the scan that each of its table scans stands for. */
export interface StoredStatement {
  readonly resolved: ResolvedStatement;
  readonly scans: ReadonlyMap<TableScan, TableScan>;
}

/**
 * Rewrites a statement to read tables whose single records are stored as one record: UNNEST of such an array is the
 * record itself, so that reading a field of it reads one column of the file. Where the array itself is needed, it is
 * made from the record. The rows and their order are the same.
 */
export function readSingleRecords(
  statement: ResolvedStatement,
  single: (scan: TableScan) => SingleRecords,
): StoredStatement {
  const rewriting = new Rewriting(single, lastColumnId(statement.scan));
  const scan = rewriting.scan(statement.scan);
  const { scan: logical, columns } = rewriting.logical(
    scan,
    statement.output.map(({ column }) => column),
  );
  const output = statement.output.map((item, i) => ({
    ...item,
    column: columns[i] ?? item.column,
  }));
  const resolved = splitRecords({ ...statement, scan: logical, output });
  return { resolved, scans: rewriting.scans };
}

type Of<K extends Scan['kind']> = Extract<Scan, { kind: K }>;

/** One walk from the tables up: a column is known before anything that reads it. */
class Rewriting {
  readonly scans = new Map<TableScan, TableScan>();
  readonly #single: (scan: TableScan) => SingleRecords;
  readonly #stored = new StoredColumns();
  readonly #ctes = new Map<number, readonly Column[]>();
  #lastColumn: number;

  constructor(single: (scan: TableScan) => SingleRecords, lastColumn: number) {
    this.#single = single;
    this.#lastColumn = lastColumn;
  }

  scan(scan: Scan): Scan {
    // The function was selected by the kind, so it accepts the scan.
    const rewrite = this.#rewrites[scan.kind] as (scan: Scan) => Scan;
    return rewrite(scan);
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
    if (computed.length === 0) return { scan, columns };
    const all = [...scan.columns, ...computed.map(({ column }) => column)];
    return { scan: { kind: 'project', input: scan, computed, columns: all }, columns: results };
  }

  readonly #rewrites: { readonly [K in Scan['kind']]: (scan: Of<K>) => Scan } = {
    single_row: (scan) => scan,
    table: (scan) => this.#table(scan),
    with_ref: (scan) => this.#withRef(scan),
    with: (scan) => this.#with(scan),
    project: (scan) => this.#project(scan),
    array: (scan) => this.#array(scan),
    join: (scan) => this.#join(scan),
    set_operation: (scan) => this.#setOperation(scan),
    filter: (scan) => {
      const input = this.scan(scan.input);
      const terms = conjunctsOf(this.#expression(scan.condition));
      // A WHERE treats NULL as false, and the bare comparison can be pushed down to the file.
      const condition = allConditions(terms.map((term) => trueCondition(term) ?? term));
      const columns = this.#stored.all(scan.columns);
      return { ...scan, input, condition: condition ?? scan.condition, columns };
    },
    aggregate: (scan) => {
      const input = this.scan(scan.input);
      const groups = this.#computed(scan.groups);
      const aggregates = scan.aggregates.map(({ column, call }) => ({
        column,
        call: mapAggregate(call, this.#replace),
      }));
      return { ...scan, input, groups, aggregates };
    },
    analytic: (scan) => {
      const input = this.scan(scan.input);
      const functions = scan.functions.map(({ column, call }) => ({
        column,
        call: mapAnalytic(call, this.#replace),
      }));
      return { ...scan, input, functions, columns: this.#stored.all(scan.columns) };
    },
    order_by: (scan) => {
      const input = this.scan(scan.input);
      const items = mapOrder(scan.items, this.#replace);
      return { ...scan, input, items, columns: this.#stored.all(scan.columns) };
    },
    limit: (scan) => ({
      ...scan,
      input: this.scan(scan.input),
      columns: this.#stored.all(scan.columns),
    }),
  };

  #table(scan: TableScan): TableScan {
    const single = this.#single(scan);
    const columns = scan.columns.map((column, i) => {
      const shape = recordShape(column.type, scan.sources[i] ?? '', single);
      return shape ? this.#stored.add(column, shape) : column;
    });
    const stored = { ...scan, columns };
    this.scans.set(stored, scan);
    return stored;
  }

  #with(scan: WithScan): Scan {
    const ctes = scan.ctes.map((cte) => {
      const stored = this.scan(cte.scan);
      const columns = cte.columns.map((item) => ({
        ...item,
        column: this.#stored.all([item.column])[0] ?? item.column,
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

  #withRef(scan: WithRefScan): Scan {
    const sources = this.#ctes.get(scan.cteId) ?? [];
    const columns = scan.columns.map((column, i) => {
      const source = sources[scan.sources[i] ?? -1];
      const shape = source && this.#stored.shape(source);
      return shape ? this.#stored.add(column, shape) : column;
    });
    return { ...scan, columns };
  }

  #project(scan: ProjectScan): Scan {
    const input = this.scan(scan.input);
    const computed = scan.computed.map(({ column, expression }) => {
      const value = this.#stored.value(expression);
      if (!value?.shape) return { column, expression: this.#expression(expression) };
      return { column: this.#stored.add(column, value.shape), expression: value.expression };
    });
    const stored = { ...scan, input, computed, columns: this.#stored.all(scan.columns) };
    if (input.kind !== 'filter') return stored;
    for (const id of trueColumns(stored, input)) this.#stored.addTrue(id);
    return stored;
  }

  #array(scan: ArrayScan): Scan {
    const input = scan.input && this.scan(scan.input);
    const value = this.#stored.value(scan.array);
    const isOne = value?.shape?.isSingle && !value.shape.mayBeNull;
    if (!isOne || (scan.outer && scan.condition)) {
      const array = this.#expression(scan.array);
      const condition = scan.condition && this.#expression(scan.condition);
      return { ...scan, input, array, condition, columns: this.#stored.all(scan.columns) };
    }
    const shape = elementShape(value.shape);
    const element = shape ? this.#stored.add(scan.element, shape) : scan.element;
    const computed: Computed[] = [{ column: element, expression: value.expression }];
    if (scan.offset) {
      computed.push({ column: scan.offset, expression: literal(SCALARS.INT64, 0n) });
    }
    const columns = this.#stored.all(scan.columns);
    const row: Scan = { kind: 'single_row', columns: [] };
    const rows: Scan = { kind: 'project', input: input ?? row, computed, columns };
    if (!scan.condition) return rows;
    return { kind: 'filter', input: rows, condition: this.#expression(scan.condition), columns };
  }

  #join(scan: JoinScan): Scan {
    const left = this.scan(scan.left);
    const right = this.scan(scan.right);
    const condition = scan.condition && this.#expression(scan.condition);
    if (scan.type === 'LEFT' || scan.type === 'FULL') this.#stored.addNulls(right.columns);
    if (scan.type === 'RIGHT' || scan.type === 'FULL') this.#stored.addNulls(left.columns);
    return { ...scan, left, right, condition, columns: this.#stored.all(scan.columns) };
  }

  #setOperation(scan: SetOperationScan): Scan {
    const inputs = scan.inputs.map((input) => this.logical(this.scan(input.scan), input.columns));
    return { ...scan, inputs };
  }

  #computed<Item extends Computed>(computed: readonly Item[]): readonly Item[] {
    return computed.map((item) => ({ ...item, expression: this.#expression(item.expression) }));
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
