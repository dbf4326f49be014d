import type { TableTraits } from '#googlesql';
import type { BigQueryConfig } from '../../config/config.ts';
import type { ProjectTable } from '../../project/tables.ts';

/** The location of a table. */
export interface TablePlace {
  readonly project: string;
  readonly dataset: string;
  /** A table id; with a final `*`, all tables with that prefix. */
  readonly table: string;
}

/** A declared table and its location. */
export interface LogTable extends TableTraits, Pick<ProjectTable, 'fields' | 'isOptional'> {
  readonly place: TablePlace;
}

/** Log tables by their logical name. */
export type LogTables = ReadonlyMap<string, LogTable>;

/** Defaults and overrides for the locations of log tables. */
export type PlaceSettings = Pick<BigQueryConfig, 'project' | 'dataset' | 'tables'>;

const NAME =
  /^(?:([a-z][a-z0-9.:-]*[a-z0-9])\.(\w{1,1024})\.)?([\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]{1,1024}\*?)$/u;

/**
 * Maps each logical table to its location.
 *
 * Dots, which table ids may not contain, become underscores: `postgres.logs` is `postgres_logs`. Dashes are kept.
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
    const text = Object.hasOwn(named, name) ? (named[name] as string) : name.replaceAll('.', '_');
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

/** `project.dataset.table`, for messages, SQL and as a map key. */
export function placeName({ project, dataset, table }: TablePlace): string {
  return `${project}.${dataset}.${table}`;
}

/** Whether it stands for all tables with a prefix. */
export function isWildcard({ table }: TablePlace): boolean {
  return table.endsWith('*');
}

/** The parts of a table's name that must not be in a message to callers. */
export function secretParts({ place: { project, dataset, table } }: LogTable): readonly string[] {
  return [project, `${dataset}.`, table];
}
