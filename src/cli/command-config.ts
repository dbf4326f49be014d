import type { BigQueryConfig, Config } from '../config/config.ts';
import type { FileSettings } from '../config/reloadable.ts';
import { namesOf } from '../endpoint/names.ts';
import type { Project } from '../project/load-project.ts';
import { readFileSettings, readWholeConfig } from '../reload/config-file.ts';

/** The configuration as the service would read it. */
export function readCommandConfig(project: Project): Config {
  return readWholeConfig(namesOf(project));
}

/** The configuration of BigQuery; throws where another engine is configured. */
export function readBigQueryConfig(project: Project): BigQueryConfig {
  const { bigquery } = readCommandConfig(project);
  if (!bigquery) throw new Error('Set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET');
  return bigquery;
}

/** The settings in `CONFIG_FILE`. */
export function readCommandFile(project: Project): FileSettings {
  return readFileSettings(namesOf(project));
}
