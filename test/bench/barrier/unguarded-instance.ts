import { DuckDBInstance } from '@duckdb/node-api';
import { PRELUDE } from '#googlesql';

/** DuckDB as it was before there were security barriers: with all of its optimizers. */
export async function openUnguardedInstance(): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '1GB',
    threads: '2',
    default_null_order: 'nulls_first_on_asc_last_on_desc',
  });
  const connection = await instance.connect();
  for (const setting of [
    "TimeZone = 'UTC'",
    'late_materialization_max_rows = 1000',
    'max_expression_depth = 250',
  ]) {
    await connection.run(`SET GLOBAL ${setting}`);
  }
  for (const statement of PRELUDE) await connection.run(statement);
  connection.closeSync();
  return instance;
}
