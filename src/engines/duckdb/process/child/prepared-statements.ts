import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/** A statement that is planned, with the connection that it belongs to. */
export interface PlannedStatement {
  readonly connection: DuckDBConnection;
  readonly prepared: DuckDBPreparedStatement;
}

/** Plans take up to a megabyte each. */
const MAX_IDLE = 64;

/** Statements that are planned and not running, for texts that are run again and again with other parameters. */
export class PreparedStatements {
  readonly #idle = new Map<string, PlannedStatement>();

  /** The planned statement with a text, which nobody else gets until it is put back; undefined if there is none. */
  take(sql: string): PlannedStatement | undefined {
    const planned = this.#idle.get(sql);
    this.#idle.delete(sql);
    return planned;
  }

  /** Stores a statement that has ended; returns the one that is dropped for it. */
  put(sql: string, planned: PlannedStatement): PlannedStatement | undefined {
    if (this.#idle.has(sql)) return planned;
    this.#idle.set(sql, planned);
    if (this.#idle.size <= MAX_IDLE) return undefined;
    const [[oldest] = ['']] = this.#idle;
    return this.take(oldest);
  }
}
