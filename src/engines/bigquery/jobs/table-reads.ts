import {
  allUses,
  type LeafUse,
  LeafUses,
  type Query,
  type ResolvedStatement,
  type Select,
  walk,
} from '#googlesql';
import { usesWholeRecords } from '../../whole-records.ts';
import type { TableRead } from '../warehouse/column-list.ts';

type Uses = ReadonlyMap<string, LeafUse>;

/** Says of each table in FROM what its statement reads of it. */
export class TableReads {
  readonly #scans: LeafUses['scans'];
  readonly #records: TableRead['records'];
  readonly #names: TableRead['names'];

  constructor(tree: Query, resolved: ResolvedStatement) {
    this.#scans = new LeafUses(resolved, { throughGuards: true }).scans;
    this.#records = usesWholeRecords(resolved) ? 'declared' : 'stored';
    this.#names = namedFields(tree);
  }

  /** What is read of a table under a range variable of a SELECT of the tree. */
  of(table: string, select: Select, alias: string): TableRead {
    const scans = [...this.#scans].filter(([scan]) => scan.table.name === table);
    const own = scans.filter(([scan]) => scan.select === select && scan.alias === alias);
    // A SELECT that is none of the analysed ones may be any of them, or one that nothing reads.
    const uses = allUses((own.length > 0 ? own : scans).map(([, columns]): Uses => columns));
    return { records: this.#records, useOf: (column) => uses.get(column), names: this.#names };
  }
}

/** Whether a text may name a field: one with `*` may name all of a record. */
function namedFields(tree: Query): (field: string) => boolean {
  const names = new Set<string>();
  let hasStar = false;
  walk(tree, (node) => {
    if ('kind' in node && node.kind === 'select_star') hasStar = true;
    if ('name' in node && typeof node.name === 'string') names.add(node.name.toLowerCase());
  });
  return (field) => hasStar || names.has(field.toLowerCase());
}
