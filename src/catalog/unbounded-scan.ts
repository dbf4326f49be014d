import {
  andTerms,
  callOf,
  type Expression,
  type FromItem,
  nodesOfKind,
  type Path,
  printExpressionText,
  printIdentifier,
  SqlError,
  type TableScan,
  timeColumns,
} from '#googlesql';
import type { ScanPredicates } from '../engines/scan-predicates.ts';

/** What is wrong with a scan whose table requires bounds of its time, at its place, with what to write there. */
export function unboundedScan(predicates: ScanPredicates): SqlError {
  const { scan } = predicates;
  const { name } = scan.table;
  const time = timeColumns(scan.table).join(' or ');
  const { from, where } = scan.select;
  for (const term of [where, ...joinConditions(from)].flatMap(andTerms)) {
    const bound = optionalBound(term, scan);
    if (!bound) continue;
    return new SqlError(
      `its scan of "${name}" bounds the bare ${time} only where @${bound.parameter} is there: write "${bound.rewriting}" in place of this condition`,
      term.at,
    );
  }
  const problem = `its scan of "${name}" does not compare the bare ${time} with a parameter from below and from above`;
  return new SqlError(`${problem}: add "${boundsOf(predicates)}" to its WHERE`, scanPlace(scan));
}

/** The conditions that a scan lacks. */
function boundsOf({ lower, scan, upper }: ScanPredicates): string {
  const column = timeColumns(scan.table).at(-1) ?? '';
  const time = `${printIdentifier(scan.alias)}.${printIdentifier(column)}`;
  const missing = [
    lower.length === 0 ? `${time} >= @since` : undefined,
    upper.length === 0 ? `${time} < @until` : undefined,
  ];
  return missing.filter((bound) => bound !== undefined).join(' AND ');
}

/** Where the text has a scan's table, or else its SELECT. */
export function scanPlace(scan: TableScan): number {
  const { from } = scan.select;
  const paths = from ? nodesOfKind(from, 'table_path') : [];
  const place = paths.findLast(
    ({ alias, path }) => (alias ?? path.at(-1))?.name.toLowerCase() === scan.alias.toLowerCase(),
  );
  return (place ?? scan.select).at;
}

function joinConditions(from: FromItem | undefined): readonly Expression[] {
  if (from?.kind !== 'join') return [];
  const { condition, left, right } = from;
  const own = condition?.kind === 'on' ? [condition.expression] : [];
  return [...joinConditions(left), ...joinConditions(right), ...own];
}

interface OptionalBound {
  readonly parameter: string;
  /** The condition that bounds the time whether the parameter is there or not. */
  readonly rewriting: string;
}

/** `@since IS NULL OR day >= @since`, in either order. */
function optionalBound(term: Expression, scan: TableScan): OptionalBound | undefined {
  if (term.kind !== 'binary' || term.operator !== 'OR') return undefined;
  for (const [test, comparison] of [
    [term.left, term.right],
    [term.right, term.left],
  ] as const) {
    if (test.kind !== 'is' || test.negated || test.what !== 'NULL') continue;
    if (test.operand.kind !== 'parameter') continue;
    const { name } = test.operand;
    const bounded = boundedComparison(comparison, name, scan);
    if (bounded) return { parameter: name, rewriting: printExpressionText(bounded) };
  }
  return undefined;
}

const INEQUALITIES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** A comparison of the time with a parameter, in which the first or the last time stands for an absent one. */
function boundedComparison(
  comparison: Expression,
  parameter: string,
  scan: TableScan,
): Expression | undefined {
  const bound = (value: Expression, isLower: boolean) =>
    mentions(value, parameter) ? callOf('COALESCE', 0, [value, timeLiteral(scan, isLower)]) : value;
  if (comparison.kind === 'between' && !comparison.negated && isTime(comparison.operand, scan)) {
    const { high, low } = comparison;
    return { ...comparison, low: bound(low, true), high: bound(high, false) };
  }
  if (comparison.kind !== 'binary') return undefined;
  const { left, operator, right } = comparison;
  if (!INEQUALITIES.has(operator)) return undefined;
  const isLower = operator.startsWith('>');
  if (isTime(left, scan)) return { ...comparison, right: bound(right, isLower) };
  return isTime(right, scan) ? { ...comparison, left: bound(left, !isLower) } : undefined;
}

function isTime(node: Expression, { alias, table }: TableScan): node is Path {
  if (node.kind !== 'path') return false;
  const [first, second, ...more] = node.names.map(({ name }) => name.toLowerCase());
  const time = table.time?.toLowerCase();
  if (second === undefined) return first === time;
  return more.length === 0 && first === alias.toLowerCase() && second === time;
}

function mentions(value: Expression, parameter: string): boolean {
  return nodesOfKind(value, 'parameter').some(
    ({ name }) => name.toLowerCase() === parameter.toLowerCase(),
  );
}

const LIMITS = {
  DATE: ['0001-01-01', '9999-12-31'],
  DATETIME: ['0001-01-01 00:00:00', '9999-12-31 23:59:59.999999'],
  TIMESTAMP: ['0001-01-01 00:00:00+00', '9999-12-31 23:59:59.999999+00'],
} as const;

/** The first or the last value of the type of a table's time. */
function timeLiteral({ table }: TableScan, isFirst: boolean): Expression {
  const kind = table.columns.find(({ name }) => name === table.time)?.type.kind;
  const type = kind === 'DATE' || kind === 'DATETIME' ? kind : 'TIMESTAMP';
  return { kind: 'literal', at: 0, type, value: LIMITS[type][isFirst ? 0 : 1] };
}
