import { LRUCache } from 'lru-cache';
import type { ResolvedStatement, TableColumn, TableScan } from '#googlesql';
import { getOrInsertComputed } from '../../../values/memory.ts';
import { NO_SINGLE_RECORDS, withFieldsRead } from '../files/stored-columns.ts';
import { FieldUses } from '../records/field-uses.ts';
import type { ScanSources } from './scan-sources.ts';
import type { TableSource } from './table-source.ts';

/** Sets of single records whose columns are cached for a scan. */
const MAX_LAYOUTS = { max: 16 };

/**
 * Reads the single records of a statement's tables as lists of what the statement reads of them. The columns of a scan
 * are made once for each set of single records, so that the same files are read by the same text.
 */
export class ListedRecords {
  readonly #uses: FieldUses;
  readonly #columns = new Map<TableScan, LRUCache<string, readonly TableColumn[]>>();

  constructor(statement: ResolvedStatement) {
    this.#uses = new FieldUses(statement, { ofElements: true });
  }

  /** The same files with all records as lists. */
  of(sources: ScanSources): ScanSources {
    return new Map(
      [...sources].map(([scan, source]) => {
        const table = { ...source.table, columns: this.#columnsOf(scan, source) };
        return [scan, { ...source, table, single: NO_SINGLE_RECORDS }];
      }),
    );
  }

  #columnsOf(scan: TableScan, { table, single }: TableSource): readonly TableColumn[] {
    const layouts = getOrInsertComputed(this.#columns, scan, () => new LRUCache(MAX_LAYOUTS));
    const fieldsRead = (name: string) => {
      const column = scan.columns[scan.sources.indexOf(name)];
      return column ? this.#uses.of(column) : [];
    };
    return getOrInsertComputed(layouts, [...single].join(), () =>
      withFieldsRead(table.columns, single, fieldsRead),
    );
  }
}
