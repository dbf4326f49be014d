import { rowsLiteral } from '../../../src/engines/bigquery/given/rows-literal.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { FromItem, Query, TablePath } from '../../../src/googlesql/syntax/tree/ast.ts';
import { mapNodes } from '../../../src/googlesql/syntax/tree/visit.ts';
import type { Type } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { ApiError, notFound } from './api-error.ts';

/** A job as the views have it. */
interface ListedJob {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly isDone: boolean;
  readonly bytes: { readonly processed: number };
  readonly billedBytes: number;
  readonly slotMs: number;
  readonly request: {
    readonly user: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}

/** What a query may see of the jobs of a project. */
export interface VisibleJobs {
  readonly jobs: readonly ListedJob[];
  /** Who sends the query. */
  readonly user: string;
  readonly project: string;
  /** Where the jobs are; a region of another name has none. */
  readonly location: string;
  /** Whether the user may list the jobs of others. */
  readonly mayListAll: boolean;
}

const VIEW =
  /^(?:(?<project>.+)\.)?region-(?<region>[\w-]+)\.INFORMATION_SCHEMA\.(?<view>JOBS|JOBS_BY_PROJECT|JOBS_BY_USER)$/i;

/** Whether a query reads the jobs of a project. */
export function readsJobs(sql: string): boolean {
  return /\bINFORMATION_SCHEMA`?\.`?JOBS(_BY_(USER|PROJECT))?\b/i.test(sql);
}

/** The query with the rows of `INFORMATION_SCHEMA.JOBS` or `JOBS_BY_USER` in their place. */
export function withJobs(query: Query, visible: VisibleJobs): Query {
  return mapNodes(query, {
    enter: (node) =>
      'kind' in node && node.kind === 'table_path' ? (viewOf(node, visible) ?? node) : node,
  });
}

/** The rows that a path to one of the views stands for; undefined for any other path. */
function viewOf(node: TablePath, visible: VisibleJobs): FromItem | undefined {
  const { project, region, view } = VIEW.exec(pathText(node))?.groups ?? {};
  if (region === undefined || view === undefined) return undefined;
  const schema = `${visible.project}:region-${region}`;
  if (region.toLowerCase() !== visible.location.toLowerCase()) throw notFound(`Dataset ${schema}`);
  const name = `${schema}.INFORMATION_SCHEMA.${view.toUpperCase()}`;
  if (project !== undefined && project !== visible.project) throw notFound(`Table ${name}`);
  const rows = jobsOf(view, name, visible).map((job) => rowOf(visible.project, job));
  const { alias, at } = node;
  const text = `SELECT * FROM UNNEST(${rowsLiteral(COLUMNS, rows)})`;
  return { kind: 'derived_table', at, alias, query: parseQuery(text, UNLIMITED) };
}

function pathText({ path }: TablePath): string {
  return path.map(({ name }) => name).join('.');
}

function jobsOf(view: string, name: string, { jobs, mayListAll, user }: VisibleJobs) {
  if (/_BY_USER$/i.test(view)) return jobs.filter(({ request }) => request.user === user);
  if (mayListAll) return jobs;
  throw new ApiError(
    403,
    'accessDenied',
    `Access Denied: Table ${name}: User does not have permission to query table ${name}, or perhaps it does not exist.`,
  );
}

const UNLIMITED = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  maxNodes: Number.POSITIVE_INFINITY,
  maxDepth: 1_000,
};

const STRING: Type = { kind: 'STRING' };
const INT64: Type = { kind: 'INT64' };
const LABEL: Type = {
  kind: 'STRUCT',
  fields: [
    { name: 'key', type: STRING },
    { name: 'value', type: STRING },
  ],
};

/** The columns of the views that clients of costs read. */
const COLUMNS: readonly { readonly name: string; readonly type: Type }[] = [
  { name: 'creation_time', type: { kind: 'TIMESTAMP' } },
  { name: 'project_id', type: STRING },
  { name: 'user_email', type: STRING },
  { name: 'job_id', type: STRING },
  { name: 'job_type', type: STRING },
  { name: 'statement_type', type: STRING },
  { name: 'state', type: STRING },
  { name: 'total_bytes_processed', type: INT64 },
  { name: 'total_bytes_billed', type: INT64 },
  { name: 'total_slot_ms', type: INT64 },
  { name: 'cache_hit', type: { kind: 'BOOL' } },
  { name: 'labels', type: { kind: 'ARRAY', element: LABEL } },
];

/** The row of a job; what one that runs is billed for is not known yet. */
function rowOf(project: string, job: ListedJob): Row {
  const { billedBytes, bytes, created, id, isDone, request, slotMs } = job;
  return [
    BigInt(created) * 1_000n,
    project,
    request.user,
    id,
    'QUERY',
    'SELECT',
    isDone ? 'DONE' : 'RUNNING',
    isDone ? bytes.processed : null,
    isDone ? billedBytes : null,
    isDone ? slotMs : null,
    false,
    Object.entries(request.labels),
  ];
}
