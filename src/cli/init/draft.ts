import { endpointNames } from './names.ts';

/** A table of a project that is made, with the endpoint over it. */
export interface DraftTable {
  readonly name: string;
  /** What `fieldstone.json` says of it; undefined if that is nothing. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
  /** What `tables/NAME.json` has; undefined if there is no such file. */
  readonly fields: readonly object[] | undefined;
  /** The SQL of its endpoint, or why there is none. */
  readonly endpoint: { readonly sql: string } | { readonly reason: string };
  /** What a dry run of the endpoint says that it reads. */
  readonly bytes?: number;
}

/** A file that is copied into the project. */
export interface DraftCopy {
  /** An absolute path. */
  readonly from: string;
  /** Below the project's folder, with slashes. */
  readonly to: string;
}

/** An endpoint of a project that is made. */
export interface DraftEndpoint {
  /** What it is over, as messages say it. */
  readonly table: string;
  readonly bytes?: number | undefined;
}

/** What a project is made of. */
export interface ProjectDraft {
  /** Texts of files by their names below the project's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly copies: readonly DraftCopy[];
  /** Variables of `.env`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A sentence of the README that says where rows come from. */
  readonly source: string;
  /** By name. */
  readonly endpoints: ReadonlyMap<string, DraftEndpoint>;
  /** Why tables have no endpoint, by table. */
  readonly omitted: ReadonlyMap<string, string>;
}

/** The files of a project over some tables, its endpoints and what has none. */
export function draftFiles(
  tables: readonly DraftTable[],
): Pick<ProjectDraft, 'endpoints' | 'files' | 'omitted'> {
  const files = new Map([['fieldstone.json', json({ tables: tableSettings(tables) })]]);
  for (const { fields, name } of tables) {
    if (fields) files.set(`tables/${name.replace(/\*$/, '')}.json`, json(fields));
  }
  const served = tables.flatMap(({ bytes, endpoint, name: table }) =>
    'sql' in endpoint ? [{ table, bytes, sql: endpoint.sql }] : [],
  );
  const names = endpointNames(served.map(({ table }) => table));
  for (const [i, { sql }] of served.entries()) files.set(`endpoints/${names[i]}.sql`, sql);
  const omitted = tables.flatMap(({ endpoint, name }) =>
    'reason' in endpoint ? [[name, endpoint.reason] as const] : [],
  );
  return {
    files,
    endpoints: new Map(served.map(({ bytes, table }, i) => [names[i] ?? '', { table, bytes }])),
    omitted: new Map(omitted),
  };
}

function tableSettings(tables: readonly DraftTable[]): object {
  return Object.fromEntries(
    tables.flatMap(({ name, settings }) => (settings ? [[name, settings]] : [])),
  );
}

/** A value as the text of a JSON file. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
