import { rowsLiteral } from '../../../src/engines/bigquery/given/rows-literal.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import type { Statement } from '../../../src/googlesql/analysis/analyze.ts';
import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { inferParameters } from '../../../src/googlesql/inference/parameters/parameters.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Query } from '../../../src/googlesql/syntax/tree/ast.ts';
import { mapExpressions } from '../../../src/googlesql/syntax/tree/visit.ts';
import type { Value } from '../../../src/googlesql/value.ts';
import { invalidQuery } from './api-error.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import { type VisibleJobs, withJobs } from './jobs-view.ts';
import { requirePartitionFilters } from './partition-filter.ts';
import { type Partition, withPartitions } from './partitions.ts';
import type { QueryRequest } from './query-request.ts';
import { readSystemTime } from './system-time.ts';
import { namedTables, splitTablePaths } from './table-paths.ts';

/** A query that the server would run. */
export interface CheckedQuery {
  readonly statement: Statement;
  readonly tables: readonly CatalogTable[];
  /** The parameters that a dry run has found out itself, with NULL for their values. */
  readonly undeclared: ReadonlyMap<string, BoundParameter>;
  /** The moment as of which tables are read, in milliseconds since the epoch. @default now */
  readonly asOf?: number | undefined;
}

/** What of a request decides how its SQL is read. */
export interface QueryReading extends Pick<QueryRequest, 'query' | 'dryRun' | 'defaultDataset'> {
  /** The rows of `INFORMATION_SCHEMA.PARTITIONS`, where the SQL reads it. */
  readonly partitions?: readonly Partition[] | undefined;
  /** The rows of `INFORMATION_SCHEMA.JOBS` and its kin, where the SQL reads them. */
  readonly jobs?: VisibleJobs | undefined;
}

/** BigQuery's limit on unresolved GoogleSQL. */
export const LIMITS = {
  maxBytes: 1_048_576,
  maxTokens: Number.POSITIVE_INFINITY,
  maxNodes: Number.POSITIVE_INFINITY,
  maxDepth: 1_000,
};

/** Checks the SQL of a request as BigQuery does before it runs anything. */
export function checkQuery(
  reading: QueryReading,
  parameters: ReadonlyMap<string, BoundParameter>,
  catalog: Catalog,
): CheckedQuery {
  try {
    return check(reading, parameters, catalog);
  } catch (error) {
    if (error instanceof SqlError) throw invalidQuery(positioned(error.describe(reading.query)));
    throw error;
  }
}

/** The reference writes `[at 1:8]`, BigQuery `at [1:8]`. */
function positioned(message: string): string {
  return message.replace(/ \[at (\d+:\d+)\]$/, ' at [$1]');
}

function check(
  { defaultDataset, dryRun, jobs, partitions, query }: QueryReading,
  parameters: ReadonlyMap<string, BoundParameter>,
  catalog: Catalog,
): CheckedQuery {
  const { asOf, sql } = readSystemTime(query);
  const parsed = parseQuery(sql, LIMITS);
  const listed = jobs ? withJobs(parsed, jobs) : parsed;
  const written = partitions ? withPartitions(listed, catalog.project, partitions) : listed;
  const named = namedTables(written, catalog, defaultDataset);
  const tree = withRows(splitTablePaths(written), parameters);
  const found = new Map([...named].map(([path, { table }]) => [path, table]));
  const tables = found.size > 0 ? found : NO_TABLES;
  const declared = new Map([...parameters].map(([name, { type }]) => [name, type]));
  // A dry run guesses the types of undeclared parameters, and refuses what it guessed wrong.
  const guessed = dryRun ? inferParameters(tree, { tables, tags: [], declared }).parameters : [];
  const undeclared = new Map(
    guessed.map(({ name, type }) => [name.toLowerCase(), { type, value: null }] as const),
  );
  const types = [...undeclared].map(([name, { type }]) => [name, type] as const);
  const resolved = analyze(tree, {
    tables,
    parameters: new Map([...declared, ...types]),
  });
  const unique = [...new Set(named.values())];
  requirePartitionFilters(resolved, unique, catalog.project);
  if (asOf !== undefined && unique.some(({ base }) => base)) {
    throw invalidQuery('FOR SYSTEM_TIME AS OF is not supported for views');
  }
  return { statement: statementOf(tree, resolved), tables: unique, undeclared, asOf };
}

/** DuckDB binds no STRUCT, so that parameters with rows are written out. */
function withRows(tree: Query, parameters: ReadonlyMap<string, BoundParameter>): Query {
  return mapExpressions(tree, (node) => {
    const { type, value } = (node.kind === 'parameter' && parameters.get(node.name)) || {};
    if (type?.kind !== 'ARRAY' || type.element.kind !== 'STRUCT') return node;
    const text = rowsLiteral(type.element.fields, value as readonly Value[]); // As its type says.
    const { body } = parseQuery(`SELECT ${text}`, {
      ...LIMITS,
      maxBytes: Number.POSITIVE_INFINITY,
    });
    const item = body.kind === 'select' ? body.items[0] : undefined;
    return item?.kind === 'select_expression' ? item.expression : node;
  });
}

/** The compiler takes a text that can read no table for a caller's, and refuses what is for stored SQL alone. */
export const NO_TABLES = new Map([['', { name: '', columns: [] }]]);

/** A statement of a tree and its analysis. */
export function statementOf(tree: Query, resolved: ResolvedStatement): Statement {
  const columns = resolved.output.map(({ name, column }) => ({ name, type: column.type }));
  return { tree, resolved, columns };
}
