import type { Table } from '#googlesql';
import { type FoundImport, filesOfTable, readImports } from './imports.ts';
import { withDuckDb } from './writing/import-instance.ts';

/** What an import brings: the hash of its input, and the tenant that was filled in, if one was. */
export interface Brought {
  readonly sha256: string;
  readonly tenant: string | undefined;
}

/** Looks for imports that brought the same rows into a table, each time in the files that are new. */
export class EarlierImports {
  readonly #table: Table;
  readonly #folder: string;
  readonly #spill: string;
  readonly #seen = new Set<string>();

  constructor(table: Table, folder: string, spill: string) {
    this.#table = table;
    this.#folder = folder;
    this.#spill = spill;
  }

  /** Rejects if an import of the same input for the same tenant is there. */
  async refuse({ sha256, tenant }: Brought): Promise<void> {
    const imports = await this.#readNew();
    const found = imports.find(
      ({ metadata }) => metadata?.sha256 === sha256 && metadata.tenant === tenant,
    );
    if (!found) return;
    const whose = tenant === undefined ? '' : ` for tenant "${tenant}"`;
    throw new Error(
      `these rows are in ${this.#table.name}${whose} since ${found.metadata?.at}, by import ${found.id}; --undo ${found.id} removes them, --again adds them once more`,
    );
  }

  async #readNew(): Promise<readonly FoundImport[]> {
    const files = await filesOfTable(this.#folder, this.#table.name);
    const added = files.filter(({ path }) => !this.#seen.has(path));
    for (const { path } of added) this.#seen.add(path);
    if (added.length === 0) return [];
    return withDuckDb({ memory: '64MB', folder: this.#spill }, (connection) =>
      readImports(connection, added),
    );
  }
}
