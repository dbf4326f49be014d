import { printIdentifier, timeColumns } from '#googlesql';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import { schemaFields } from '../dataset/schema-fields.ts';
import { dryRun } from '../jobs/dry-run.ts';
import type { ResultField } from '../jobs/query-response.ts';
import { isPartitionUnit, longerUnit, type TimePartitions } from '../newest-first/partitions.ts';
import { isWildcard, type LogTable, placeName, placeOf } from '../table-places.ts';
import { WHOLE_TABLE } from './column-list.ts';
import { deniedText } from './denied-text.ts';
import { type SchemaDifference, schemaDifferences } from './schema-difference.ts';
import { emptySource, sourceText, type TableSource, tableSource } from './table-source.ts';

/** Facts about a log table, from `tables.get` and, for a view, a dry run. */
export interface TableFacts {
  readonly exists: boolean;
  /** `TABLE`, `VIEW`, `MATERIALIZED_VIEW`, `EXTERNAL`, `SHARDS`; empty if unknown. */
  readonly kind: string;
  readonly location: string;
  /** Problems that make every statement over the table fail or return wrong rows, for the operator. */
  readonly problems: readonly string[];
  /** Columns that are not as declared: statements that read them would fail or return wrong rows. */
  readonly odd: readonly OddColumn[];
  /** Tolerated differences: columns that read as NULL, an optional table that reads as empty. */
  readonly notes: readonly string[];
  /** Partitioning column; undefined if there is none. */
  readonly partitionedBy?: string | undefined;
  /** The partitions by the table's time, of a view those of the tables that it reads; undefined for others. */
  readonly partitions?: TimePartitions | undefined;
  readonly clusteredBy?: string | undefined;
  readonly source: TableSource;
  /** Full names of the tables read: itself, and the base tables of a view. */
  readonly reads: ReadonlySet<string>;
}

interface TableResource {
  readonly type?: string;
  readonly location?: string;
  readonly schema?: { readonly fields?: readonly ResultField[] | undefined };
  readonly timePartitioning?: { readonly field?: string; readonly type?: string };
  readonly numBytes?: string;
  readonly streamingBuffer?: { readonly estimatedBytes?: string };
  readonly clustering?: { readonly fields?: readonly string[] };
}

function isView({ type = '' }: TableResource): boolean {
  return /VIEW/.test(type);
}

/** Reads the facts about a table; rejects if BigQuery is temporarily unable to answer. */
export async function readTableFacts(
  client: BigQueryClient,
  table: LogTable,
  signal: AbortSignal,
): Promise<TableFacts> {
  try {
    if (isWildcard(table.place)) return await shardFacts(client, table, signal);
    const resource: TableResource = await client.table(table.place, signal);
    const fields = schemaFields(resource.schema?.fields);
    const reads = isView(resource) ? await readsOfView(client, table, fields, signal) : [];
    const partitions = await partitionsOf(client, table, resource, reads, signal);
    return { ...factsOf(table, resource, reads), partitions };
  } catch (error) {
    if (!(error instanceof BigQueryError) || treatmentOf(error).retry === 'request') throw error;
    return unreadable(table, error);
  }
}

/** Shards have no common resource, so a dry run gives their schema. */
async function shardFacts(
  client: BigQueryClient,
  table: LogTable,
  signal: AbortSignal,
): Promise<TableFacts> {
  const source = `\`${placeName(table.place)}\``;
  const { fields, tables } = await dryRunSource(client, table, source, signal);
  return factsOf(table, { type: 'SHARDS', schema: { fields } }, tables);
}

async function readsOfView(
  client: BigQueryClient,
  table: LogTable,
  fields: ReturnType<typeof schemaFields>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const source = sourceText(tableSource(table, { fields, isView: true }), WHOLE_TABLE);
  return (await dryRunSource(client, table, source, signal)).tables;
}

/** A view is not looked into if it reads more tables than this. */
const MAX_TABLES_OF_VIEW = 8;

/**
 * The partitions of a table by its time; those of a view where all tables that it reads are partitioned by a column of the
 * name of its time, by the longest of theirs.
 */
async function partitionsOf(
  client: BigQueryClient,
  table: LogTable,
  resource: TableResource,
  reads: readonly string[],
  signal: AbortSignal,
): Promise<TimePartitions | undefined> {
  const own = timePartitions(table, resource);
  if (own || resource.type !== 'VIEW' || reads.length > MAX_TABLES_OF_VIEW) return own;
  try {
    const below = await Promise.all(
      reads.map(async (full) => timePartitions(table, await client.table(placeOf(full), signal))),
    );
    const known = below.filter((one) => one !== undefined);
    const [first, ...others] = known;
    if (!first || known.length < below.length) return undefined;
    const longest = others.reduce((one, other) => longerUnit(one, other.unit), first.unit);
    const bytes = known.reduce((sum, one) => sum + one.bytes, 0);
    return { unit: longest, bytes, hasHistory: false };
  } catch {
    // Whoever may read a view need not see the tables below it.
    signal.throwIfAborted();
    return undefined;
  }
}

