import { wireName } from '../../src/engines/bigquery/statements/parameters.ts';
import { printStatement } from '../../src/engines/bigquery/statements/print-statement.ts';
import { placeName, placeTables } from '../../src/engines/bigquery/table-places.ts';
import {
  type TableSource,
  tableSource,
} from '../../src/engines/bigquery/warehouse/table-source.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { typeName } from '../../src/googlesql/types.ts';
import { allStatements } from '../engines/all-statements.ts';
import { sandboxCases, storedCases } from '../engines/fixture-cases.ts';
import { PROJECT } from '../support/project.ts';
import { catalogTables } from './catalog.ts';
import type { Catalog, Oracle } from './oracle.ts';

/** What the reference says of the texts that BigQuery is sent. */
export interface PrintedReport {
  readonly analysed: number;
  /** A line for each that it refuses, or whose columns are others. */
  readonly problems: readonly string[];
}

const PLACE = { project: 'project', dataset: 'dataset', tables: {} };

/** Has the reference analyse every text that is printed for BigQuery: of stored queries, of pages of views, of callers. */
export async function judgePrinted(oracle: Oracle): Promise<PrintedReport> {
  const tables = catalogTables();
  const placed = placeTables(PROJECT.tables, PLACE);
  const sources = new Map([...placed].map(([name, table]) => [name, tableSource(table)]));
  const fullName = (name: string) => {
    const table = placed.get(name);
    return table ? placeName(table.place) : '';
  };
  const catalog = await oracle.register(
    tables.map((table) => ({ ...table, name: fullName(table.name) })),
  );
  const cases = [...allStatements(), ...storedCases(), ...sandboxCases()];
  const problems: string[] = [];
  for (const { title, query } of cases) {
    const problem = await judgeOne(oracle, catalog, sources, query);
    if (problem) problems.push(`${title}: ${problem}`);
  }
  return { analysed: cases.length, problems };
}

async function judgeOne(
  oracle: Oracle,
  catalog: Catalog,
  sources: ReadonlyMap<string, TableSource>,
  { maxRows, parameters, statement }: Pick<EngineQuery, 'maxRows' | 'parameters' | 'statement'>,
): Promise<string | undefined> {
  const { sql } = printStatement(statement, sources, maxRows + 1);
  const analysis = await oracle.analyze(sql, catalog, sentParameters(parameters));
  if ('error' in analysis) return analysis.error;
  const said = describe(analysis.columns);
  const ours = describe(statement.columns);
  return said === ours ? undefined : `its columns are ${said} in place of ${ours}`;
}

function describe(columns: EngineQuery['statement']['columns']): string {
  return columns.map(({ name, type }) => `${name} ${typeName(type)}`).join(', ');
}

/** By the names that they are sent with. */
function sentParameters(parameters: EngineQuery['parameters']) {
  return Object.fromEntries([...parameters].map(([name, bound]) => [wireName(name), bound]));
}
