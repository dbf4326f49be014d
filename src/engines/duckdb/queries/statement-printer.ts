import { createHash } from 'node:crypto';
import {
  isLarge,
  mayRaise,
  type NewestRows,
  newestRows,
  printDuckDb,
  type ResolvedExpression,
  readSingleRecords,
  type ScanPredicates,
  type Statement,
  type StoredStatement,
  scanPredicates,
  type TableScan,
  tenantParameters,
} from '../../../googlesql/index.ts';
import type { BoundParameter, EngineQuery } from '../../engine.ts';
import type { ProcessStatement } from '../process/messages.ts';
import type { Manifest } from '../store/manifest.ts';
import { newestFiles } from '../store/newest-files.ts';
import type { FileSelection, ParquetStore } from '../store/parquet-store.ts';
import { NO_SINGLE_RECORDS } from '../store/stored-columns.ts';
import { refuseHeavyPlanning } from './planning-work.ts';
import { limitRows } from './row-limit.ts';
import { timeBounds } from './scan-bounds.ts';
import { sourceOf, type TableSource, tableSource } from './table-source.ts';

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

type Sources = ReadonlyMap<TableScan, TableSource>;

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
    const all = this.#sources(query, facts);
    const prepared = storedStatement(query, facts, all);
    const sources = newestOnly(query, facts, prepared, all);
    const { resolved, scans } = prepared;
    let sourceLength = 0;
    const printed = printDuckDb(resolved, {
      tableSource: (scan) => {
        const source = sources.get(scans.get(scan) ?? scan);
        if (!source) throw new Error(`Cannot print the scan of "${scan.table.name}": it is new`);
        const sql = tableSource(source, scan.sources);
        sourceLength += sql.length;
        return sql;
      },
    });
    if (isCallersSql) refuseHeavyPlanning(printed.sql, sourceLength);
    return {
      sql: printed.sql,
      parameters: printed.parameters.map((name) => [name, parameterOf(query, name)]),
      files: filesOf(sources.values()),
      columns: statement.columns,
      columnsKey: facts.columnsKey,
      maxRows,
      maxBytes,
      isCallersSql,
      deadline,
    };
  }

  /** The files of each scan, of one manifest for each table. */
  #sources(query: EngineQuery, facts: StatementFacts): Sources {
    // Rows of others in a file decide whether its records are single. Which of several expressions raises an error, or
    // is left out because another was false, depends on that too, and so do the text and the depth of what DuckDB
    // plans. So a caller's statement reads lists if it may raise an error or come near a limit.
    const mayDiffer = facts.mayRaise || facts.isLarge;
    const layout = query.isCallersSql && mayDiffer ? NO_SINGLE_RECORDS : undefined;
    const manifests = new Map<string, Manifest>();
    const sources = new Map<TableScan, TableSource>();
    for (const predicate of facts.predicates) {
      const { table } = predicate.scan;
      const manifest = manifests.get(table.name) ?? this.#store.manifest(table.name);
      manifests.set(table.name, manifest);
      const files = this.#store.files(table, selectionOf(predicate, query), manifest);
      const source = sourceOf(table, files);
      sources.set(predicate.scan, layout ? { ...source, single: layout } : source);
    }
    return sources;
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

/** What is compiled for one storage of the tables is not used for another. */
function storedStatement(
  { statement, maxRows }: EngineQuery,
  { stored, mayRaise: isRaising }: StatementFacts,
  sources: Sources,
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
  const made = { ...read, newest: isRaising ? [] : newestRows(read.resolved) };
  stored.set(key, made);
  return made;
}

/** The same with fewer files where the newest rows are enough; what was prepared for all of them is right for some. */
function newestOnly(
  query: EngineQuery,
  { predicates }: StatementFacts,
  { newest, scans }: PreparedStatement,
  all: Sources,
): Sources {
  if (newest.length === 0) return all;
  const sources = new Map(all);
  for (const { scan: stored, counts } of newest) {
    const scan = scans.get(stored) ?? stored;
    const source = sources.get(scan);
    const conditions = predicates.find((candidate) => candidate.scan === scan);
    if (!source || !conditions) continue;
    const { tenant, ...bounds } = selectionOf(conditions, query);
    const selection = { ...bounds, tenant, newest: sumOf(counts, query) };
    sources.set(scan, { ...source, files: newestFiles(source.files, selection) });
  }
  return sources;
}

/** The sum of INT64 literals and parameters; undefined if one is no number of rows. */
function sumOf(
  counts: readonly ResolvedExpression[],
  { parameters }: EngineQuery,
): bigint | undefined {
  let sum = 0n;
  for (const count of counts) {
    const value = count.kind === 'parameter' ? parameters.get(count.name)?.value : undefined;
    const rows = count.kind === 'literal' ? count.value : value;
    if (typeof rows !== 'bigint' || rows < 0n) return undefined;
    sum += rows;
  }
  return sum;
}

function selectionOf(predicates: ScanPredicates, { parameters }: EngineQuery): FileSelection {
  const { scan, conjuncts } = predicates;
  const names = conjuncts.flatMap((condition) => tenantParameters(condition, scan));
  const tenants = names.flatMap((name) => parameters.get(name)?.value ?? []);
  const tenant = tenants.find((value) => typeof value === 'string');
  return { ...timeBounds(predicates, parameters), tenant };
}

function filesOf(sources: Iterable<TableSource>): ProcessStatement['files'] {
  const files = new Map<string, ProcessStatement['files'][number]>();
  for (const source of sources) {
    for (const { path, bytes, sha256 } of source.files) files.set(path, { path, bytes, sha256 });
  }
  return [...files.values()];
}

function parameterOf({ parameters }: EngineQuery, name: string): BoundParameter {
  const parameter = parameters.get(name);
  if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
  return parameter;
}
