import { onTestFinished, vi } from 'vitest';

/** The settings of a service on a BigQuery server, which has the project of the tests. */
export function bigQueryEnvironment(url: string, dataset = 'logs') {
  return {
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: 'fieldstone-test',
    BIGQUERY_DATASET: dataset,
    BIGQUERY_API_ENDPOINT: url,
  };
}

/** Sets these settings in the environment until the running test ends. */
export function stubBigQuery(url: string, dataset?: string): void {
  for (const [name, value] of Object.entries(bigQueryEnvironment(url, dataset))) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
}
