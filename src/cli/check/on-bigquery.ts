import { systemClock } from '../../async/system-clock.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { PAGE_PARAMETERS } from '../../catalog/views.ts';
import { formatByteSize } from '../../config/byte-size.ts';
import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import { type LogTables, placeName } from '../../engines/bigquery/table-places.ts';
import {
  problemsOf,
  readTableFacts,
  type TableFacts,
  unreadable,
} from '../../engines/bigquery/warehouse/table-facts.ts';
import { type BoundParameter, type EngineStatement, isForeign } from '../../engines/engine.ts';
import { openBigQueryTables } from '../../engines/open-engine.ts';
import { exampleValues } from '../../execution/arguments/example-values.ts';
import type { Project } from '../../project/load-project.ts';
import { readBigQueryConfig } from '../command-options.ts';
import { alignColumns } from '../query/table.ts';
import { layoutFaults } from '../warehouse/create.ts';
import { checkStatement, type StatementReport } from './check-statement.ts';

/** What is checked, and where. */
export interface BigQueryCheck {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly endpoints: readonly PreparedEndpoint[];
  readonly location?: string | undefined;
  /** Microseconds since the epoch. */
  readonly now: bigint;
}

/** Looks at the tables, and has BigQuery analyse every statement, which is free. */
export async function checkOnBigQuery(check: BigQueryCheck): Promise<BigQueryReport> {
  const { client, tables, endpoints, location } = check;
  const { signal } = new AbortController();
  const facts = new Map<string, TableFacts>();
  const tableLines: TableLine[] = [];
  for (const [name, table] of tables) {
    const fact = await retryTransient(signal, () => readTableFacts(client, table, signal)).catch(
      (error) => {
        // Without any answer there is nothing to report on.
        if (error instanceof BigQueryError && error.status > 0) return unreadable(table, error);
        throw error;
      },
    );
    facts.set(name, fact);
    const problems = [...problemsOf(fact, location), ...layoutFaults(table, fact)];
    const { exists, kind, notes } = fact;
    const place = placeName(table.place);
    tableLines.push({ name, place, exists, kind, location: fact.location, problems, notes });
  }
  const statements: StatementLine[] = [];
  for (const endpoint of endpoints) {
    const values = valuesOf(endpoint, check.now);
    for (const [name, statement] of statementsOf(endpoint)) {
      const report = await checkStatement(client, facts, { statement, ...values }, signal);
      statements.push({ endpoint: endpoint.definition.name, name, ...report });
    }
  }
  return { tables: tableLines, statements };
}

/** The same on the BigQuery of the settings, for the tables that the endpoints read. */
export async function checkOnConfigured(
  project: Project,
  endpoints: readonly PreparedEndpoint[],
): Promise<BigQueryReport> {
  const bigquery = readBigQueryConfig(project);
  const read = new Set(endpoints.flatMap(({ tables }) => [...tables.keys()]));
  const { client, tables } = await openBigQueryTables(bigquery, project.tables);
  return checkOnBigQuery({
    client,
    tables: new Map([...tables].filter(([name]) => read.has(name))),
    location: bigquery.location,
    endpoints,
    now: systemClock(),
  });
}

function valuesOf(endpoint: PreparedEndpoint, now: bigint) {
  const page: readonly (readonly [string, BoundParameter])[] = [...PAGE_PARAMETERS].map(
    ([name, type]) => [name, { type, value: type.kind === 'TIMESTAMP' ? now : null }],
  );
  const over = (days: number) => new Map([...exampleValues(endpoint, days, now), ...page]);
  return {
    maxRows: endpoint.definition.settings.maxRows,
    oneDay: over(1),
    sevenDays: over(7),
  };
}

/** Every statement that may run for an endpoint, except callers' own. */
function statementsOf({
  open,
  pinned,
  views,
}: PreparedEndpoint): readonly (readonly [string, EngineStatement])[] {
  // A pinned key is refused.
  if (isForeign(open.statement)) return [['open', open.statement]];
  const merged = (name: string, { merged: part }: PreparedEndpoint['open']) =>
    part ? [[name, part.statement] as const] : [];
  const pages = [...views].flatMap(([name, view]) => [
    [`view ${name}`, view.open] as const,
    [`view ${name}, pinned`, view.pinned] as const,
  ]);
  return [
    ['open', open.statement],
    ['pinned', pinned.statement],
    ...merged('open, merged', open),
    ...merged('pinned, merged', pinned),
    ...pages,
  ];
}

/** The result for one table. */
export interface TableLine
  extends Pick<TableFacts, 'exists' | 'kind' | 'location' | 'problems' | 'notes'> {
  readonly name: string;
  readonly place: string;
}

/** The result for one statement. */
export interface StatementLine extends StatementReport {
  readonly endpoint: string;
  readonly name: string;
}

/** What BigQuery says of tables and statements. */
export interface BigQueryReport {
  readonly tables: readonly TableLine[];
  readonly statements: readonly StatementLine[];
}

/** What is wrong with a statement, and which it is. */
export function statementProblems({ name, problems }: StatementLine): readonly string[] {
  return problems.map((text) =>
    name === 'open' ? `On BigQuery, ${text}` : `On BigQuery, ${name}: ${text}`,
  );
}

/** The report as text: a table of the tables and one of the statements, then notes. */
export function printBigQuery({ tables, statements }: BigQueryReport): readonly string[] {
  return [
    ...alignColumns([['table', 'place', 'kind', 'location', 'result'], ...tables.map(tableCells)]),
    '',
    ...alignColumns([
      ['endpoint', 'statement', '1 day', '7 days', 'prunes', 'result'],
      ...statements.map(statementCells),
    ]),
    '',
    ...tables.flatMap(({ name, notes }) => notes.map((text) => `Note: table "${name}" ${text}`)),
  ];
}

function tableCells({ name, place, exists, kind, location, problems, notes }: TableLine) {
  const there = exists ? 'ok' : 'absent';
  const result = problems.length > 0 ? 'PROBLEM' : notes.length > 0 ? 'note' : there;
  return [name, place, kind, location, result];
}

function statementCells(line: StatementLine) {
  const { endpoint, name, bytes, isUpperBound, prunes, problems } = line;
  const size = (count: number | undefined) =>
    count === undefined ? '' : `${isUpperBound ? '≤ ' : ''}${formatByteSize(count)}`;
  const result = problems.length > 0 ? 'PROBLEM' : 'ok';
  return [endpoint, name, size(bytes?.oneDay), size(bytes?.sevenDays), prunes, result];
}
