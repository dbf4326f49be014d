import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BigQueryConfig, readConfig } from '../../config/config.ts';
import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import { readTableLayout, type TableLayout } from '../../engines/bigquery/dataset/table-layout.ts';
import { isWildcard, placeName, type TablePlace } from '../../engines/bigquery/table-places.ts';
import { deniedText } from '../../engines/bigquery/warehouse/denied-text.ts';
import { openBigQueryTables } from '../../engines/opening/open-bigquery.ts';
import { messageOf } from '../../errors.ts';
import { PROJECT_FILE, type ProjectSettings, readProjectFile } from '../../project/project-file.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { layoutSettings, withLayouts } from './table-settings.ts';

/**
 * Writes the schemas of tables from BigQuery to a project's files, and to `fieldstone.json` how they are partitioned.
 * Writes nothing if one of them cannot be read, and rejects with the reasons of all.
 */
export async function pullTables(
  folder: string,
  names: readonly string[],
  print: (line: string) => void,
  environment?: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = readProjectFile(folder);
  const { bigquery } = readConfig(environment);
  if (!bigquery) {
    throw new UsageError(
      'The schemas come from BigQuery: set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET in .env',
    );
  }
  const unique = [...new Set(names)];
  const { client, places } = await openPlaces(bigquery, settings, unique);
  const { signal } = new AbortController();
  const read = await Promise.all(
    [...places].map(([name, place]) => readPlace(client, name, place, signal)),
  );
  const faults = read.flatMap((one) => ('fault' in one ? one.fault : []));
  if (faults.length > 0) throw new CommandError(1, faults.join('\n'));
  const layouts = read.flatMap((one) => ('layout' in one ? [one] : []));
  for (const { layout, name } of layouts) print(await writeFields(folder, settings, name, layout));
  const file = join(folder, PROJECT_FILE);
  const text = await readFile(file, 'utf8');
  const changed = withLayouts(
    text,
    new Map(layouts.map(({ layout, name }) => [name, layoutSettings(layout)])),
  );
  if (changed === text) return;
  await writeFile(file, changed);
  print(`${PROJECT_FILE} is written: how tables are partitioned`);
}

/** Where the tables are, and a client that can read them. */
async function openPlaces(
  bigquery: BigQueryConfig,
  { tables: declared }: ProjectSettings,
  names: readonly string[],
): Promise<{ readonly client: BigQueryClient; readonly places: ReadonlyMap<string, TablePlace> }> {
  const tables = new Map(
    names.map((name) => [
      name,
      { name, columns: [], fields: [], isOptional: false, bigquery: declared[name]?.bigquery },
    ]),
  );
  const named = Object.entries(bigquery.tables).filter(([name]) => tables.has(name));
  const opened = await openBigQueryTables(
    { ...bigquery, tables: Object.fromEntries(named) },
    tables,
  ).catch((error: unknown) => {
    throw /^BIGQUERY_TABLES/.test(messageOf(error)) ? wrongNames(names, error) : error;
  });
  const places = [...opened.tables].map(([name, { place }]) => [name, place] as const);
  return { client: opened.client, places: new Map(places) };
}

function wrongNames(names: readonly string[], cause: unknown): UsageError {
  const list = names.map((name) => `"${name}"`).join(', ');
  return new UsageError(
    `${list} must be names of different tables, of the dataset or like my-project.my_dataset.my_table`,
    { cause },
  );
}

type Reading = { readonly name: string; readonly layout: TableLayout } | { readonly fault: string };

async function readPlace(
  client: BigQueryClient,
  name: string,
  place: TablePlace,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    const shards = isWildcard(place) ? await shardsOf(client, place, signal) : undefined;
    const table = { name: place.table, type: 'TABLE', ...(shards && { shards }) };
    if (shards?.length === 0) return { fault: `"${name}": no table of ${placeName(place)} exists` };
    const layout = await readTableLayout(client, place, table, signal);
    if (layout.fields.length > 0) return { name, layout };
    return { fault: `"${name}" has no column that can be read here` };
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    const isAbsent = error.status === 404;
    const reason = isAbsent ? `does not exist as ${placeName(place)}` : deniedText(error);
    return { fault: `"${name}" ${reason}` };
  }
}

/** The tables that a wildcard stands for, the last of their names first. */
async function shardsOf(
  client: BigQueryClient,
  place: TablePlace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const listed = await retryTransient(signal, () => client.tables(place, signal));
  const prefix = place.table.slice(0, -1);
  const ids = listed
    .filter(({ type = 'TABLE' }) => type === 'TABLE')
    .map(({ tableReference }) => String(Object(tableReference)['tableId']))
    .filter((id) => id.startsWith(prefix))
    .sort()
    .reverse();
  const dated = ids.filter((id) => /^\d+$/.test(id.slice(prefix.length)));
  return dated.length > 0 ? dated : ids;
}

async function writeFields(
  folder: string,
  { folders, tables }: ProjectSettings,
  name: string,
  { fields, omitted }: TableLayout,
): Promise<string> {
  const file = tables[name]?.schema ?? join(folders.tables, `${name.replace(/\*$/, '')}.json`);
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(fields, undefined, 2)}\n`);
  const without = omitted.map(({ path: column, type }) => `${column} (${type})`).join(', ');
  return `${file} is written${without && `, without ${without}, which is not read here`}`;
}
