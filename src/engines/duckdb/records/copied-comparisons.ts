import {
  allConditions,
  allScans,
  COMPARISONS,
  columnRef,
  conjunctsOf,
  ctesReadOnce,
  type FieldUse,
  type FilterScan,
  type FunctionCall,
  fieldUse,
  getField,
  mapInputs,
  mapOwnExpressions,
  type OriginSearch,
  originsOf,
  placeOf,
  type ResolvedExpression,
  type Scan,
  sameExpression,
} from '#googlesql';

/**
 * Copies comparisons of a record's fields with constants to the filters of the tables that store the records, from which
 * DuckDB skips row groups of a file; through a security barrier it cannot. The originals stay in place, so a row
 * excluded here would have been excluded there.
 *
 * For statements in which nothing can raise an error: otherwise whether one comes would depend on how records are stored.
 */
export function copyComparisons(root: Scan): Scan {
  const scans = allScans(root);
  const search: OriginSearch<Source> = { ctes: ctesReadOnce(scans), origin: sourceIn };
  const copies = new Map<FilterScan, ResolvedExpression[]>();
  for (const scan of scans) {
    if (scan.kind !== 'filter') continue;
    for (const { table, condition } of conjunctsOf(scan.condition).flatMap((conjunct) =>
      copiesOf(conjunct, scan, search),
    )) {
      copies.set(table, [...(copies.get(table) ?? []), condition]);
    }
  }
  return copies.size > 0 ? withConditions(root, copies) : root;
}

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

function sourceIn(scan: Scan, use: FieldUse): Source | undefined {
  if (scan.kind !== 'filter' || scan.input.kind !== 'table') return undefined;
  return placeOf(use.column, scan.input.columns) < 0 ? undefined : { table: scan, use };
}

function copiesOf(
  conjunct: ResolvedExpression,
  { input }: FilterScan,
  search: OriginSearch<Source>,
): Copy[] {
  if (conjunct.kind !== 'call' || !isComparison(conjunct)) return [];
  const place = conjunct.arguments.findIndex((argument) => fieldUse(argument));
  const compared = conjunct.arguments[place];
  const use = compared && fieldUse(compared);
  const others = conjunct.arguments.toSpliced(place, 1);
  if (!use || !others.every(isShortConstant)) return [];
  return originsOf(input, use, search)
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
