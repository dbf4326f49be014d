import type { BoundParameter } from '../../../src/engines/engine.ts';
import type {
  Column,
  FunctionCall,
  ResolvedExpression,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { conjunctsOf, everyExpression } from '../../../src/googlesql/analysis/resolved/traverse.ts';
import type { Value } from '../../../src/googlesql/value.ts';

/** The least and the greatest value that the partitioning column has in a partition, in microseconds. */
export interface PartitionRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** The values of constant expressions, in microseconds, those of arrays as lists; undefined of what is NULL. */
export type Moments = ReadonlyMap<ResolvedExpression, Moment>;

type Moment = bigint | undefined | readonly (bigint | undefined)[];

const DAY = 86_400_000_000n;

/**
 * The range of a partition by its id: `20260701` of a day, `2026070112` of an hour, `202607` of a month. Undefined for
 * other ids: of rows without a time, and of a table without partitions.
 */
export function partitionRange(id: string, type: string): PartitionRange | undefined {
  const [, year, month = '01', day = '01', hour = '00'] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?$/.exec(id) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(`${year}-${month}-${day}T${hour}:00:00Z`);
  const end = new Date(start);
  if (id.length === 4) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (id.length === 6) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setTime(end.getTime() + (id.length === 8 ? 86_400_000 : 3_600_000));
  const [first, next] = [start, end].map((date) => BigInt(date.getTime()) * 1_000n);
  if (first === undefined || next === undefined) return undefined;
  return { first, last: next - (type === 'DATE' ? DAY : 1n) };
}

/** The constant expressions that a condition compares a column with. */
export function constantsIn(
  condition: ResolvedExpression,
  column: Column,
): readonly ResolvedExpression[] {
  if (condition.kind !== 'call') return [];
  if (CONNECTIVES.test(condition.function.name)) {
    return partsOf(condition).flatMap((part) => constantsIn(part, column));
  }
  const others = condition.arguments.filter((part) => !isColumn(part, column));
  const isComparison = others.length === condition.arguments.length - 1;
  return isComparison ? others.filter(isConstant) : [];
}

/** Whether an expression has one value for all rows that BigQuery knows before it reads any. */
export function isConstant(expression: ResolvedExpression): boolean {
  return everyExpression([expression], 'own').every(
    ({ kind }) => kind !== 'column' && kind !== 'subquery',
  );
}

/**
 * Whether rows of a partition may meet a condition. Comparisons of the bare column with constants decide, joined by AND
 * and OR; of anything else, and of a constant that is NULL, they may. Rows without a time, whose partition has no range,
 * meet no comparison.
 */
export function mayHold(
  condition: ResolvedExpression,
  column: Column,
  range: PartitionRange | undefined,
  moments: Moments,
): boolean {
  if (condition.kind !== 'call') return true;
  const { name } = condition.function;
  if (CONNECTIVES.test(name)) {
    const parts = partsOf(condition).map((part) => mayHold(part, column, range, moments));
    return name === '$or' ? parts.some(Boolean) : parts.every(Boolean);
  }
  const others = condition.arguments.filter((part) => !isColumn(part, column));
  const isFirst = condition.arguments[0] !== others[0];
  const compare = COMPARISONS[isFirst ? name : (MIRRORED[name] ?? '')];
  if (!compare || others.length !== condition.arguments.length - 1) return true;
  const values = others.flatMap((other) => moments.get(other));
  if (!values.every((value) => value !== undefined)) return true;
  return range !== undefined && compare(range, values);
}

const CONNECTIVES = /^\$(?:and|or)$/;

function partsOf(call: FunctionCall): readonly ResolvedExpression[] {
  return call.function.name === '$and' ? conjunctsOf(call) : call.arguments;
}

function isColumn(expression: ResolvedExpression, column: Column): boolean {
  return expression.kind === 'column' && expression.column === column;
}

type Compare = (range: PartitionRange, values: readonly bigint[]) => boolean;

const isWithin = ({ first, last }: PartitionRange, value: bigint) =>
  first <= value && value <= last;

/** With the column on the left. */
const COMPARISONS: Readonly<Record<string, Compare>> = {
  $equal: (range, [value = 0n]) => isWithin(range, value),
  $less: ({ first }, [value = 0n]) => first < value,
  $less_or_equal: ({ first }, [value = 0n]) => first <= value,
  $greater: ({ last }, [value = 0n]) => last > value,
  $greater_or_equal: ({ last }, [value = 0n]) => last >= value,
  $between: ({ first, last }, [low = 0n, high = 0n]) => last >= low && first <= high,
  $in: (range, values) => values.some((value) => isWithin(range, value)),
  $in_array: (range, values) => values.some((value) => isWithin(range, value)),
};

/** Comparisons with the column on the right, as those with it on the left. */
const MIRRORED: Readonly<Record<string, string>> = {
  $equal: '$equal',
  $less: '$greater',
  $less_or_equal: '$greater_or_equal',
  $greater: '$less',
  $greater_or_equal: '$less_or_equal',
};

/** The moment of a value, or the moments of an array's. */
export function momentsOf(value: Value | undefined): Moment {
  return Array.isArray(value) ? value.map(momentOf) : momentOf(value as Value);
}

/** The moment of a TIMESTAMP, DATETIME or DATE; undefined of NULL and other values. */
export function momentOf(value: Value | undefined): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  const [, date, time = '00:00:00', fraction = ''] =
    (typeof value === 'string' &&
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?)?$/.exec(value)) ||
    [];
  if (date === undefined) return undefined;
  return BigInt(Date.parse(`${date}T${time}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/** The value of a parameter or a literal; undefined of other expressions. */
export function plainValue(
  expression: ResolvedExpression,
  parameters: ReadonlyMap<string, BoundParameter>,
): Value | undefined {
  if (expression.kind === 'literal') return expression.value;
  return expression.kind === 'parameter'
    ? (parameters.get(expression.name)?.value ?? null)
    : undefined;
}
