import { createHash } from 'node:crypto';
import {
  arrayOf,
  FieldUses,
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
} from '../../../googlesql/index.ts';
import type { BoundParameter, EngineQuery } from '../../engine.ts';
import type { ProcessStatement } from '../process/messages.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { NO_SINGLE_RECORDS, withFieldsRead } from '../store/stored-columns.ts';
import { refuseHeavyPlanning } from './planning-work.ts';
import { limitRows } from './row-limit.ts';
import { filesOf, type ScanSources, scanSources, withNewestFiles } from './scan-sources.ts';
import { tableSource } from './table-source.ts';

/** The parts that do not depend on parameters. */
interface StatementFacts {
  readonly columnsKey: string;
  readonly predicates: readonly ScanPredicates[];
  /** Whether an expression of the statement may raise an error. */
  readonly mayRaise: boolean;
  /** Whether it is large enough to meet a limit of printing or planning. */
  readonly isLarge: boolean;
  /** The statement over stored records, by the limit of rows and the single records of each scan. */
  readonly stored: Map<string, PreparedStatement>;
}

/** A statement over stored records, and its scans of which the newest rows are enough. */
interface PreparedStatement extends StoredStatement {
  readonly newest: readonly NewestRows[];
}

/** Statements over stored records that are kept for each statement. */
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
    const facts = this.#factsOf(statement);
    const { predicates } = facts;
    const found = scanSources(this.#store, predicates, query);
    const all = readsLists(query, facts) ? withLists(found, statement) : found;
    const { newest, resolved, scans } = storedStatement(query, facts, all);
    // What was prepared for all files is right for some of them.
    const sources = withNewestFiles(all, newest, predicates, query);
    const lists = new FileLists();
    const printedSources: string[] = [];
    const printed = printDuckDb(resolved, {
      tableSource: (scan) => {
        const source = sources.get(scans.get(scan) ?? scan);
        if (!source) throw new Error(`Cannot print the scan of "${scan.table.name}": it is new`);
        const sql = tableSource(source, scan.sources, lists.add);
        printedSources.push(sql);
        return sql;
      },
    });
    if (isCallersSql) refuseHeavyPlanning(printed.sql, printedSources);
    return {
      sql: printed.sql,
      parameters: printed.parameters.map((name) => [
        name,
        lists.values.get(name) ?? parameterOf(query, name),
      ]),
      files: filesOf(sources),
      columns: statement.columns,
      columnsKey: facts.columnsKey,
      maxRows,
      maxBytes,
      isCallersSql,
      deadline,
    };
  }

  #factsOf(statement: Statement): StatementFacts {
    const known = this.#known.get(statement);
    if (known) return known;
    const columns = JSON.stringify(statement.columns);
    const made: StatementFacts = {
      columnsKey: createHash('sha256').update(columns).digest('base64'),
      predicates: scanPredicates(statement.resolved),
      mayRaise: mayRaise(statement.resolved),
      isLarge: isLarge(statement.resolved),
      stored: new Map(),
    };
    this.#known.set(statement, made);
    return made;
  }
}

/**
 * The lists of files that a statement reads, as parameters of it.
 *
 * DuckDB plans a statement when it is prepared, and again when it is run, with the values of its parameters. What it
 * reads from a parameter's files it cannot know before, so it ends the first planning there.
 */
class FileLists {
  readonly values = new Map<string, BoundParameter>();

  /** Prints the paths of one list. */
  readonly add = (paths: readonly string[]): string => {
    const name = `_files_${this.values.size + 1}`;
    this.values.set(name, { type: arrayOf(SCALARS.STRING), value: paths });
    return `$${name}`;
  };
}

/**
 * Whether single records are read as lists. Rows of others in a file decide whether its records are single. Which of
 * several expressions raises an error, or is left out because another was false, depends on that too, and so do the text
 * and the depth of what DuckDB plans. So a caller's statement reads lists if it may raise an error or come near a limit.
 */
function readsLists({ isCallersSql }: EngineQuery, facts: StatementFacts): boolean {
  return isCallersSql && (facts.mayRaise || facts.isLarge);
}

/** Sources with single records as lists of what the statement reads of them. */
function withLists(sources: ScanSources, { resolved }: Statement): ScanSources {
  const uses = new FieldUses(resolved, { ofElements: true });
  return new Map(
    [...sources].map(([scan, source]) => {
      const fieldsRead = (name: string) => {
        const column = scan.columns[scan.sources.indexOf(name)];
        return column ? uses.of(column) : [];
      };
      const columns = withFieldsRead(source.table.columns, source.single, fieldsRead);
      return [scan, { ...source, table: { ...source.table, columns }, single: NO_SINGLE_RECORDS }];
    }),
  );
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
  const limited = limitRows(statement.resolved, maxRows + 1);
  const none = new Set<string>();
  const read = readSingleRecords(limited, (scan) => sources.get(scan)?.single ?? none);
  // Which rows are read would decide whether an expression raises an error.
  const newest = isRaising ? [] : newestRows(read.resolved);
  const scanOf = ({ scan }: NewestRows) => read.scans.get(scan) ?? scan;
  const made = { ...read, newest: newest.map((rows) => ({ ...rows, scan: scanOf(rows) })) };
  stored.set(key, made);
  return made;
}

function parameterOf({ parameters }: EngineQuery, name: string): BoundParameter {
  const parameter = parameters.get(name);
  if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
  return parameter;
}
