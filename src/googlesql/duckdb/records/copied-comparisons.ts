import { sameExpression } from '../../analysis/expressions/equal.ts';
import { columnRef, getField } from '../../analysis/resolved/build.ts';
import { guardedValue } from '../../analysis/resolved/guarded-value.ts';
import { mapInputs, mapOwnExpressions } from '../../analysis/resolved/map-tree.ts';
import type {
  Column,
  FilterScan,
  FunctionCall,
  ResolvedCte,
  ResolvedExpression,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { allScans, conjunctsOf } from '../../analysis/resolved/traverse.ts';
import { COMPARISONS } from '../../functions/core/signatures/signature-text.ts';
import { allConditions } from '../expressions/made-call.ts';
import { type FieldUse, fieldUse } from './field-uses.ts';

/**
 * Copies comparisons of a record's fields with constants to the filters of the tables that store the records, from which
 * DuckDB skips row groups of a file; through a security barrier it cannot. The originals stay in place, so a row
 * excluded here would have been excluded there.
 *
 * For statements in which nothing can raise an error: otherwise whether one comes would depend on how records are stored.
 */
export function copyComparisons(root: Scan): Scan {
  const scans = [...allScans(root)];
  const ctes = ctesReadOnce(scans);
  const copies = new Map<FilterScan, ResolvedExpression[]>();
  for (const scan of scans) {
    if (scan.kind !== 'filter') continue;
    for (const { table, condition } of conjunctsOf(scan.condition).flatMap((conjunct) =>
      copiesOf(conjunct, scan, ctes),
    )) {
      copies.set(table, [...(copies.get(table) ?? []), condition]);
    }
  }
  return copies.size > 0 ? withConditions(root, copies) : root;
}

type Ctes = ReadonlyMap<number, ResolvedCte>;

/** The filter of a table, and a condition that it can have as well. */
interface Copy {
  readonly table: FilterScan;
  readonly condition: ResolvedExpression;
}

/** Where a field is read from: a field of a table's column, and the filter of that table. */
interface Source {
  readonly table: FilterScan;
  readonly use: FieldUse;
}

/** The CTEs that nothing else reads which may need other rows of them. */
function ctesReadOnce(scans: readonly Scan[]): Ctes {
  const ctes = new Map<number, ResolvedCte>();
  for (const scan of scans) {
    if (scan.kind !== 'with' || scan.recursive) continue;
    for (const cte of scan.ctes) ctes.set(cte.id, cte);
  }
  const read = new Set<number>();
  for (const scan of scans) {
    if (scan.kind !== 'with_ref') continue;
    if (read.has(scan.cteId)) ctes.delete(scan.cteId);
    read.add(scan.cteId);
  }
  return ctes;
}

function copiesOf(conjunct: ResolvedExpression, { input }: FilterScan, ctes: Ctes): Copy[] {
  if (conjunct.kind !== 'call' || !isComparison(conjunct)) return [];
  const place = conjunct.arguments.findIndex((argument) => fieldUse(argument));
  const compared = conjunct.arguments[place];
  const use = compared && fieldUse(compared);
  const others = conjunct.arguments.toSpliced(place, 1);
  if (!use || !others.every(isShortConstant)) return [];
  return sourcesOf(input, use, ctes)
    .filter((source) => source.use.path.length > 0)
    .map(({ table, use: { column, path } }) => {
      const field = path.reduce<ResolvedExpression>(getField, columnRef(column));
      const condition = { ...conjunct, arguments: conjunct.arguments.with(place, field) };
      return { table, condition };
    });
}

/** Functions of values of any type that are NULL for a NULL, and that a file's statistics can exclude. */
const COMPARING: ReadonlySet<string> = new Set([...COMPARISONS, '$between', '$in', 'STARTS_WITH']);

const MAX_OPERANDS = 20;

function isComparison({ function: { name }, arguments: { length } }: FunctionCall): boolean {
  return COMPARING.has(name) && length <= MAX_OPERANDS;
}

/** A copy must not bring the text near its limit. */
const MAX_TEXT = 200;

function isShortConstant(expression: ResolvedExpression): boolean {
  if (expression.kind === 'parameter') return true;
  if (expression.kind !== 'literal') return false;
  return typeof expression.value !== 'string' || expression.value.length <= MAX_TEXT;
}

/**
 * The origins of a field to which a comparison can be moved: not below a LIMIT, a window or an aggregation. It may move
 * to either side of a join: where the join would make the value NULL, the comparison drops the row.
 */
function sourcesOf(scan: Scan, use: FieldUse, ctes: Ctes): readonly Source[] {
  switch (scan.kind) {
    case 'filter':
      return filterSources(scan, use, ctes);
    case 'order_by':
      return sourcesOf(scan.input, use, ctes);
    case 'with':
      return sourcesOf(scan.body, use, ctes);
    case 'array':
      return scan.input ? sourcesOf(scan.input, use, ctes) : [];
    case 'join':
      return [scan.left, scan.right].flatMap((side) => sourcesOf(side, use, ctes));
    case 'project': {
      const computed = scan.computed.find(({ column }) => column.id === use.column.id);
      const own = computed ? within(computed.expression, use) : use;
      return own ? sourcesOf(scan.input, own, ctes) : [];
    }
    case 'with_ref': {
      const cte = ctes.get(scan.cteId);
      const place = scan.sources[indexOf(scan.columns, use.column)] ?? -1;
      const column = cte?.columns[place]?.column;
      return cte && column ? sourcesOf(cte.scan, { ...use, column }, ctes) : [];
    }
    default:
      return [];
  }
}

function filterSources(scan: FilterScan, use: FieldUse, ctes: Ctes): readonly Source[] {
  if (scan.input.kind !== 'table') return sourcesOf(scan.input, use, ctes);
  return indexOf(scan.input.columns, use.column) < 0 ? [] : [{ table: scan, use }];
}

function indexOf(columns: readonly Column[], { id }: Column): number {
  return columns.findIndex((column) => column.id === id);
}

/** The field of what a column is computed from, as it is or with a guard: a comparison is not true of a NULL. */
function within(expression: ResolvedExpression, { path }: FieldUse): FieldUse | undefined {
  const outer = fieldUse(guardedValue(expression)?.value ?? expression);
  return outer && { ...outer, path: [...outer.path, ...path] };
}

function withConditions(
  scan: Scan,
  copies: ReadonlyMap<FilterScan, readonly ResolvedExpression[]>,
): Scan {
  const copied = scan.kind === 'filter' ? copies.get(scan) : undefined;
  if (scan.kind === 'filter' && copied) {
    const known = conjunctsOf(scan.condition);
    const missing = copied.filter((one) => !known.some((term) => sameExpression(term, one)));
    return { ...scan, condition: allConditions([...known, ...missing]) ?? scan.condition };
  }
  const mapped = mapInputs(scan, (input) => withConditions(input, copies));
  return mapOwnExpressions(mapped, (part) =>
    part.kind === 'subquery' ? { ...part, scan: withConditions(part.scan, copies) } : undefined,
  );
}
