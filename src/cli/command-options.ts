import { resolve } from 'node:path';
import type { Table } from '#googlesql';
import type { BigQueryConfig, Config } from '../config/config.ts';
import type { FileSettings } from '../config/reloadable.ts';
import { namesOf } from '../endpoint/names.ts';
import { isFolder } from '../files/private-folder.ts';
import type { Project } from '../project/load-project.ts';
import type { Tables } from '../project/tables/tables.ts';
import { readFileSettings, readWholeConfig } from '../reload/config-file.ts';
import { CommandError, UsageError } from './command-error.ts';

/** Rejects where there is no such folder: it would look like one that is empty. */
export async function requireDataFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  throw new CommandError(
    1,
    `There is no data folder "${resolve(folder)}"; is DATA_DIR right? The first start or import makes it`,
  );
}

/** The log table that an argument names; a wrong name is wrong usage. */
export function findTable(name: string, tables: Tables): Table {
  const table = tables.get(name);
  if (table) return table;
  const names = [...tables.keys()].join(', ');
  throw new UsageError(`There is no table "${name}"; the tables are ${names}`);
}

/** The base URL of a service that an option names, without slashes at its end. */
export function serviceUrl(option: string, url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`${option} "${url}" must be like http://127.0.0.1:4000`);
  }
  return url.replace(/\/+$/, '');
}

/** The key in a variable that an option names: command lines are visible to other users. */
export function serviceKey(
  option: string,
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const key = environment[variable];
  if (!key) throw new UsageError(`The variable ${variable}, which ${option} names, holds no key`);
  return key;
}

/** The configuration as the service would read it. */
export function readCommandConfig(project: Project): Config {
  return readWholeConfig(namesOf(project));
}

/** The configuration of BigQuery; throws a `UsageError` where another engine is configured. */
export function requireBigQuery({ bigquery }: Config): BigQueryConfig {
  if (bigquery) return bigquery;
  throw new UsageError(
    'This command needs BigQuery: set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET',
  );
}

/** The settings in `CONFIG_FILE`. */
export function readCommandFile(project: Project): FileSettings {
  return readFileSettings(namesOf(project));
}
