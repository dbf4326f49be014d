import {
  allOf,
  conjunctsOf,
  type Expression,
  type FieldUse,
  mapNodes,
  nodesIn,
  type OriginSearch,
  originsOf,
  type ResolvedStatement,
  type Scan,
  type Select,
  type WithRefScan,
} from '#googlesql';
import { type CteReads, cteReads } from '../ctes.ts';
import { comparedColumns } from './compared-columns.ts';
import { type BareColumn, type BarrierColumns, barrierColumns } from './proof.ts';
import type { WrittenConditions } from './written-conditions.ts';

/**
 * A statement's conditions on columns that its security barriers expose, rewritten to the bare columns, by the
 * barrier's innermost SELECT. There they prune files and partitions, and save the check of nested tenants for rows that
 * they exclude; above the barrier they cannot.
 *
 * Only comparisons of columns of one barrier with constants are copied, joined by AND and OR, which cannot fail. The
 * originals stay in place, so a row excluded here would have been excluded there. If a CTE is read several times, rows
 * that any of the reads may need are kept.
 */
export function copiedConditions(
  statement: ResolvedStatement,
  conditions: WrittenConditions,
): ReadonlyMap<Select, Expression> {
  const barriers = barrierColumns(statement);
  if (barriers.size === 0) return new Map();
  const { scans, ctes, reads } = cteReads(statement);
  const search: OriginSearch<BarrierColumn> = {
    ctes,
    origin: (scan, use) => sourceIn(scan, use, barriers),
    throughCte: (read, sources) => throughCte(read, sources, reads),
  };
  const copies = new Map<Select, Map<WithRefScan, Expression[]>>();
  for (const { read, bare, bound } of scans.flatMap((scan) => boundsOf(scan, search, conditions))) {
    const byRead = copies.get(bare.scan.select) ?? new Map<WithRefScan, Expression[]>();
    copies.set(bare.scan.select, byRead);
    byRead.set(read, [...(byRead.get(read) ?? []), bound]);
  }
  return new Map([...copies].flatMap(([select, byRead]) => combined(select, byRead, reads)));
}

type Reads = CteReads['reads'];

/** The origin of a column: a barrier's column, and the read of the CTE that contains the barrier. */
interface BarrierColumn {
  readonly bare: BareColumn;
  readonly read: WithRefScan | undefined;
}

interface Bound extends BarrierColumn {
  readonly read: WithRefScan;
  readonly bound: Expression;
}

/** The OR of the conditions of all reads of a CTE; none unless every read has one. */
function combined(
  select: Select,
  byRead: ReadonlyMap<WithRefScan, readonly Expression[]>,
  reads: Reads,
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

/** A longer condition, such as a list of hundreds of ids, is not repeated: engines limit the length of statements. */
const MAX_NODES = 200;

function boundsOf(
  scan: Scan,
  search: OriginSearch<BarrierColumn>,
  conditions: WrittenConditions,
): readonly Bound[] {
  if (scan.kind !== 'filter') return [];
  return conjunctsOf(scan.condition).flatMap((conjunct) => {
    const columns = comparedColumns(conjunct) ?? [];
    const written = conditions.writtenFor(conjunct);
    if (!written || nodesIn(written).length > MAX_NODES) return [];
    const origins = new Map(
      columns.map((column) => [column, originsOf(scan.input, { column, path: [] }, search)]),
    );
    const [first = []] = origins.values();
    return first.flatMap(({ bare, read }) => {
      const own = new Map(
        [...origins].flatMap(([column, all]) => {
          const found = all.find((one) => one.bare.scan === bare.scan && one.read === read);
          return found ? [[column, bareName(found.bare)]] : [];
        }),
      );
      if (!read || own.size < columns.length) return [];
      const leave = (node: Expression, original: Expression) => {
        const column = conditions.columnOf(original);
        return (column && own.get(column)) ?? node;
      };
      return [{ bare, read, bound: mapNodes({ written }, { leave }).written }];
    });
  });
}

/** The column's reference in the barrier's innermost SELECT, such as `t.timestamp`. */
function bareName({ scan, column }: BareColumn): Expression {
  const source = scan.sources[scan.columns.indexOf(column)] ?? column.name;
  return { kind: 'path', names: [scan.alias, source].map((name) => ({ name, at: 0 })), at: 0 };
}

/** The barrier's column, if the scan is the barrier that exposes it. */
function sourceIn(
  scan: Scan,
  { column, path }: FieldUse,
  barriers: BarrierColumns,
): BarrierColumn | undefined {
  const isHere = scan.kind === 'project' && scan.computed.some((own) => own.column === column);
  const bare = isHere && path.length === 0 ? barriers.get(column) : undefined;
  return bare && { bare, read: undefined };
}

/** The sources with the read of their CTE; behind further reads, only if nothing else reads those CTEs. */
function throughCte(
  read: WithRefScan,
  sources: readonly BarrierColumn[],
  reads: Reads,
): readonly BarrierColumn[] {
  const isOnlyRead = reads.get(read.cteId)?.length === 1;
  return sources.flatMap((source) => {
    if (!source.read) return [{ ...source, read }];
    return isOnlyRead ? [source] : [];
  });
}
