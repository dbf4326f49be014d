import { TABLE_SUFFIX, type Table, type TableScan } from '#googlesql';
import { FieldstoneError } from '../../../errors.ts';
import type { EngineQuery } from '../../engine.ts';
import type { ScanPredicates } from '../../scan-predicates.ts';
import { type DemoRows, demoRange } from '../demo/demo-rows.ts';
import { parseDataFault, problemIn } from '../files/data-fault.ts';
import {
  type DescribedFile,
  descriptionKey,
  type FileDescription,
} from '../files/file-description.ts';
import { type FileFault, faultText } from '../files/find-fault.ts';
import { uncheckedPaths } from '../files/required-fields.ts';
import type { FilesRead } from '../process/messages.ts';
import { FileFacts } from './file-facts.ts';
import { filesWithin } from './files-within.ts';
import { fingerprintAt, type TableFile } from './list-files.ts';
import { timeBounds } from './scan-bounds.ts';
import type { ScanSources } from './scan-sources.ts';
import { mayHaveRows } from './suffix-conditions.ts';
import type { Listing, TableFiles } from './table-files.ts';
import { type DemoSource, sourceOf, type TableSource } from './table-source.ts';
import type { TimeBounds } from './time-range.ts';

/** Dependencies of a `TableReader`. */
export interface TableReaderOptions {
  readonly files: TableFiles;
  /** Rows that tables have beside those of their files. */
  readonly demo: ReadonlyMap<string, DemoRows>;
  /** Microseconds since the epoch: up to when there are demo rows. */
  readonly clock: () => bigint;
  readonly describe: DescribeFiles;
  /** Says which columns and fields of Parquet files are never NULL. */
  readonly filled: (files: readonly DescribedFile[]) => Promise<readonly (readonly string[])[]>;
  /** Finds the first value in files that cannot be converted. */
  readonly locate: (read: FilesRead) => Promise<FileFault | undefined>;
}

/** Says what files are, in their order; rejects with the error of one that cannot be described. */
export type DescribeFiles = (paths: readonly string[]) => Promise<readonly FileDescription[]>;

/** The files of some tables at one moment. */
export type Listings = ReadonlyMap<string, Listing>;

/** A file that cannot be read, and why. */
export interface Damage {
  readonly file: TableFile;
  /** For the log. */
  readonly line: string;
}

/** Finds out what the scans of statements read. */
export class TableReader {
  readonly #options: TableReaderOptions;
  readonly #descriptions: FileFacts<FileDescription>;
  readonly #filled: FileFacts<readonly string[]>;

