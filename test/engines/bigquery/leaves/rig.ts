import { onTestFinished } from 'vitest';
import { guardTree } from '../../../../src/catalog/barrier/guarded-tree.ts';
import { pinParameters } from '../../../../src/catalog/barrier/tenant-condition.ts';
import { placeTables } from '../../../../src/engines/bigquery/table-places.ts';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import type { Engine, EngineStatement } from '../../../../src/engines/engine.ts';
import { analyze, type Statement } from '../../../../src/googlesql/analysis/analyze.ts';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import { parseTable, type SchemaField, type TableTraits } from '../../../../src/googlesql/table.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import type { Row } from '../../../../src/googlesql/value.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../../support/bigquery/server.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { freshFiles } from '../../../support/fresh-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openEngine, PLACE } from '../open-engine.ts';

/** The tenant whose rows are asked for. */
export const TENANT = 'mine';

/** A table `logs` with rows. */
export interface LeafTable extends Pick<TableTraits, 'tenant' | 'time'> {
  readonly fields: readonly SchemaField[];
  /** Its fields on BigQuery. @default the same */
  readonly live?: readonly SchemaField[];
  /** Whether it is a view on BigQuery. */
  readonly isView?: boolean;
  readonly rows: readonly object[];
}

/** The forms of a statement: without a barrier, for a key that names the tenant itself, for one that is pinned to it. */
export type Form = 'plain' | 'open' | 'pinned';

/** The same rows on BigQuery and embedded. */
export interface LeafRig {
  readonly server: BigQueryServer;
  /** Compiles a query over `logs`. */
  compile(sql: string, form: Form): Statement;
  /** The rows of a statement on BigQuery. */
  ask(statement: EngineStatement): Promise<readonly Row[]>;
  /** The rows of a statement on the embedded engine. */
  askEmbedded(statement: EngineStatement): Promise<readonly Row[]>;
  /** What BigQuery reads for a query, in bytes. */
  bytes(sql: string, form: Form): Promise<number>;
}

/** Opens both engines for the length of the running test. */
export async function openLeaves(leafTable: LeafTable): Promise<LeafRig> {
  const { fields, isView = false, live = fields, rows, tenant, time } = leafTable;
  const table = parseTable('logs', fields, { tenant, time });
  const tables = new Map([['logs', table]]);
  const store = freshFiles(temporaryFolder());
  await fillRows(store, [['logs', rows]], tables);
  const server = await openBigQueryServer({ store, tables });
  server.catalog.changeFields('logs', 'logs', () => live);
  if (isView) server.catalog.makeView('logs', 'logs', BASE);
  const declared = new Map([['logs', { ...table, fields, isOptional: false }]]);
  const bigquery = openEngine(server.url, { tables: placeTables(declared, PLACE) });
  await bigquery.check();
  const embedded = new DuckDbEngine({ files: store, processes: sharedProcesses() });
  onTestFinished(() => embedded.close());
  const parameters = new Map([
    ['project', SCALARS.STRING],
    ['n', SCALARS.INT64],
    ...pinParameters('_tenant'),
  ]);
  const compile = (sql: string, form: Form): Statement => {
    const tree = parseQuery(sql);
    const match = { parameter: 'project', match: 'equal' } as const;
    const input = {
      tables,
      parameters,
      tenant: {
        definition: form === 'open' ? match : undefined,
        pin: form === 'pinned' ? '_tenant' : undefined,
      },
    };
    const { resolved, tree: guarded } =
      form === 'plain'
        ? { tree, resolved: analyze(tree, { tables, parameters }) }
        : guardTree(filtered(sql, form, tenant), input);
    const columns = resolved.output.map(({ name, column }) => ({ name, type: column.type }));
    return { tree: guarded, resolved, columns };
  };
  const askOn = async (engine: Engine, statement: EngineStatement) => {
    const query = {
      statement,
      parameters: new Map([
        ['project', { type: SCALARS.STRING, value: TENANT }],
        ['_tenant', { type: SCALARS.STRING, value: TENANT }],
        ['n', { type: SCALARS.INT64, value: 1 }],
      ]),
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
    bytes: async (sql, form) => {
      await ask(compile(sql, form));
      return server.counters.charges.at(-1)?.processed ?? 0;
    },
  };
}

const BASE = { projectId: 'base-1', datasetId: 'raw', tableId: 'logs' };

/** An open key's query names the tenant itself, in every SELECT from the table as `t`. */
function filtered(sql: string, form: Form, tenant: LeafTable['tenant']) {
  if (form !== 'open') return parseQuery(sql);
  const [column, field] = tenant ?? [];
  const condition =
    field === undefined
      ? `t.${column} = @project`
      : `EXISTS (SELECT 1 FROM UNNEST(t.${column}) AS own WHERE own.${field} = @project)`;
  return parseQuery(sql.replaceAll('WHERE TRUE', `WHERE ${condition}`));
}
