import { readConfig } from '../../config/config.ts';
import type { DescribeOnBigQuery } from '../../project/completion/infer-foreign.ts';
import type { BigQueryClient } from './client/client.ts';

/** The longest that BigQuery is waited for when it describes a text. */
const DESCRIBE_MS = 60_000;

/** What describes texts that are not compiled here, on the BigQuery of the environment. Opens nothing before. */
export function bigQueryDescriber(environment?: NodeJS.ProcessEnv): DescribeOnBigQuery {
  let client: Promise<BigQueryClient> | undefined;
  return async (sql, declared) => {
    const { bigquery } = readConfig(environment);
    if (!bigquery) return undefined;
    // Loaded on demand: most projects have no such text.
    const [{ openClient }, { describeText }] = await Promise.all([
      import('./client/open-client.ts'),
      import('./describe-text.ts'),
    ]);
    client ??= openClient(bigquery);
    return describeText(await client, sql, declared, AbortSignal.timeout(DESCRIBE_MS));
  };
}