function timePartitions(
  { time }: LogTable,
  { numBytes, streamingBuffer, timePartitioning, type = 'TABLE' }: TableResource,
): TimePartitions | undefined {
  const { field, type: unit = 'DAY' } = timePartitioning ?? {};
  const isByTime = time !== undefined && field?.toLowerCase() === time.toLowerCase();
  if (!isByTime || numBytes === undefined || !isPartitionUnit(unit)) return undefined;
  const bytes = Number(numBytes) + Number(streamingBuffer?.estimatedBytes ?? 0);
  return { unit, bytes, hasHistory: type === 'TABLE' };
}

/** Literals of the types that tables may be partitioned by. */
const MOMENTS: Readonly<Record<string, string>> = {
  TIMESTAMP: "TIMESTAMP '2020-01-01 00:00:00+00'",
  DATETIME: "DATETIME '2020-01-01 00:00:00'",
  DATE: "DATE '2020-01-01'",
};

/** The bound satisfies tables that require a partition filter. */
function dryRunSource(
  client: BigQueryClient,
  { fields, pseudo = [], time }: LogTable,
  source: string,
  signal: AbortSignal,
) {
  const [column] = timeColumns({ pseudo, time });
  const types = new Map([
    ...pseudo.map(({ name, type }) => [name, type.kind] as const),
    ...fields.map(({ name, type }) => [name, type] as const),
  ]);
  const moment = MOMENTS[types.get(column ?? '') ?? ''];
  const where = column && moment ? ` WHERE ${printIdentifier(column)} >= ${moment}` : '';
  const sql = `SELECT * FROM ${source}${where}`;
  return dryRun(client, { sql, parameters: [] }, signal);
}

function factsOf(table: LogTable, resource: TableResource, reads: readonly string[]): TableFacts {
  const { type = 'TABLE', location = '', schema, timePartitioning, clustering } = resource;
  const live = schemaFields(schema?.fields);
  const differences = schemaDifferences(table.fields, live);
  const [odd, missing] = partition(differences, ({ kind }) => kind === 'wrong');
  const [needed, others] = partition(missing, ({ column }) => isNeeded(column, table));
  return {
    exists: true,
    kind: type,
    location,
    problems: needed.map(({ column }) => neededText(column, table)),
    odd,
    notes: others.map(({ text }) => text),
    partitionedBy: timePartitioning?.field,
    clusteredBy: clustering?.fields?.[0],
    source: tableSource(table, { fields: live, isView: isView(resource) }),
    reads: new Set([placeName(table.place), ...reads]),
  };
}

/** The facts of a table that cannot be read; without an optional one its view is empty, but not without its dataset. */
export function unreadable(table: LogTable, error: BigQueryError): TableFacts {
  const isAbsent = error.status === 404;
  const isDatasetAbsent = isAbsent && /Not found: Dataset/i.test(error.message);
  const isEmpty = isAbsent && !isDatasetAbsent && table.isOptional;
  const problem = isDatasetAbsent
    ? `has no dataset: "${table.place.dataset}" does not exist in project "${table.place.project}"`
    : isAbsent
      ? 'does not exist'
      : deniedText(error);
  return {
    exists: !isAbsent,
    kind: '',
    location: '',
    problems: isEmpty ? [] : [problem],
    odd: [],
    notes: isEmpty ? ['does not exist and is optional: its view is empty'] : [],
    source: isEmpty ? emptySource(table) : tableSource(table),
    reads: new Set([placeName(table.place)]),
  };
}

/** The problems of a whole table, with that of being in another location than the expected one. */
export function problemsOf(
  { problems, location }: TableFacts,
  expected: string | undefined,
): readonly string[] {
  if (!expected || !location || location.toLowerCase() === expected.toLowerCase()) return problems;
  return [...problems, `is in location ${location}, BIGQUERY_LOCATION says ${expected}`];
}

/** A column that is not as declared. */
export type OddColumn = Pick<SchemaDifference, 'column' | 'text'>;

/** Whether all scans of a table need a column, or what it is in: that of its tenant, or that of its time. */
function isNeeded(column: string, { tenant = [], time }: LogTable): boolean {
  const needed = [...tenant.map((_, i) => tenant.slice(0, i + 1).join('.')), time];
  return needed.some((path) => path?.toLowerCase() === column.toLowerCase());
}

/** Where a column reads as NULL, no row is of any tenant, or of any time. */
function neededText(column: string, { time }: LogTable): string {
  const use = column === time ? 'by whose time rows are selected' : 'which says whose a row is';
  return `has no column "${column}", ${use}: nobody would get a row`;
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
