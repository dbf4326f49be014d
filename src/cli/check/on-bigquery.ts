import { systemClock } from '../../async/system-clock.ts';
import type { MergedStatement } from '../../catalog/merging/merged-statement.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { PAGE_PARAMETERS } from '../../catalog/views.ts';
import { formatByteSize } from '../../config/byte-size.ts';
import type { BigQueryConfig } from '../../config/config.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import type { LogTables } from '../../engines/bigquery/table-places.ts';
import { type BoundParameter, type EngineStatement, isForeign } from '../../engines/engine.ts';
import { openBigQueryTables } from '../../engines/opening/open-bigquery.ts';
import { exampleMembers, exampleValues } from '../../execution/arguments/example-values.ts';
import type { Project } from '../../project/load-project.ts';
import { alignColumns } from '../query/table.ts';
import {
  type BarrierBytes,
  barrierBytes,
  plainStatement,
  printBarrierBytes,
} from './barrier-bytes.ts';
import { checkStatement, type StatementReport } from './check-statement.ts';
import { type Pricing, priceEndpoint } from './pricing/price-endpoints.ts';
import type { Prices } from './pricing/price-project.ts';
import { readFacts, type TableLine, tableLines } from './table-lines.ts';

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
  const { client, tables, endpoints, location, now } = check;
  const { signal } = new AbortController();
  const facts = await readFacts(client, tables);
  const sources = new Map([...facts].map(([name, { source }]) => [name, source]));
  const statements: StatementLine[] = [];
  const barriers: BarrierBytes[] = [];
  const prices = new Map<string, Pricing>();
  for (const endpoint of endpoints) {
    const { name } = endpoint.definition;
    const values = valuesOf(endpoint, now, undefined);
    const reports = new Map<string, StatementReport>();
    for (const [kind, statement, merged] of statementsOf(endpoint)) {
      const report = await checkStatement(
        client,
        facts,
        { statement, ...valuesOf(endpoint, now, merged) },
        signal,
      );
      reports.set(kind, report);
      statements.push({ endpoint: name, name: kind, ...report });
    }
    const plain = plainStatement(endpoint);
    if (plain) {
      const input = { statement: plain, ...values };
      reports.set('plain', await checkStatement(client, facts, input, signal));
      barriers.push(barrierBytes(name, reports));
    }
    prices.set(name, await priceEndpoint(endpoint, { client, sources, now }));
  }
  return { tables: tableLines(tables, facts, location), statements, barriers, prices };
}

/** The same on the BigQuery of the settings, for the tables that the endpoints read. */
export async function checkOnConfigured(
  project: Project,
  endpoints: readonly PreparedEndpoint[],
  bigquery: BigQueryConfig,
): Promise<BigQueryReport> {
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

function valuesOf(endpoint: PreparedEndpoint, now: bigint, merged: MergedStatement | undefined) {
  const page: readonly (readonly [string, BoundParameter])[] = [...PAGE_PARAMETERS].map(
    ([name, type]) => [name, { type, value: type.kind === 'TIMESTAMP' ? now : null }],
  );
  const over = (days: number) => {
    const values = exampleValues(endpoint, days, now);
    return new Map([...(merged ? exampleMembers(values, merged) : values), ...page]);
  };
  return {
    maxRows: endpoint.definition.settings.maxRows,
    oneDay: over(1),
    sevenDays: over(7),
  };
}

/** A statement with its name, and the merged one that it is. */
type NamedStatement = readonly [string, EngineStatement, MergedStatement?];

/** Every statement that may run for an endpoint, except callers' own. */
function statementsOf({ open, pinned, views }: PreparedEndpoint): readonly NamedStatement[] {
  // A pinned key is refused.
  if (isForeign(open.statement)) return [['open', open.statement]];
  const merged = (name: string, { merging }: PreparedEndpoint['open']) =>
    merging.statements.map(
      (part): NamedStatement => [`${name}, merged over @${part.parameter}`, part.statement, part],
    );
  const pages = [...views].flatMap(([name, view]) => [
    [`view ${name}`, view.open.behindId] as const,
    [`view ${name}, pinned`, view.pinned.behindId] as const,
  ]);
  return [
    ['open', open.statement],
    ['pinned', pinned.statement],
    ...merged('open', open),
    ...merged('pinned', pinned),
    ...pages,
  ];
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
  /** Of the endpoints whose queries are compiled. */
  readonly barriers: readonly BarrierBytes[];
  readonly prices: Prices;
}

/** What is wrong with a statement, and which it is. */
export function statementProblems({ name, problems }: StatementLine): readonly string[] {
  return problems.map((text) =>
    name === 'open' ? `On BigQuery, ${text}` : `On BigQuery, ${name}: ${text}`,
  );
}

/** The report as text: a table of the tables, one of the statements, one of what barriers cost, then notes. */
export function printBigQuery({ barriers, statements, tables }: BigQueryReport): readonly string[] {
  return [
    ...alignColumns([['table', 'place', 'kind', 'location', 'result'], ...tables.map(tableCells)]),
    '',
    ...alignColumns([
      ['endpoint', 'statement', '1 day', '7 days', 'prunes', 'result'],
      ...statements.map(statementCells),
    ]),
    '',
    ...(barriers.length > 0 ? [...printBarrierBytes(barriers), ''] : []),
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
