import { messageOf } from '../../../errors.ts';
import type { BoundParameter, EngineStatement } from '../../engine.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import { dryRun } from '../jobs/dry-run.ts';
import { queryParameters } from '../statements/parameters.ts';
import { printStatement } from '../statements/print-statement.ts';
import { deniedText } from './denied-text.ts';
import type { TableSource } from './table-source.ts';

/** A stored statement that BigQuery must accept before its endpoint is ready. */
export interface Probe {
  readonly endpoint: string;
  readonly statement: EngineStatement;
  readonly parameters: ReadonlyMap<string, BoundParameter>;
}

/** Why BigQuery does not accept a probe, by a dry run; rejects if BigQuery is temporarily unable to answer. */
export async function probeFault(
  client: BigQueryClient,
  { parameters, statement }: Probe,
  sources: ReadonlyMap<string, TableSource>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const printed = printStatement(statement, sources, 1);
    const text = { ...printed, parameters: queryParameters(printed, parameters) };
    const { statementType } = await dryRun(client, text, signal);
    return notSelect(statementType)[0];
  } catch (error) {
    signal.throwIfAborted();
    const isRefusal = error instanceof BigQueryError;
    if (isRefusal && treatmentOf(error).retry === 'request') throw error;
    return isRefusal ? deniedText(error) : messageOf(error);
  }
}

/** What is wrong with a statement of a type: a text that nobody compiled may be of any. */
export function notSelect(type: string): readonly string[] {
  return type === 'SELECT' ? [] : [`it is a ${type} statement, not a SELECT`];
}
