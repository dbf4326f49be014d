import {
  arrayOf,
  type Digits,
  type DuckDbSql,
  isTooComplex,
  mayRaise,
  printDuckDb,
  SCALARS,
  type Statement,
  type TableColumn,
  type TableScan,
  TOO_COMPLEX,
  type Type,
} from '#googlesql';
import { FieldstoneError } from '../../../errors.ts';
import { getOrInsertComputed } from '../../../values/memory.ts';
import type { BoundParameter, CompiledQuery, EngineQuery } from '../../engine.ts';
import { type ScanPredicates, scanPredicates } from '../../scan-predicates.ts';
import type { FieldsRead } from '../demo/demo-rows.ts';
import type { ProcessStatement } from '../process/messages.ts';
import { FieldUses } from '../records/field-uses.ts';
import { readSingleRecords, type StoredStatement } from '../records/read-single-records.ts';
import { ListedRecords } from '../tables/listed-records.ts';
import type { ScanSources } from '../tables/scan-sources.ts';
import { storedDigits } from '../tables/stored-digits.ts';
import {
  readingKey,
  type SourceParameters,
  sourceParameters,
  tableSource,
} from '../tables/table-source.ts';
import { joinMembers } from './join-members.ts';
import { readRecordsLate } from './late-records.ts';
import { limitRows } from './row-limit.ts';
import { isLarge } from './statement-size.ts';

/** The parts that do not depend on parameters. */
interface StatementFacts {
  readonly predicates: readonly ScanPredicates[];
  readonly tables: readonly string[];
  readonly hasWideRows: boolean;
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

/** A statement over stored records. */
interface PreparedStatement extends StoredStatement {
  /** Its text, by how each scan is read. */
  readonly printed: Map<string, PrintedStatement>;
}

/** A statement's text, in which lists of files are parameters. */
interface PrintedStatement extends DuckDbSql {
  /** The scans in it, in the order of their parameters. */
  readonly scans: readonly TableScan[];
}

/** Statements over stored records that are kept for each statement, and texts that are kept for each of these. */
const MAX_STORED = 16;

/** Prints queries for engine processes, over the files within their time bounds. */
export class StatementPrinter {
  readonly #facts = new WeakMap<Statement, StatementFacts>();

  /** What is known of each scan of a statement. */
  predicatesOf(statement: Statement): readonly ScanPredicates[] {
    return this.#factsOf(statement).predicates;
  }

  /** The names of the tables that a statement reads. */
  tablesOf(statement: Statement): readonly string[] {
    return this.#factsOf(statement).tables;
  }

  /** The statement for an engine process, which stops it at `deadline`, in milliseconds since the epoch. */
  print(query: CompiledQuery, read: ScanSources, deadline: number): ProcessStatement {
    const { statement, maxRows, maxBytes, isCallersSql } = query;
    const facts = this.#factsOf(statement);
    const sources = (isCallersSql ? facts.lists?.of(read) : undefined) ?? read;
    const prepared = storedStatement(query, facts, sources);
    // As single records: what the files of other tenants store must not decide which error callers see.
    const readsDecimals = !isCallersSql || facts.lists === undefined;
    const { sql, parameters, scans } = printedStatement(query, prepared, sources, readsDecimals);
    const own = ownParameters(scans, sources);
    return {
      sql,
      parameters: parameters.map((name) => [name, own.get(name) ?? parameterOf(query, name)]),
      columns: statement.columns,
      maxRows,
      maxBytes,
      isCallersSql,
      hasWideRows: facts.hasWideRows,
      deadline,
    };
  }

