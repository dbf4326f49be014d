/** Where the log tables are. */
export interface TablePlace {
  readonly project: string;
  readonly dataset: string;
  /** Table ids by logical name, where they are not made from it. */
  readonly ids: Readonly<Record<string, string>>;
}

const TABLE_ID = /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]{1,1024}$/u;

/**
 * The full name of each logical table: `project.dataset.id`.
 *
 * A logical name has dots, which an id may not: `postgres.logs` is `postgres_logs`. Dashes may stay.
 */
export function fullTableNames(
  names: Iterable<string>,
  { project, dataset, ids }: TablePlace,
): ReadonlyMap<string, string> {
  const logical = new Set(names);
  for (const name of Object.keys(ids)) {
    if (!logical.has(name))
      throw new Error(`BIGQUERY_TABLES names "${name}", which is no log table`);
  }
  const full = new Map<string, string>();
  for (const name of logical) {
    const id = Object.hasOwn(ids, name) ? (ids[name] as string) : name.replaceAll('.', '_');
    if (!TABLE_ID.test(id)) throw new Error(`BIGQUERY_TABLES: "${id}" is no id of a table`);
    full.set(name, `${project}.${dataset}.${id}`);
  }
  if (new Set(full.values()).size < full.size) {
    throw new Error('BIGQUERY_TABLES gives two log tables the same id');
  }
  return full;
}
