import { statSync } from 'node:fs';
import { type Listing, TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { invalidQuery } from './api-error.ts';

const CLAUSE = /\bFOR SYSTEM_TIME AS OF TIMESTAMP '([^']+)'/g;

/** A SQL text without its clauses `FOR SYSTEM_TIME AS OF`, and their moment, in milliseconds since the epoch. */
export interface HistoricText {
  /** As long as the text with them. */
  readonly sql: string;
  readonly asOf: number | undefined;
}

/** Reads the clauses of a text; several have to be of one moment, which must not be in the future. */
export function readSystemTime(text: string): HistoricText {
  const moments = new Set<number>();
  const sql = text.replace(CLAUSE, (clause, moment: string) => {
    moments.add(Date.parse(moment.replace(' ', 'T').replace('+00', 'Z')));
    return ' '.repeat(clause.length);
  });
  const [asOf, ...others] = moments;
  if (others.length > 0) throw invalidQuery('Tables are read as of more than one moment');
  if (asOf !== undefined && !(asOf <= Date.now())) {
    throw invalidQuery('FOR SYSTEM_TIME AS OF expression evaluates to a TIMESTAMP in the future');
  }
  return { sql, asOf };
}

/** The files of tables that were there at a moment, by the times of their modification. */
export class FilesAsOf extends TableFiles {
  readonly #files: TableFiles;
  readonly #ms: number;

  constructor(files: TableFiles, ms: number) {
    super({ dataDir: files.dataDir });
    this.#files = files;
    this.#ms = ms;
  }

  override get folders(): readonly string[] {
    return this.#files.folders;
  }

  override list(table: string): Listing {
    const { files, state } = this.#files.list(table);
    return { files: files.filter(({ path }) => statSync(path).mtimeMs <= this.#ms), state };
  }
}