  constructor(options: TableReaderOptions) {
    this.#options = options;
    this.#descriptions = new FileFacts((files) => options.describe(files.map(({ path }) => path)));
    this.#filled = new FileFacts((files) =>
      options.filled(files.flatMap((file) => this.#described(file))),
    );
  }

  /** The files of some tables now. */
  list(tables: readonly string[]): Listings {
    return new Map(tables.map((name) => [name, this.#options.files.list(name)]));
  }

  /** Whether the files have changed since they were listed. */
  hasChanged(listings: Listings): boolean {
    return [...listings].some(([name, { state }]) => {
      return this.#options.files.listNow(name).state.local !== state.local;
    });
  }

  /**
   * Whether files that were replaced since they were listed have other columns than they were read with: names and types
   * would have been taken for those of other columns.
   */
  async haveOtherColumns(listings: Listings): Promise<boolean> {
    const described = [...listings.values()].flatMap(({ files }) =>
      files.flatMap((file) => {
        const description = this.#descriptions.get(file);
        return description && dependsOnColumns(description) ? [{ file, description }] : [];
      }),
    );
    const replaced = described.filter(({ file: { fingerprint, path } }) => {
      const now = fingerprintAt(path);
      return now !== undefined && now !== fingerprint;
    });
    if (replaced.length === 0) return false;
    try {
      const now = await this.#options.describe(replaced.map(({ file }) => file.path));
      const isOther = replaced.some(
        ({ description }, i) =>
          descriptionKey(description) !== descriptionKey(now[i] ?? description),
      );
      return isOther || (await this.#haveOtherNulls(replaced.map(({ file }) => file)));
    } catch {
      return true;
    }
  }

  /** Whether files that were read as never NULL in some columns may be NULL in them now. */
  async #haveOtherNulls(files: readonly TableFile[]): Promise<boolean> {
    const known = files.filter((file) => this.#filled.get(file));
    if (known.length === 0) return false;
    const now = await this.#options.filled(known.flatMap((file) => this.#described(file)));
    return known.some((file, i) => {
      const filled = new Set(now[i]);
      return this.#filled.of(file).some((path) => !filled.has(path));
    });
  }

  /** What the scans of a query read: the files of each within its time bounds. */
  async read(
    listings: Listings,
    predicates: readonly ScanPredicates[],
    { parameters }: Pick<EngineQuery, 'parameters'>,
  ): Promise<ScanSources> {
    const scans = predicates.map((predicate) => {
      const { scan } = predicate;
      refuseArrival(scan);
      const bounds = timeBounds(predicate, parameters);
      const all = listings.get(scan.table.name)?.files ?? [];
      const files = filesWithin(all, bounds).filter(({ suffix }) =>
        mayHaveRows(predicate, suffix, parameters),
      );
      return { scan, bounds, files };
    });
    await this.#descriptions.add([...new Set(scans.flatMap(({ files }) => files))]);
    await this.#filled.add([...new Set(scans.flatMap((one) => this.#uncheckedIn(one)))]);
    return new Map(scans.map((one) => [one.scan, this.#sourceOf(one)]));
  }

  /** Which of the files an error is about, and what is wrong with each. */
  async damageOf(
    listings: Listings,
    predicates: readonly ScanPredicates[],
    message: string,
  ): Promise<readonly Damage[]> {
    const isOfValue = parseDataFault(message) !== undefined;
    const all = new Set([...listings.values()].flatMap(({ files }) => files));
    const damaged = isOfValue ? all : filesIn(message, all);
    for (const table of new Set(predicates.map(({ scan }) => scan.table))) {
      const files = (listings.get(table.name)?.files ?? []).filter((file) => damaged.has(file));
      const found = await this.#options.locate({
        files: files.flatMap((file) => this.#described(file)),
        table: { columns: table.columns },
        names: table.columns.map(({ name }) => name),
      });
      const file = files.find(({ path }) => path === found?.file);
      const isPlaced = isOfValue || found?.line !== undefined;
      if (found && file && isPlaced) return [{ file, line: faultText(found) }];
    }
    if (isOfValue) return [];
    const problem = problemIn(message);
    return [...damaged].map((file) => ({
      file,
      line: problem.includes(file.path) ? problem : `"${file.path}" cannot be read: ${problem}`,
    }));
  }

  #described(file: TableFile): readonly DescribedFile[] {
    const description = this.#descriptions.get(file);
    return description ? [{ path: file.path, description }] : [];
  }

  #sourceOf({ bounds, files, scan }: ScanFiles): TableSource {
    const described = files.map((file) => ({
      path: file.path,
      suffix: file.suffixPlace,
      description: this.#descriptions.of(file),
      filled: this.#filledOf(scan.table, file),
    }));
    return sourceOf(scan.table, described, this.#demoOf(scan.table, bounds));
  }

  /** The files of a scan that may have NULL in REQUIRED columns or fields. */
  #uncheckedIn({ files, scan }: ScanFiles): readonly TableFile[] {
    return files.filter(
      (file) => uncheckedPaths(scan.table.columns, this.#descriptions.of(file)).length > 0,
    );
  }

  #filledOf({ columns }: Table, file: TableFile): readonly string[] | undefined {
    const unchecked = uncheckedPaths(columns, this.#descriptions.of(file));
    if (unchecked.length === 0) return undefined;
    const filled = new Set(this.#filled.of(file).map((path) => path.toLowerCase()));
    return unchecked.filter((path) => filled.has(path.toLowerCase()));
  }

  #demoOf({ columns, name }: Table, bounds: TimeBounds): DemoSource | undefined {
    const rows = this.#options.demo.get(name);
    return rows && { rows, columns, ...demoRange(this.#options.clock(), bounds) };
  }
}

/** Files do not say when their rows arrived. */
function refuseArrival({ sources, table }: TableScan): void {
  const arrival = table.pseudo?.find(({ name }) => name !== TABLE_SUFFIX && sources.includes(name));
  if (!arrival) return;
  throw new FieldstoneError(
    'ENGINE_FAILED',
    `The embedded engine has no ${arrival.name}: only BigQuery knows when rows arrived`,
  );
}

/** Files of imports do not change, and NDJSON is read by the names in each line. */
function dependsOnColumns(description: FileDescription): boolean {
  return description.format === 'parquet' ? !description.isImported : description.format === 'csv';
}

/** The files that a message names: a path may be the beginning of another. */
function filesIn(message: string, files: ReadonlySet<TableFile>): ReadonlySet<TableFile> {
  const named = new Set<TableFile>();
  let rest = message;
  for (const file of [...files].toSorted((a, b) => b.path.length - a.path.length)) {
    if (!rest.includes(file.path)) continue;
    named.add(file);
    rest = rest.replaceAll(file.path, '');
  }
  return named;
}

/** A scan, and the files that it needs within its time bounds. */
interface ScanFiles {
  readonly scan: TableScan;
  readonly bounds: TimeBounds;
  readonly files: readonly TableFile[];
}
