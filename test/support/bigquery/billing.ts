import type { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { mayHaveRows } from '../../../src/engines/duckdb/tables/suffix-conditions.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import { type LeafUse, LeafUses } from '../../../src/googlesql/analysis/properties/leaf-uses.ts';
import type {
  ResolvedExpression,
  TableScan,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { readableColumns } from '../../../src/googlesql/pseudo-columns.ts';
import type { CatalogTable } from './catalog.ts';
import type { CheckedQuery } from './checked-query.ts';
import {
  leavesOf,
  measure,
  partitionColumn,
  partitionKey,
  type StoredPartition,
} from './leaf-sizes.ts';
import { askTable, evaluate } from './own-query.ts';
import {
  constantsIn,
  type Moments,
  mayHold,
  momentsOf,
  partitionRange,
  plainValue,
} from './partition-bounds.ts';
import { scanConditions } from './scan-conditions.ts';

/** What one scan of a table reads. */
export interface ScanBytes {
  /** The id of the table in its dataset. */
  readonly table: string;
  /** The ids of the partitions that it reads, with the suffix of their table in front (`2026/20260701`) of a wildcard. */
  readonly partitions: readonly string[];
  /** The paths of the columns and fields that it reads: `metadata.request.path`. */
  readonly leaves: readonly string[];
  readonly bytes: number;
}

/** What a query reads, and what is charged for that. */
export interface Bytes {
  readonly processed: number;
  readonly billed: number;
  readonly scans: readonly ScanBytes[];
}

const MIB = 1_048_576;
const MIN_PER_TABLE = 10 * MIB;

/**
 * What a query costs on demand: of each scan of a table in the statement, the leaves that it reads in the partitions
 * within its bounds. A dry run and the query itself are counted in the same way.
 *
 * - Sizes are those of [Google's table](https://cloud.google.com/bigquery/pricing#data), by type and value, before
 *   compression. Each table is charged for 10 MB at least, and the sum is rounded up to a megabyte.
 * - `LeafUses` says which leaves are read, where `CASE WHEN … THEN column END` reads all of the column. Google documents
 *   that columns are read one by one, and nothing of leaves. That a path through an UNNEST, a subquery in FROM or an array
 *   subquery reads the leaf alone is an assumption, and so is it that a struct constructor reads all of which it is made.
 * - A partition is left out where the conditions of its scan, among them those of the SELECTs around subqueries in FROM
 *   (`scanConditions`), compare its bare column with constants. A constant that is NULL leaves out none.
 * - Two scans of a table are two readings, although the service seems to count what both of them read once. A CTE is as
 *   many scans as are written in it, however often it is read.
 */
export class Billing {
  readonly #store: TableFiles;
  readonly #scale: number;
  readonly #engine: DuckDbEngine;

  /** `scale` makes small fixtures as dear as real tables. */
  constructor(store: TableFiles, scale: number, engine: DuckDbEngine) {
    this.#store = store;
    this.#scale = scale;
    this.#engine = engine;
  }

  async bytes(
    { statement: { resolved }, tables }: CheckedQuery,
    parameters: ReadonlyMap<string, BoundParameter>,
  ): Promise<Bytes> {
    const entries = new Map(tables.map((entry) => [entry.table, entry]));
    const conditions = scanConditions(resolved);
    const uses = new LeafUses(resolved, { throughGuards: false }).scans;
    const reads = [...uses].flatMap(([scan, own]) => {
      const entry = entries.get(scan.table);
      return entry ? [{ scan, entry, conditions: conditions.get(scan) ?? [], uses: own }] : [];
    });
    const scans = await Promise.all(reads.map((read) => this.#scanBytes(read, parameters)));
    const byTable = Map.groupBy(scans, ({ table }) => table);
    const charged = [...byTable.values()].map((own) => Math.max(MIN_PER_TABLE, sumOf(own)));
    return {
      scans,
      processed: sumOf(scans),
      billed: Math.ceil(charged.reduce((total, bytes) => total + bytes, 0) / MIB) * MIB,
    };
  }

  async #scanBytes(read: ReadScan, parameters: Parameters): Promise<ScanBytes> {
    const { entry, scan, uses } = read;
    const leaves = readableColumns(scan.table).flatMap(({ name, type }) => {
      const use = isStored(entry, name) ? uses.get(name) : undefined;
      return use ? leavesOf(name, type, use) : [];
    });
    const { state } = this.#store.list(scan.table.name);
    const [isRead, stored] = await Promise.all([
      this.#partitionFilter(read, parameters),
      measure(entry, state.local, leaves, (sql) => askTable(this.#engine, sql, entry.table)),
    ]);
    const partitions = stored.partitions.filter(isRead).map(partitionKey).toSorted();
    const bytes = stored.leaves.flatMap((leaf) => partitions.map((key) => leaf.get(key) ?? 0));
    return {
      table: entry.id,
      partitions,
      leaves: leaves.map(({ path }) => path),
      bytes: Math.ceil(bytes.reduce((total, size) => total + size, 0) * this.#scale),
    };
  }

  /** Whether a scan reads a partition. */
  async #partitionFilter(
    { conditions, entry, scan }: ReadScan,
    parameters: Parameters,
  ): Promise<(partition: StoredPartition) => boolean> {
    const column = partitionColumn(entry);
    const bound = column && scan.columns[scan.sources.indexOf(column.name)];
    const moments = bound ? await this.#moments(conditions, bound, parameters) : new Map();
    return ({ id, suffix }) => {
      const range = partitionRange(id, column?.type.kind ?? '');
      return (
        mayHaveRows({ conjuncts: conditions, scan }, suffix, parameters) &&
        conditions.every((one) => !bound || mayHold(one, bound, range, moments))
      );
    };
  }

  /** The values of what the partitioning column is compared with. */
  async #moments(
    conditions: readonly ResolvedExpression[],
    column: TableScan['columns'][number],
    parameters: Parameters,
  ): Promise<Moments> {
    const constants = [...new Set(conditions.flatMap((one) => constantsIn(one, column)))];
    const moments = new Map<ResolvedExpression, ReturnType<typeof momentsOf>>();
    const computed: ResolvedExpression[] = [];
    for (const constant of constants) {
      const value = plainValue(constant, parameters);
      if (value === undefined) computed.push(constant);
      else moments.set(constant, momentsOf(value));
    }
    if (computed.length === 0) return moments;
    // The query itself says what is wrong with its constants.
    const values = await evaluate(this.#engine, computed, parameters).catch(() => []);
    for (const [i, constant] of computed.entries()) moments.set(constant, momentsOf(values[i]));
    return moments;
  }
}

type Parameters = ReadonlyMap<string, BoundParameter>;

interface ReadScan {
  readonly scan: TableScan;
  readonly entry: CatalogTable;
  readonly conditions: readonly ResolvedExpression[];
  readonly uses: ReadonlyMap<string, LeafUse>;
}

/** Pseudo-columns take no room. */
function isStored({ table }: CatalogTable, name: string): boolean {
  return table.columns.some((column) => column.name === name);
}

function sumOf(scans: readonly ScanBytes[]): number {
  return scans.reduce((total, { bytes }) => total + bytes, 0);
}
