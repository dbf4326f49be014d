import { systemClock } from '../../async/system-clock.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../catalog/prepare.ts';
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
import { checkStatement, type StatementReport } from './check-statement.ts';
import { layoutFaults } from './create.ts';

/** Dependencies of the command. */
export interface CheckEnvironment {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly endpoints: readonly PreparedEndpoint[];
  readonly location?: string | undefined;
  /** Microseconds since the epoch. */
  readonly now: bigint;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

/** Options of `check`. */
interface CheckOptions {
  readonly json?: boolean;
}

/** Runs `check`; returns exit code 1 if there is a problem. */
export async function runCheck(
  { json = false }: CheckOptions,
  environment: CheckEnvironment,
): Promise<number> {
  const { print } = environment;
  const report = await checkAll(environment);
  if (json) print(JSON.stringify(report, undefined, 2));
  else for (const line of printReport(report)) print(line);
  return report.ok ? 0 : 1;
}

/** The same for the tables and endpoints of a project. */
export async function checkWarehouse(
  project: Project,
  options: CheckOptions,
  print: CheckEnvironment['print'],
): Promise<number> {
  const bigquery = readBigQueryConfig(project);
  return runCheck(options, {
    ...(await openBigQueryTables(bigquery, project.tables)),
    location: bigquery.location,
    endpoints: prepareEndpoints(project),
    now: systemClock(),
    print,
  });
}

async function checkAll(environment: CheckEnvironment): Promise<Report> {
  const { client, tables, endpoints, location } = environment;
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
    const values = valuesOf(endpoint, environment.now);
    for (const [name, statement] of statementsOf(endpoint)) {
      const report = await checkStatement(client, facts, { statement, ...values }, signal);
      statements.push({ endpoint: endpoint.definition.name, name, ...report });
    }
  }
  const ok = [...tableLines, ...statements].every(({ problems }) => problems.length === 0);
  return { ok, tables: tableLines, statements };
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
interface TableLine
  extends Pick<TableFacts, 'exists' | 'kind' | 'location' | 'problems' | 'notes'> {
  readonly name: string;
  readonly place: string;
}

/** The result for one statement. */
interface StatementLine extends StatementReport {
  readonly endpoint: string;
  readonly name: string;
}

/** The result of `check:warehouse`, as `--json` prints it. */
export interface Report {
  readonly ok: boolean;
  readonly tables: readonly TableLine[];
  readonly statements: readonly StatementLine[];
}

/** The report as text: two tables, followed by problems and notes. */
function printReport({ ok, tables, statements }: Report): readonly string[] {
  const findings = [
    ...tables.flatMap(({ name, problems, notes }) => [
      ...problems.map((text) => `Problem: table "${name}" ${text}`),
      ...notes.map((text) => `Note: table "${name}" ${text}`),
    ]),
    ...statements.flatMap(({ endpoint, name, problems }) =>
      problems.map((text) => `Problem: endpoint "${endpoint}", ${name}: ${text}`),
    ),
  ];
  const count = findings.filter((line) => line.startsWith('Problem')).length;
  return [
    ...alignColumns([['table', 'place', 'kind', 'location', 'result'], ...tables.map(tableCells)]),
    '',
    ...alignColumns([
      ['endpoint', 'statement', '1 day', '7 days', 'prunes', 'result'],
      ...statements.map(statementCells),
    ]),
    '',
    ...findings,
    ok ? 'All is well.' : count === 1 ? '1 problem.' : `${count} problems.`,
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
