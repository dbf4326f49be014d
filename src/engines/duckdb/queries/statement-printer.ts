import { hash } from 'node:crypto';
import { getOrInsertComputed } from '../../../get-or-insert.ts';
import {
  arrayOf,
  type DuckDbStatement,
  isLarge,
  mayRaise,
  type NewestRows,
  newestRows,
  printDuckDb,
  readSingleRecords,
  SCALARS,
  type ScanPredicates,
  type Statement,
  type StoredStatement,
  scanPredicates,
  type TableScan,
} from '../../../googlesql/index.ts';
import type { BoundParameter, EngineQuery } from '../../engine.ts';
import type { ProcessStatement } from '../process/messages.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { readRecordsLate } from './late-records.ts';
import { ListedRecords } from './listed-records.ts';
import { refuseHeavyPlanning } from './planning-work.ts';
import { limitRows } from './row-limit.ts';
import { filesOf, type ScanSources, scanSources, withNewestFiles } from './scan-sources.ts';
import { type FileGroups, fileGroups, pathsOf, tableSource } from './table-source.ts';

/** The parts that do not depend on parameters. */
interface StatementFacts {
  readonly columnsKey: string;
  readonly predicates: readonly ScanPredicates[];
  /** Whether an expression of the statement may raise an error. */
  readonly mayRaise: boolean;
  /**
   * How single records are read as lists, where they have to be for callers' SQL. Rows of others in a file decide whether
   * its records are single. Which of several expressions raises an error, or is left out because another was false,
   * depends on that too, and so do the text and the depth of what DuckDB plans. So a statement reads lists if it may
   * raise an error or come near a limit of printing or planning.
   */
  readonly lists?: ListedRecords;
  /** The statement over stored records, by the limit of rows and the single records of each scan. */
  readonly stored: Map<string, PreparedStatement>;
}

/** A statement over stored records, and its scans of which the newest rows are enough. */
interface PreparedStatement extends StoredStatement {
  readonly newest: readonly NewestRows[];
  /** Its text, by the file groups of each scan. */
  readonly printed: Map<string, PrintedStatement>;
}

/** A statement's text, in which lists of files are parameters. */
interface PrintedStatement extends DuckDbStatement {
  /** The scans in it, in the order of their lists. */
  readonly scans: readonly TableScan[];
}

/** Statements over stored records that are kept for each statement, and texts that are kept for each of these. */
const MAX_STORED = 16;

/** Prints queries for engine processes, over the store's files within the statement's tenant and time bounds. */
export class StatementPrinter {
  readonly #store: ParquetStore;
  readonly #known = new WeakMap<Statement, StatementFacts>();

  constructor(store: ParquetStore) {
    this.#store = store;
  }

  /** The statement for an engine process, which stops it at `deadline`, in milliseconds since the epoch. */
  print(query: EngineQuery, deadline: number): ProcessStatement {
    const { statement, maxRows, maxBytes, isCallersSql } = query;
    const facts = getOrInsertComputed(this.#known, statement, factsOf);
    const { predicates } = facts;
    const found = scanSources(this.#store, predicates, query);
    const all = (isCallersSql ? facts.lists?.of(found) : undefined) ?? found;
    const prepared = storedStatement(query, facts, all);
    // A statement prepared for all files is correct for some of them too.
    const sources = withNewestFiles(all, prepared.newest, predicates, query);
    const groups = new Map([...sources].map(([scan, source]) => [scan, fileGroups(source)]));
    const { sql, parameters, scans } = printedStatement(query, prepared, sources, groups);
    const lists = fileLists(scans, groups);
    return {
      sql,
      parameters: parameters.map((name) => [name, lists.get(name) ?? parameterOf(query, name)]),
      files: filesOf(sources),
      columns: statement.columns,
      columnsKey: facts.columnsKey,
      maxRows,
      maxBytes,
      isCallersSql,
      deadline,
    };
  }
}

function factsOf({ columns, resolved }: Statement): StatementFacts {
  const isRaising = mayRaise(resolved);
  return {
    columnsKey: hash('sha256', JSON.stringify(columns), 'base64'),
    predicates: scanPredicates(resolved),
    mayRaise: isRaising,
    ...((isRaising || isLarge(resolved)) && { lists: new ListedRecords(resolved) }),
    stored: new Map(),
  };
}

/** The groups of files that each scan of a statement reads. */
type ScanGroups = ReadonlyMap<TableScan, FileGroups>;

/** Statements over files that are read alike have the same text, which takes 0.2 to 0.5 ms to print. */
function printedStatement(
  query: EngineQuery,
  { printed, resolved, scans }: PreparedStatement,
  sources: ScanSources,
  groups: ScanGroups,
): PrintedStatement {
  const key = [...groups.values()].map((group) => [...group.keys()].join()).join('\n');
  const known = printed.get(key);
  if (known) return known;
  if (printed.size >= MAX_STORED) printed.clear();
  const read: TableScan[] = [];
  const texts: string[] = [];
  let lists = 0;
  const printList = () => {
    lists += 1;
    return `$${listName(lists)}`;
  };
  const text = printDuckDb(resolved, {
    tableSource: (scan) => {
      const stored = scans.get(scan) ?? scan;
      const source = sources.get(stored);
      if (!source) throw new Error(`Cannot print the scan of "${scan.table.name}": it is new`);
      const sql = tableSource(source, scan.sources, printList);
      read.push(stored);
      texts.push(sql);
      return sql;
    },
  });
  if (query.isCallersSql) refuseHeavyPlanning(text.sql, texts);
  const made = { ...text, scans: read };
  printed.set(key, made);
  return made;
}

/**
 * The lists of files that a statement reads, as parameters of it.
 *
 * DuckDB plans a statement when it is prepared, and again when it is run, with the values of its parameters. What it
 * reads from a parameter's files it cannot know before, so it ends the first planning there.
 */
function fileLists(
  scans: readonly TableScan[],
  groups: ScanGroups,
): ReadonlyMap<string, BoundParameter> {
  const lists = scans.flatMap((scan) => [...(groups.get(scan)?.values() ?? [])].map(pathsOf));
  const type = arrayOf(SCALARS.STRING);
  return new Map(lists.map((value, i) => [listName(i + 1), { type, value }]));
}

function listName(number: number): string {
  return `_files_${number}`;
}

/** What is compiled for one storage of the tables is not used for another. */
function storedStatement(
  { statement, maxRows }: EngineQuery,
  { stored, mayRaise: isRaising }: StatementFacts,
  sources: ScanSources,
): PreparedStatement {
  const layouts = [...sources.values()].map(({ single }) => [...single].join());
  const key = [maxRows, ...layouts].join('\n');
  const known = stored.get(key);
  if (known) return known;
  if (stored.size >= MAX_STORED) stored.clear();
  // One row beyond the limit shows whether rows were cut.
  const limited = readRecordsLate(limitRows(statement.resolved, maxRows + 1));
  const none = new Set<string>();
  const read = readSingleRecords(limited, (scan) => sources.get(scan)?.single ?? none);
  // Which rows are read would decide whether an expression raises an error.
  const newest = isRaising ? [] : newestRows(read.resolved);
  const scanOf = ({ scan }: NewestRows) => read.scans.get(scan) ?? scan;
  const made = {
    ...read,
    newest: newest.map((rows) => ({ ...rows, scan: scanOf(rows) })),
    printed: new Map(),
  };
  stored.set(key, made);
  return made;
}

function parameterOf({ parameters }: EngineQuery, name: string): BoundParameter {
  const parameter = parameters.get(name);
  if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
  return parameter;
}
