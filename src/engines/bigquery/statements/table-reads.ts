import {
  allUses,
  type LeafUse,
  LeafUses,
  nodesOfKind,
  type Query,
  type ResolvedStatement,
  type Select,
  type TableScan,
  writtenNames,
} from '#googlesql';
import { usesWholeRecords } from '../../whole-records.ts';
import type { TableRead } from '../warehouse/column-list.ts';

type Uses = ReadonlyMap<string, LeafUse>;

/** Says of each table in FROM what its statement reads of it. */
export class TableReads {
  readonly #scans: LeafUses['scans'];
  readonly #selects: ReadonlySet<Select>;
  readonly #records: TableRead['records'];
  readonly #names: TableRead['names'];
  readonly #found = new Set<TableScan>();

  constructor(tree: Query, resolved: ResolvedStatement) {
    this.#scans = new LeafUses(resolved, { throughGuards: true }).scans;
    this.#selects = selectsOf(tree);
    this.#records = usesWholeRecords(resolved) ? 'declared' : 'stored';
    this.#names = namedFields(tree);
  }

  /** What is read of a table under a range variable of a SELECT of the tree. */
  of(table: string, select: Select, alias: string): TableRead {
    const scans = [...this.#scans].filter(([scan]) => scan.table.name === table);
    // An analysed SELECT that is not in the tree may be a copy of any, and one that was not analysed is read by nothing.
    const own = scans.filter(
      ([scan]) =>
        (scan.select === select && scan.alias === alias) || !this.#selects.has(scan.select),
    );
    for (const [scan] of own) this.#found.add(scan);
    const uses = allUses(own.map(([, columns]): Uses => columns));
    return { records: this.#records, useOf: (column) => uses.get(column), names: this.#names };
  }

  /** The tables of scans that were asked for by none of their range variables: what they read would be NULL. */
  missed(): readonly string[] {
    const missed = [...this.#scans.keys()].filter((scan) => !this.#found.has(scan));
    return missed.map(({ table }) => table.name);
  }
}

function selectsOf(tree: Query): ReadonlySet<Select> {
  return new Set(nodesOfKind(tree, 'select'));
}

/** Whether a text may name a field: one with `*` may name all of a record. */
function namedFields(tree: Query): (field: string) => boolean {
  const names = new Set(writtenNames(tree).map((name) => name.toLowerCase()));
  const hasStar = nodesOfKind(tree, 'select_star').length > 0;
  return (field) => hasStar || names.has(field.toLowerCase());
}