  #factsOf(statement: Statement): StatementFacts {
    return getOrInsertComputed(this.#facts, statement, factsOf);
  }
}

function factsOf({ resolved }: Statement): StatementFacts {
  const predicates = scanPredicates(resolved);
  return {
    predicates,
    tables: [...new Set(predicates.map(({ scan }) => scan.table.name))],
    hasWideRows: predicates.some(({ scan }) => scan.table.columns.some(isRecord)),
    ...((mayRaise(resolved) || isLarge(resolved)) && { lists: new ListedRecords(resolved) }),
    stored: new Map(),
  };
}

/** Whether the values of a column are records or lists of them. */
function isRecord({ type }: TableColumn): boolean {
  return type.kind === 'STRUCT' || (type.kind === 'ARRAY' && type.element.kind === 'STRUCT');
}

/** Statements over files that are read alike have the same text, which takes 0.2 to 0.5 ms to print. */
function printedStatement(
  query: CompiledQuery,
  { printed, resolved, scans }: PreparedStatement,
  sources: ScanSources,
  readsDecimals: boolean,
): PrintedStatement {
  const key = [readsDecimals, ...[...sources.values()].map(readingKey)].join('\n');
  const cached = printed.get(key);
  if (cached) return cached;
  if (printed.size >= MAX_STORED) printed.clear();
  const read: TableScan[] = [];
  let count = 0;
  const uses = new FieldUses(resolved);
  const digitsOf = (scan: TableScan) => {
    const source = sources.get(scans.get(scan) ?? scan);
    return source && readsDecimals ? storedDigits(source) : NO_DIGITS;
  };
  const text = printDuckDb(resolved, {
    tableSource: (scan) => {
      const stored = scans.get(scan) ?? scan;
      const source = sources.get(stored);
      if (!source) throw new Error(`Cannot print the scan of "${scan.table.name}": it is new`);
      const use = {
        names: scan.sources,
        fieldsRead: fieldsReadOf(scan, uses),
        digits: digitsOf(scan),
      };
      const own: string[] = [];
      const sql = tableSource(source, use, () => {
        count += 1;
        own.push(parameterName(count));
        return `$${parameterName(count)}`;
      });
      read.push(stored);
      return { sql, parameters: own };
    },
    storedDigits: digitsOf,
  });
  if (query.isCallersSql && isTooComplex(text))
    throw new FieldstoneError('SQL_INVALID', TOO_COMPLEX);
  const made = { sql: text.sql, parameters: text.parameters, scans: read };
  printed.set(key, made);
  return made;
}

function fieldsReadOf({ columns, sources }: TableScan, uses: FieldUses): FieldsRead {
  return (name) => {
    const column = columns[sources.indexOf(name)];
    return column && uses.of(column);
  };
}

/**
 * The lists of files that a statement reads, the ranges of demo rows, and given rows, as parameters of it.
 *
 * DuckDB plans a statement when it is prepared, and again when it is run, with the values of its parameters. What it
 * reads from a parameter's files it cannot know before, so it ends the first planning there.
 */
function ownParameters(
  scans: readonly TableScan[],
  sources: ScanSources,
): ReadonlyMap<string, BoundParameter> {
  const values = scans.flatMap((scan) => {
    const source = sources.get(scan);
    return source ? sourceParameters(source) : [];
  });
  return new Map(
    values.map((value, i) => [parameterName(i + 1), { type: parameterType(value), value }]),
  );
}

function parameterType(value: SourceParameters[number]): Type {
  if (typeof value === 'bigint') return SCALARS.INT64;
  return typeof value === 'string' ? SCALARS.STRING : FILES;
}

const NO_DIGITS: ReadonlyMap<string, Digits> = new Map();

const FILES = arrayOf(SCALARS.STRING);

function parameterName(number: number): string {
  return `_source_${number}`;
}

/** What is compiled for one storage of the tables is not used for another. */
function storedStatement(
  { statement, maxRows }: CompiledQuery,
  { stored }: StatementFacts,
  sources: ScanSources,
): PreparedStatement {
  const layouts = [...sources.values()].map(({ single }) => [...single].join());
  const key = [maxRows, ...layouts].join('\n');
  const cached = stored.get(key);
  if (cached) return cached;
  if (stored.size >= MAX_STORED) stored.clear();
  // One row beyond the limit shows whether rows were cut.
  const limited = readRecordsLate(limitRows(joinMembers(statement.resolved), maxRows + 1));
  const none = new Set<string>();
  const read = readSingleRecords(limited, (scan) => sources.get(scan)?.single ?? none);
  const made = { ...read, printed: new Map() };
  stored.set(key, made);
  return made;
}

function parameterOf({ parameters }: EngineQuery, name: string): BoundParameter {
  const parameter = parameters.get(name);
  if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
  return parameter;
}
