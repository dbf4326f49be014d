import {
  analyze,
  parseQuery,
  pinClock,
  printIdentifier,
  type Query,
  type Row,
  readableColumns,
  type Statement,
  type Table,
  type TableScan,
  type Type,
} from '#googlesql';
import { guardTree } from '../../catalog/barrier/guarded-tree.ts';
import { statementOf } from '../../catalog/checked-statement.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import { type Engine, type EngineQuery, isForeign } from '../../engines/engine.ts';
import { scanPredicates } from '../../engines/scan-predicates.ts';
import { ownConditions, withConditions } from './own-conditions.ts';

/** The most rows of a table in a recorded case. */
export const MAX_ROWS = 50;

/** The rows of a table that pass the filters of its scans, at most so many. */
export interface OwnRows {
  readonly table: Table;
  /** With a value for each readable column. */
  readonly rows: readonly Row[];
  /** How many rows pass the filters of a scan, but are not among these. */
  readonly leftOut: number;
}

/** What is read of the tables. */
export interface OwnRowsRequest {
  readonly endpoint: PreparedEndpoint;
  /** Of a caller; undefined for the stored query. */
  readonly sql: string | undefined;
  /** The query of the request, with its parameters and terms. */
  readonly query: EngineQuery;
  readonly isPinned: boolean;
  readonly engine: Engine;
}

/**
 * The rows of an endpoint's tables that pass the filters which its scans have by themselves: those conditions of their
 * WHERE that read no other relation than the table and its arrays. The newest ones, where the table has a time.
 */
export async function readOwnRows(request: OwnRowsRequest): Promise<readonly OwnRows[]> {
  const needed = tablesIn(request.query);
  const scans = scanPredicates(resolvedWhole(request)).map(({ scan }) => scan);
  // The statement that runs has only those CTEs that it reads.
  const read = scans.filter(({ table }) => needed.has(table.name));
  const tables = Map.groupBy(read, ({ table }) => table);
  const rows: OwnRows[] = [];
  for (const [table, own] of tables) rows.push(await readTable(table, own, request));
  return rows;
}

/** The names of the tables that a query reads. */
function tablesIn({ statement }: EngineQuery): ReadonlySet<string> {
  if (isForeign(statement)) return new Set();
  return new Set(scanPredicates(statement.resolved).map(({ scan }) => scan.table.name));
}

/** The endpoint's statement before any barrier, or a caller's SQL over its CTEs. */
function resolvedWhole({ endpoint, query: { parameters }, sql }: OwnRowsRequest) {
  const { statement } = endpoint.definition;
  if (statement.kind === 'foreign') throw new TypeError('A foreign statement has no scans');
  if (sql === undefined) return statement.resolved;
  const stored = statement.query.with;
  const written = pinClock(parseQuery(sql));
  const ctes = [...(stored?.ctes ?? []), ...(written.with?.ctes ?? [])];
  const tree =
    ctes.length === 0 ? written : { ...written, with: { at: 0, recursive: false, ctes } };
  return analyze(tree, { tables: endpoint.tables, parameters: typesOf(parameters) });
}

function typesOf(parameters: EngineQuery['parameters']): ReadonlyMap<string, Type> {
  return new Map([...parameters].map(([name, { type }]) => [name, type]));
}

/** A row that two scans read is one row; a table may have equal rows, too. */
async function readTable(
  table: Table,
  scans: readonly TableScan[],
  request: OwnRowsRequest,
): Promise<OwnRows> {
  const rows = new Map<string, { readonly row: Row; count: number }>();
  let leftOut = 0;
  for (const scan of scans) {
    const { counts, more } = await readScan(scan, request);
    leftOut = Math.max(leftOut, more);
    for (const [key, { count, row }] of counts) {
      rows.set(key, { row, count: Math.max(count, rows.get(key)?.count ?? 0) });
    }
  }
  const all = [...rows.values()].flatMap(({ count, row }) => Array<Row>(count).fill(row));
  return {
    table,
    rows: all.slice(0, MAX_ROWS),
    leftOut: leftOut + Math.max(0, all.length - MAX_ROWS),
  };
}

async function readScan(scan: TableScan, request: OwnRowsRequest) {
  const { alias, table } = scan;
  const from = `${printIdentifier(table.name)} AS ${printIdentifier(alias)}`;
  const pseudo = (table.pseudo ?? []).map(({ name }, i) => `, ${name} AS p${i}`).join('');
  const order =
    table.time === undefined
      ? ''
      : ` ORDER BY ${printIdentifier(alias)}.${printIdentifier(table.time)} DESC`;
  const conditions = ownConditions(scan, from, {
    tables: request.endpoint.tables,
    parameters: typesOf(request.query.parameters),
  });
  const list = withConditions(`SELECT *${pseudo} FROM ${from}${order}`, conditions);
  const { rows, truncated } = await run(list, request, MAX_ROWS);
  const counts = new Map<string, { readonly row: Row; count: number }>();
  for (const row of rows) {
    const key = JSON.stringify(row, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
    counts.set(key, { row, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  if (!truncated) return { counts, more: 0 };
  const count = withConditions(`SELECT COUNT(*) FROM ${from}`, conditions);
  const [[all] = []] = (await run(count, request, 1)).rows;
  return { counts, more: Number(all ?? 0) - rows.length };
}

/** Runs a query behind the barrier of the request's tenant. */
async function run(tree: Query, request: OwnRowsRequest, maxRows: number) {
  const { endpoint, engine, isPinned, query } = request;
  const guarded = guardTree(tree, {
    tables: endpoint.tables,
    parameters: typesOf(query.parameters),
    tenant: { definition: undefined, pin: isPinned ? TENANT_PARAMETER : undefined },
  });
  const statement: Statement = statementOf(guarded.tree, guarded.resolved);
  const { signal } = new AbortController();
  const terms = { ...query, isCallersSql: false, maxBytes: undefined };
  return engine.run({ ...terms, statement, maxRows }, { signal });
}

/** The readable columns of a table with their types. */
export function columnsOf(table: Table) {
  return readableColumns(table).map(({ name, type }) => ({ name, type }));
}
