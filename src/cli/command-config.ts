import type { BigQueryConfig, Config } from '../config/config.ts';
import type { FileSettings } from '../config/reloadable.ts';
import { namesOf } from '../endpoint/names.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import { readFileSettings, readWholeConfig } from '../reload/read-config.ts';

/** The configuration as the service would read it. */
export function readCommandConfig(): Config {
  return readWholeConfig(namesOf(ENDPOINTS));
}

/** The configuration of BigQuery; throws where another engine is configured. */
export function readBigQueryConfig(): BigQueryConfig {
  const { bigquery } = readCommandConfig();
  if (!bigquery) throw new Error('Set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET');
  return bigquery;
}

/** The settings in `CONFIG_FILE`. */
export function readCommandFile(): FileSettings {
  return readFileSettings(namesOf(ENDPOINTS));
}
