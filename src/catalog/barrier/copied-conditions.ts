import {
  type Column,
  conjunctsOf,
  type Expression,
  type ResolvedStatement,
  type Scan,
  type Select,
  type WithRefScan,
} from '../../googlesql/index.ts';
import { type CteReads, cteReads } from '../cte-reads.ts';
import { comparisonOf } from './comparison.ts';
import { type BareColumn, type BarrierColumns, barrierColumns } from './proof.ts';
import { allOf } from './tenant-condition.ts';

/**
 * A statement's conditions on columns that its security barriers expose, rewritten to the bare columns, by the
 * barrier's innermost SELECT. There they prune files and partitions, and save the check of nested tenants for rows that
 * they exclude; above the barrier they cannot.
 *
 * Only comparisons of TIMESTAMP and STRING columns with constants are copied, which cannot fail. The originals stay in
 * place, so a row excluded here would have been excluded there. If a CTE is read several times, rows that any of the
 * reads may need are kept.
 */
export function copiedConditions(statement: ResolvedStatement): ReadonlyMap<Select, Expression> {
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

/** The origin of a column: a barrier's column, and the read of the CTE that contains the barrier. */
interface Source {
  readonly bare: BareColumn;
  readonly read: WithRefScan | undefined;
}

interface Bound extends Source {
  readonly read: WithRefScan;
  readonly bound: Expression;
}

/** The OR of the conditions of all reads of a CTE; none unless every read has one. */
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

/** The column's reference in the barrier's innermost SELECT, such as `t.timestamp`. */
function bareName({ scan, column }: BareColumn): Expression {
  const source = scan.sources[scan.columns.indexOf(column)] ?? column.name;
  return { kind: 'path', names: [scan.alias, source].map((name) => ({ name, at: 0 })), at: 0 };
}

/**
 * The origins of a scan's column to which a condition can be moved: not below a LIMIT, a window or an aggregation. It
 * may move to either side of a join: where the join would make the value NULL, the comparison drops the row.
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
