import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { quoteName, type Table } from '../../../googlesql/index.ts';
import { storedTime } from '../store/stored-time.ts';
import { FirstElements, repeatedRecords } from './first-elements.ts';

/** What a manifest says about the rows of a file. */
export interface RowFacts {
  readonly rows: number;
  /** Times in microseconds. */
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly tenants: readonly [string, string] | undefined;
  /** The rows of each tenant; undefined if there are many, or if the tenant is in a record. */
  readonly tenantRows: Readonly<Record<string, number>> | undefined;
  readonly hasSharedRows: boolean;
  /** The repeated records with exactly one element in every row. */
  readonly single: readonly string[];
}

/**
 * Reads the facts of a relation; undefined if it has no rows. Its columns are as GoogleSQL sees them, or have the given
 * single records.
 */
export async function rowFacts(
  connection: DuckDBConnection,
  table: Table,
  relation: string,
  single?: readonly string[],
): Promise<RowFacts | undefined> {
  const paths = single ? [] : repeatedRecords(table);
  const elements = new FirstElements(paths);
  const tenant = tenantExpression(table, single);
  const time = storedTime(table);
  const conditions = paths.map((path) => {
    const isSingle = `len(${elements.array(path)}) = 1 AND ${elements.element(path)} IS NOT NULL`;
    return `bool_and(coalesce(${isSingle}, false))`;
  });
  const list = [
    'count(*)',
    `epoch_us(min(${time}))`,
    `epoch_us(max(${time}))`,
    `min(${tenant})`,
    `max(${tenant})`,
    `count(*) > count(${tenant})`,
    ...conditions,
  ];
  const reader = await connection.runAndReadAll(
    `SELECT ${list.join(', ')} FROM ${elements.relation(relation)}`,
  );
  const [count, oldest, newest, first, last, hasSharedRows, ...flags] = reader.getRows()[0] ?? [];
  if (typeof oldest !== 'bigint' || typeof newest !== 'bigint') return undefined;
  return {
    rows: Number(count),
    oldest,
    newest,
    tenants: typeof first === 'string' && typeof last === 'string' ? [first, last] : undefined,
    tenantRows: await countTenants(connection, table, relation),
    hasSharedRows: isNested(table) && hasSharedRows === true,
    single: single ?? closedPaths(paths, flags),
  };
}

/** Throws an `Error` if the written files do not have this number of rows together: some were lost. */
export function refuseOtherCount(files: readonly Pick<RowFacts, 'rows'>[], rows: number): void {
  const written = files.reduce((sum, file) => sum + file.rows, 0);
  if (written !== rows) throw new Error(`${written} rows were written instead of ${rows}`);
}

/** Whether all rows are known to name the same tenant. */
export function isOfOneTenant(table: Table, facts: RowFacts): boolean {
  const { hasSharedRows, rows, tenantRows, tenants } = facts;
  if (!tenants || tenants[0] !== tenants[1]) return false;
  return isNested(table) ? !hasSharedRows : tenantRows?.[tenants[0]] === rows;
}

/** More would make the manifest, which every statement reads, too large. */
const MAX_COUNTED_TENANTS = 100;

async function countTenants(
  connection: DuckDBConnection,
  { tenant: [column, ...path] = [] }: Table,
  relation: string,
): Promise<Readonly<Record<string, number>> | undefined> {
  if (column === undefined || path.length > 0) return undefined;
  const name = quoteName(column);
  const reader = await connection.runAndReadAll(
    `SELECT ${name}, count(*) FROM ${relation} WHERE ${name} IS NOT NULL GROUP BY 1 LIMIT ${MAX_COUNTED_TENANTS + 1}`,
  );
  const rows = reader.getRows();
  if (rows.length > MAX_COUNTED_TENANTS) return undefined;
  return Object.fromEntries(rows.map(([tenant, count]) => [String(tenant), Number(count)]));
}

/** The paths whose flag is set, with those of all records around them. */
function closedPaths(paths: readonly string[], flags: readonly DuckDBValue[]): readonly string[] {
  const single = new Set<string>();
  for (const [i, path] of paths.entries()) {
    const around = paths.filter((outer) => path.startsWith(`${outer}.`));
    if (flags[i] === true && around.every((outer) => single.has(outer))) single.add(path);
  }
  return [...single];
}

/** Whether a table's tenant is inside of a record. */
export function isNested({ tenant = [] }: Table): boolean {
  return tenant.length > 1;
}

/** The tenant of a row. NULL if it has none, or its table, or if the elements of a repeated record name several. */
export function tenantExpression({ tenant = [] }: Table, single: readonly string[] = []): string {
  const [first, second] = tenant.map(quoteName);
  if (first === undefined) return 'CAST(NULL AS VARCHAR)';
  if (second === undefined) return first;
  if (single.includes(tenant[0] ?? '')) return `${first}.${second}`;
  const names = `list_transform(${first}, lambda x: x.${second})`;
  const isOne = `len(list_distinct(${names})) = 1 AND NOT list_contains(list_transform(${names}, lambda x: x IS NULL), true)`;
  return `CASE WHEN ${isOne} THEN ${first}[1].${second} END`;
}
