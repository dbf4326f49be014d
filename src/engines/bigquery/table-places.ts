import type { TableTraits } from '#googlesql';
import type { BigQueryConfig } from '../../config/config.ts';
import type { ProjectTable } from '../../project/tables/tables.ts';

/** The location of a table. */
export interface TablePlace {
  readonly project: string;
  readonly dataset: string;
  /** A table id; with a final `*`, all tables with that prefix. */
  readonly table: string;
}

/** A declared table and its location. */
export interface LogTable
  extends TableTraits,
    Pick<ProjectTable, 'bigquery' | 'fields' | 'isOptional'> {
  readonly place: TablePlace;
}

/** Log tables by their logical name. */
export type LogTables = ReadonlyMap<string, LogTable>;

/** Defaults and overrides for the locations of log tables. */
export type PlaceSettings = Pick<BigQueryConfig, 'project' | 'dataset' | 'tables'>;

const NAME =
  /^(?:([a-z][a-z0-9.:-]*[a-z0-9])\.(\w{1,1024})\.)?([\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]{1,1024}\*?)$/u;

/**
 * Maps each logical table to its location: that of the settings, else the one that the project declares, else its own
 * name if that is `project.dataset.table`.
 *
 * In any other name, dots, which table ids may not contain, become underscores: `postgres.logs` is `postgres_logs`.
 */
export function placeTables(
  tables: ReadonlyMap<string, Omit<LogTable, 'place'>>,
  { project, dataset, tables: named }: PlaceSettings,
): LogTables {
  for (const name of Object.keys(named)) {
    if (!tables.has(name))
      throw new Error(`BIGQUERY_TABLES names "${name}", which is no log table`);
  }
  const placed = new Map<string, LogTable>();
  for (const [name, table] of tables) {
    const text = Object.hasOwn(named, name) ? (named[name] as string) : declaredPlace(name, table);
    const [match, ownProject = project, ownDataset = dataset, id = ''] = NAME.exec(text) ?? [];
    if (match === undefined) {
      throw new Error(
        `BIGQUERY_TABLES: "${text}" is neither the id of a table nor project.dataset.table`,
      );
    }
    const place = { project: ownProject, dataset: ownDataset, table: id };
    placed.set(name, { ...table, place });
  }
  if (new Set([...placed.values()].map(({ place }) => placeName(place))).size < placed.size) {
    throw new Error('BIGQUERY_TABLES gives two log tables the same place');
  }
  return placed;
}

/** A table's id, or its full name, as far as the settings say nothing else. */
function declaredPlace(name: string, { bigquery }: Omit<LogTable, 'place'>): string {
  if (bigquery !== undefined) return bigquery;
  const isFull = name.split('.').length === 3 && NAME.test(name);
  return isFull ? name : name.replaceAll('.', '_');
}

/** `project.dataset.table`, for messages, SQL and as a map key. */
export function placeName({ project, dataset, table }: TablePlace): string {
  return `${project}.${dataset}.${table}`;
}

/** The place of a full name; of one whose project has dots, as those of a domain have. */
export function placeOf(full: string): TablePlace {
  const parts = full.split('.');
  const [dataset = '', table = ''] = parts.slice(-2);
  return { project: parts.slice(0, -2).join('.'), dataset, table };
}

/** Whether it stands for all tables with a prefix. */
export function isWildcard({ table }: TablePlace): boolean {
  return table.endsWith('*');
}

/** The parts of a table's name that must not be in a message to callers. */
export function secretParts({ place: { project, dataset, table } }: LogTable): readonly string[] {
  return [project, `${dataset}.`, table];
}
