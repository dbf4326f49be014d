import {
  type BinaryOperator,
  type Column,
  conjunctsOf,
  type Expression,
  type FunctionCall,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type Select,
  type WithRefScan,
} from '../../googlesql/index.ts';
import { type CteReads, cteReads } from '../cte-reads.ts';
import { constantTime } from './constant-time.ts';
import { type BareColumn, type BarrierColumns, barrierColumns } from './proof.ts';
import { allOf } from './tenant-condition.ts';

/**
 * The conditions on time that a statement puts on what its security barriers expose, as conditions on the bare column,
 * by the barrier's innermost SELECT. There they prune files and partitions; above the barrier they cannot.
 *
 * Only comparisons with constants are copied, which cannot fail. They stay where they are too, so a row that is left
 * out here would have been left out there. Where a CTE is read several times, a row stays that one of them may need.
 */
export function copiedBounds(statement: ResolvedStatement): ReadonlyMap<Select, Expression> {
  const barriers = barrierColumns(statement);
  if (barriers.size === 0) return new Map();
  const context: Context = { ...cteReads(statement), barriers };
  const found = new Map<Select, Map<WithRefScan, Expression[]>>();
  for (const { read, bare, bound } of context.scans.flatMap((scan) => boundsOf(scan, context))) {
    const byRead = found.get(bare.scan.select) ?? new Map<WithRefScan, Expression[]>();
    found.set(bare.scan.select, byRead);
    byRead.set(read, [...(byRead.get(read) ?? []), bound]);
  }
  return new Map([...found].flatMap(([select, byRead]) => combined(select, byRead, context)));
}

interface Context extends CteReads {
  readonly barriers: BarrierColumns;
}

/** Where a column comes from: a barrier's column, through the read of the CTE that holds the barrier. */
interface Source {
  readonly bare: BareColumn;
  readonly read: WithRefScan | undefined;
}

interface Bound extends Source {
  readonly read: WithRefScan;
  readonly bound: Expression;
}

/** What all reads of a CTE ask for; nothing unless each of them asks for something. */
function combined(
  select: Select,
  byRead: ReadonlyMap<WithRefScan, readonly Expression[]>,
  { reads }: Context,
): readonly (readonly [Select, Expression])[] {
  const [first] = byRead.keys();
  if (first === undefined || reads.get(first.cteId)?.length !== byRead.size) return [];
  const [head, ...rest] = [...byRead.values()].map((bounds) => allOf(bounds));
  const either = rest.reduce<Expression | undefined>(
    (left, right) => left && right && { kind: 'binary', operator: 'OR', left, right, at: right.at },
    head,
  );
  return either ? [[select, either]] : [];
}

function boundsOf(scan: Scan, context: Context): readonly Bound[] {
  if (scan.kind !== 'filter') return [];
  return conjunctsOf(scan.condition).flatMap((conjunct) => {
    const comparison = comparisonOf(conjunct);
    if (!comparison) return [];
    return sourcesOf(scan.input, comparison.column, context).flatMap(({ bare, read }) =>
      read ? [{ bare, read, bound: comparison.onto(bareName(bare)) }] : [],
    );
  });
}

interface Comparison {
  readonly column: Column;
  /** The same comparison of another operand. */
  onto(operand: Expression): Expression;
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  $equal: '=',
  $less: '<',
  $less_or_equal: '<=',
  $greater: '>',
  $greater_or_equal: '>=',
};

/** A comparison of a column with constants. */
function comparisonOf(conjunct: ResolvedExpression): Comparison | undefined {
  if (conjunct.kind !== 'call') return undefined;
  if (conjunct.function.name === '$between') return betweenOf(conjunct);
  const operator = OPERATORS[conjunct.function.name];
  const [left, right] = conjunct.arguments;
  if (!operator || !left || !right) return undefined;
  if (left.kind === 'column') {
    const constant = constantTime(right);
    if (!constant) return undefined;
    return { column: left.column, onto: (operand) => binary(operator, operand, constant) };
  }
  const constant = right.kind === 'column' ? constantTime(left) : undefined;
  if (!constant || right.kind !== 'column') return undefined;
  return { column: right.column, onto: (operand) => binary(operator, constant, operand) };
}

function betweenOf({ arguments: [value, from, to] }: FunctionCall): Comparison | undefined {
  const low = from && constantTime(from);
  const high = to && constantTime(to);
  if (value?.kind !== 'column' || !low || !high) return undefined;
  return {
    column: value.column,
    onto: (operand) => ({ kind: 'between', negated: false, operand, low, high, at: 0 }),
  };
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right, at: 0 };
}

/** `t.timestamp`, as it stands in the innermost SELECT of the barrier. */
function bareName({ scan, column }: BareColumn): Expression {
  const source = scan.sources[scan.columns.indexOf(column)] ?? column.name;
  return { kind: 'path', names: [scan.alias, source].map((name) => ({ name, at: 0 })), at: 0 };
}

/**
 * Where the values of a scan's column come from, as far as a condition on it may be evaluated there: not below a
 * LIMIT, a window or an aggregation. A join may be passed on either side: where it would make a NULL of the value, the
 * comparison drops the row.
 */
function sourcesOf(scan: Scan, column: Column, context: Context): readonly Source[] {
  switch (scan.kind) {
    case 'filter':
    case 'order_by':
      return sourcesOf(scan.input, column, context);
    case 'with':
      return sourcesOf(scan.body, column, context);
    case 'array':
      return scan.input ? sourcesOf(scan.input, column, context) : [];
    case 'join':
      return [scan.left, scan.right].flatMap((side) => sourcesOf(side, column, context));
    case 'project':
      return projectSources(scan, column, context);
    case 'set_operation':
      return unionSources(scan, column, context);
    case 'with_ref':
      return cteSources(scan, column, context);
    default:
      return [];
  }
}

type Of<Kind extends Scan['kind']> = Extract<Scan, { kind: Kind }>;

function projectSources(scan: Of<'project'>, column: Column, context: Context): readonly Source[] {
  const bare = context.barriers.get(column);
  const computed = scan.computed.find((candidate) => candidate.column === column);
  if (!computed) return sourcesOf(scan.input, column, context);
  if (bare) return [{ bare, read: undefined }];
  const { expression } = computed;
  return expression.kind === 'column' ? sourcesOf(scan.input, expression.column, context) : [];
}

function unionSources(
  scan: Of<'set_operation'>,
  column: Column,
  context: Context,
): readonly Source[] {
  const index = scan.columns.indexOf(column);
  if (index < 0 || scan.operator !== 'UNION') return [];
  return scan.inputs.flatMap((input) => {
    const own = input.columns[index];
    return own ? sourcesOf(input.scan, own, context) : [];
  });
}

function cteSources(read: WithRefScan, column: Column, context: Context): readonly Source[] {
  const cte = context.ctes.get(read.cteId);
  const source = read.sources[read.columns.indexOf(column)];
  const own = source === undefined ? undefined : cte?.columns[source]?.column;
  if (!cte || !own || cte.isRecursive) return [];
  const isOnlyRead = context.reads.get(cte.id)?.length === 1;
  return sourcesOf(cte.scan, own, context).flatMap((found) => {
    if (!found.read) return [{ ...found, read }];
    return isOnlyRead ? [found] : [];
  });
}
