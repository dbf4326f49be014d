import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Runs `work` with a connection to an instance, closed afterwards. */
export async function withConnection<Result>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
  }
}
