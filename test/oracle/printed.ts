import { printStatement } from '../../src/engines/bigquery/jobs/print-statement.ts';
import { fullTableNames } from '../../src/engines/bigquery/table-ids.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { typeName } from '../../src/googlesql/types.ts';
import { allStatements } from '../engines/all-statements.ts';
import { sandboxCases, storedCases } from '../engines/fixture-cases.ts';
import { catalogTables } from './catalog.ts';
import type { Catalog, Oracle } from './oracle.ts';

/** What the reference says of the texts that BigQuery is sent. */
export interface PrintedReport {
  readonly analysed: number;
  /** A line for each that it refuses, or whose columns are others. */
  readonly problems: readonly string[];
}

const PLACE = { project: 'project', dataset: 'dataset', ids: {} };

/** Has the reference analyse every text that is printed for BigQuery: of stored queries, of pages of views, of callers. */
export async function judgePrinted(oracle: Oracle): Promise<PrintedReport> {
  const tables = catalogTables();
  const names = fullTableNames(
    tables.map(({ name }) => name),
    PLACE,
  );
  const catalog = await oracle.register(
    tables.map((table) => ({ ...table, name: names.get(table.name) ?? '' })),
  );
  const cases = [...allStatements(), ...storedCases(), ...sandboxCases()];
  const problems: string[] = [];
  for (const { title, query } of cases) {
    const problem = await judgeOne(oracle, catalog, names, query);
    if (problem) problems.push(`${title}: ${problem}`);
  }
  return { analysed: cases.length, problems };
}

async function judgeOne(
  oracle: Oracle,
  catalog: Catalog,
  names: ReadonlyMap<string, string>,
  { maxRows, parameters, statement }: Pick<EngineQuery, 'maxRows' | 'parameters' | 'statement'>,
): Promise<string | undefined> {
  const { sql } = printStatement(statement.tree, names, maxRows + 1);
  const analysis = await oracle.analyze(sql, catalog, Object.fromEntries(parameters));
  if ('error' in analysis) return analysis.error;
  const said = describe(analysis.columns);
  const ours = describe(statement.columns);
  return said === ours ? undefined : `its columns are ${said} in place of ${ours}`;
}

function describe(columns: EngineQuery['statement']['columns']): string {
  return columns.map(({ name, type }) => `${name} ${typeName(type)}`).join(', ');
}
