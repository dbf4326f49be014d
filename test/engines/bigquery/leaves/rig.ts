import { onTestFinished } from 'vitest';
import { placeTables } from '../../../../src/engines/bigquery/table-places.ts';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import type { Engine, EngineStatement } from '../../../../src/engines/engine.ts';
import type { Statement } from '../../../../src/googlesql/analysis/analyze.ts';
import { parseTable, type SchemaField, type TableTraits } from '../../../../src/googlesql/table.ts';
import type { Row } from '../../../../src/googlesql/value.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../../support/bigquery/server.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { freshFiles } from '../../../support/fresh-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openEngine, PLACE } from '../open-engine.ts';
import { compileForm, type Form, PARAMETERS } from './forms.ts';

/** A table `logs` with rows. */
export interface LeafTable extends Pick<TableTraits, 'tenant' | 'time'> {
  readonly fields: readonly SchemaField[];
  /** Its fields on BigQuery. @default the same */
  readonly live?: readonly SchemaField[];
  readonly rows: readonly object[];
}

/** The same rows on BigQuery and embedded. */
export interface LeafRig {
  readonly server: BigQueryServer;
  /** Compiles a query over `logs`. */
  compile(sql: string, form: Form): Statement;
  /** The rows of a statement on BigQuery. */
  ask(statement: EngineStatement): Promise<readonly Row[]>;
  /** The rows of a statement on the embedded engine. */
  askEmbedded(statement: EngineStatement): Promise<readonly Row[]>;
  /** What BigQuery reads for a query, in bytes; with another tenant than the table's if there is one. */
  bytes(sql: string, form: Form, tenant?: LeafTable['tenant']): Promise<number>;
}

/** Opens both engines for the length of the running test. */
export async function openLeaves(leafTable: LeafTable): Promise<LeafRig> {
  const { fields, live = fields, rows, tenant, time } = leafTable;
  const table = parseTable('logs', fields, { tenant, time });
  const tables = new Map([['logs', table]]);
  const store = freshFiles(temporaryFolder());
  await fillRows(store, [['logs', rows]], tables);
  const server = await openBigQueryServer({ store, tables });
  server.catalog.changeFields('logs', 'logs', () => live);
  const declared = new Map([['logs', { ...table, fields, isOptional: false }]]);
  const bigquery = openEngine(server.url, { tables: placeTables(declared, PLACE) });
  await bigquery.check();
  const embedded = new DuckDbEngine({ files: store, processes: sharedProcesses() });
  onTestFinished(() => embedded.close());
  const compile = (sql: string, form: Form) => compileForm(sql, form, table);
  const askOn = async (engine: Engine, statement: EngineStatement) => {
    const query = {
      statement,
      parameters: PARAMETERS,
      maxRows: 100_000,
      isCallersSql: false,
      purpose: { endpoint: 'logs', keyId: 'key', via: 'rest' } as const,
    };
    return (await engine.run(query, { signal: new AbortController().signal })).rows;
  };
  const ask = (statement: EngineStatement) => askOn(bigquery, statement);
  return {
    server,
    compile,
    ask,
    askEmbedded: (statement) => askOn(embedded, statement),
    bytes: async (sql, form, other = tenant) => {
      await ask(compileForm(sql, form, { ...table, tenant: other }));
      return server.counters.charges.at(-1)?.processed ?? 0;
    },
  };
}
