import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import { type DryRun, dryRun } from '../../engines/bigquery/jobs/dry-run.ts';
import { compileDecoder } from '../../engines/bigquery/rows/decode.ts';
import { queryParameters } from '../../engines/bigquery/statements/parameters.ts';
import { printStatement } from '../../engines/bigquery/statements/print-statement.ts';
import { deniedText } from '../../engines/bigquery/warehouse/denied-text.ts';
import { notSelect } from '../../engines/bigquery/warehouse/probe.ts';
import type { TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import type { BoundParameter, EngineStatement } from '../../engines/engine.ts';

/** A statement with parameter values for one day and for seven. */
export interface CheckedInput {
  readonly statement: EngineStatement;
  readonly maxRows: number;
  readonly oneDay: ReadonlyMap<string, BoundParameter>;
  readonly sevenDays: ReadonlyMap<string, BoundParameter>;
}

/** The result of checking one statement. */
export interface StatementReport {
  /** Bytes read for one day and for seven; undefined if BigQuery refuses the statement. */
  readonly bytes: { readonly oneDay: number; readonly sevenDays: number } | undefined;
  /** Whether the bytes are an upper bound, as for clustered tables. */
  readonly isUpperBound: boolean;
  /**
   * Whether one day reads fewer bytes than seven; without older rows this cannot be told (the table's partitioning
   * can).
   */
  readonly prunes: 'yes' | 'cannot tell';
  /** Empty if there are none. */
  readonly problems: readonly string[];
}

/** Checks a stored statement with two dry runs: its kind, its result columns and its tables. */
export async function checkStatement(
  client: BigQueryClient,
  facts: ReadonlyMap<string, TableFacts>,
  { statement, maxRows, oneDay, sevenDays }: CheckedInput,
  signal: AbortSignal,
): Promise<StatementReport> {
  const sources = new Map([...facts].map(([name, { source }]) => [name, source]));
  const printed = printStatement(statement, sources, maxRows + 1);
  const ask = (values: ReadonlyMap<string, BoundParameter>) => {
    const parameters = queryParameters(printed, values);
    const text = { ...printed, parameters };
    return retryTransient(signal, () => dryRun(client, text, signal));
  };
  try {
    const narrow = await ask(oneDay);
    const wide = await ask(sevenDays);
    return {
      bytes: { oneDay: narrow.bytes, sevenDays: wide.bytes },
      isUpperBound: narrow.isUpperBound,
      prunes: narrow.bytes < wide.bytes ? 'yes' : 'cannot tell',
      problems: [
        ...notSelect(narrow.statementType),
        ...columnProblems(narrow, statement),
        ...(printed.isForeign ? [] : tableProblems(narrow, printed.tables, facts)),
      ],
    };
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    const problems = [deniedText(error)];
    return { bytes: undefined, isUpperBound: false, prunes: 'cannot tell', problems };
  }
}

function columnProblems({ fields }: DryRun, { columns }: EngineStatement): readonly string[] {
  try {
    compileDecoder(fields, columns);
    return [];
  } catch (error) {
    if (error instanceof BigQueryError) return [error.message];
    throw error;
  }
}

function tableProblems(
  { tables }: DryRun,
  names: ReadonlySet<string>,
  facts: ReadonlyMap<string, TableFacts>,
): readonly string[] {
  const allowed = new Set([...names].flatMap((name) => [...(facts.get(name)?.reads ?? [])]));
  const others = tables.filter((full) => !allowed.has(full));
  return others.length > 0 ? [`it reads tables that it does not name: ${others.join(', ')}`] : [];
}
