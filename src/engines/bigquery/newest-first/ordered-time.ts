import {
  andTerms,
  type Column,
  equalTrees,
  guardedValue,
  type ResolvedExpression,
  type Scan,
  type ScanOf,
  type TableScan,
} from '#googlesql';
import type { RowChain } from './row-chain.ts';

/** The types in which an expression can be the time of a table: INT64 has microseconds since the epoch. */
export type TimeForm = 'TIMESTAMP' | 'DATETIME' | 'DATE' | 'INT64';

/**
 * The form in which an expression over a scan of a chain, that at `depth`, has the time of the table: the column itself, or
 * what is strictly monotone in it, so that both have the same order and the same ties. Undefined for any other expression.
 */
export function timeForm(
  expression: ResolvedExpression,
  chain: RowChain,
  depth: number,
): TimeForm | undefined {
  if (expression.kind === 'column') return columnForm(expression.column, chain, depth);
  const guarded = guardedValue(expression);
  if (guarded) {
    const { condition, value } = guarded;
    const isTrue = isOwnGuard(condition.column, chain.scans.slice(depth));
    return isTrue ? timeForm(value, chain, depth) : undefined;
  }
  const conversion = conversionOf(expression);
  const from = conversion && timeForm(conversion.operand, chain, depth);
  return conversion && from && CONVERSIONS.has(`${from} ${conversion.to}`)
    ? conversion.to
    : undefined;
}

/** The conversions, in UTC, that have another result for every other time. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  ...['TIMESTAMP TIMESTAMP', 'TIMESTAMP DATETIME', 'TIMESTAMP INT64'],
  ...['DATETIME DATETIME', 'DATETIME TIMESTAMP'],
  ...['DATE DATE', 'DATE DATETIME', 'DATE TIMESTAMP'],
]);

/** Types that times have, and functions of the same names that convert as CAST does where they have one argument. */
const CIVIL: ReadonlySet<string> = new Set(['TIMESTAMP', 'DATETIME', 'DATE']);

interface Conversion {
  readonly operand: ResolvedExpression;
  readonly to: TimeForm;
}

function conversionOf(expression: ResolvedExpression): Conversion | undefined {
  if (expression.kind === 'cast') {
    const { expression: operand, type } = expression;
    return isCivil(type.kind) ? { operand, to: type.kind } : undefined;
  }
  if (expression.kind !== 'call') return undefined;
  const [operand, ...more] = expression.arguments;
  const { name } = expression.function;
  if (!operand || more.length > 0) return undefined;
  if (name === 'UNIX_MICROS') return { operand, to: 'INT64' };
  return isCivil(name) ? { operand, to: name } : undefined;
}

function isCivil(name: string): name is 'TIMESTAMP' | 'DATETIME' | 'DATE' {
  return CIVIL.has(name);
}

function columnForm(column: Column, chain: RowChain, depth: number): TimeForm | undefined {
  const scan = chain.scans[depth];
  if (!scan) return undefined;
  if (scan.kind === 'table') return tableForm(column, scan);
  const below = depth + 1;
  if (scan.kind === 'with_ref') {
    const own = cteColumn(column, scan, chain);
    return own && columnForm(own, chain, below);
  }
  const computed =
    scan.kind === 'project' && scan.computed.find((one) => one.column.id === column.id);
  return computed ? timeForm(computed.expression, chain, below) : columnForm(column, chain, below);
}

function cteColumn(
  column: Column,
  { columns, cteId, sources }: ScanOf<'with_ref'>,
  { ctes }: RowChain,
): Column | undefined {
  const place = sources[columns.findIndex(({ id }) => id === column.id)];
  return ctes.get(cteId)?.columns[place ?? -1]?.column;
}

function tableForm(column: Column, { columns, sources, table }: TableScan): TimeForm | undefined {
  const source = sources[columns.findIndex(({ id }) => id === column.id)];
  const { kind } = column.type;
  return source !== undefined && source === table.time && isCivil(kind) ? kind : undefined;
}

/**
 * Whether a column is true of every row that leaves the SELECT of the table: a security barrier guards its columns by a
 * condition that its own WHERE has too.
 */
function isOwnGuard(column: Column, [project, filter, table]: readonly Scan[]): boolean {
  if (project?.kind !== 'project' || filter?.kind !== 'filter' || table?.kind !== 'table') {
    return false;
  }
  if (!project.computed.some((own) => own.column.id === column.id)) return false;
  const { items, where } = table.select;
  const guards = items.flatMap((item) =>
    item.kind === 'select_expression' && item.alias?.name === column.name ? item.expression : [],
  );
  const [guard, ...others] = guards;
  if (!guard || others.length > 0) return false;
  const terms = andTerms(where);
  return andTerms(guard).every((term) => terms.some((other) => equalTrees(other, term)));
}
