import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { pseudoColumns } from '../../../src/googlesql/pseudo-columns.ts';
import { parseTable, type SchemaField } from '../../../src/googlesql/table.ts';
import type { TableResource } from '../../support/bigquery/catalog.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { fillRows } from '../../support/fill-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { days, pageView } from './datasets.ts';

/** The dataset of the server. */
export const DATASET = 'fieldstone-test.exports';
/** Days of the export of Google Analytics, each a table. */
const SHARDS = 40;

type Field = readonly [name: string, type: string, mode?: string, fields?: readonly SchemaField[]];

function fields(...all: readonly Field[]): readonly SchemaField[] {
  return all.map(([name, type, mode = 'NULLABLE', nested]) => ({
    ...{ name, type, mode },
    ...(nested && { fields: nested }),
  }));
}

const VALUE = fields(
  ['string_value', 'STRING'],
  ['int_value', 'INTEGER'],
  ['float_value', 'FLOAT'],
  ['double_value', 'FLOAT'],
);
const PARAMS = fields(['key', 'STRING'], ['value', 'RECORD', 'NULLABLE', VALUE]);

const EVENTS = fields(
  ['event_date', 'STRING'],
  ['event_timestamp', 'INTEGER'],
  ['event_name', 'STRING'],
  ['event_params', 'RECORD', 'REPEATED', PARAMS],
  ['user_properties', 'RECORD', 'REPEATED', PARAMS],
  [
    'device',
    'RECORD',
    'NULLABLE',
    fields(
      ['category', 'STRING'],
      ['web_info', 'RECORD', 'NULLABLE', fields(['browser', 'STRING'])],
    ),
  ],
  [
    'items',
    'RECORD',
    'REPEATED',
    fields(
      ['item_id', 'STRING'],
      ['price', 'FLOAT'],
      ['item_params', 'RECORD', 'REPEATED', PARAMS],
    ),
  ],
);

const PAYMENTS = [
  { name: 'paid_on', type: 'DATE', mode: 'REQUIRED', description: 'Day of\nthe payment' },
  ...fields(
    ['id', 'STRING', 'REQUIRED'],
    ['currency', 'STRING'],
    ['country', 'STRING'],
    ['amount', 'NUMERIC'],
  ),
];

const ACTIVITY = fields(
  ['id', 'STRING'],
  ['type', 'STRING'],
  ['public', 'BOOLEAN'],
  ['actor', 'RECORD', 'NULLABLE', fields(['id', 'INTEGER'], ['login', 'STRING'])],
  ['created_at', 'TIMESTAMP'],
);

const USERS = fields(
  ['__key__', 'RECORD', 'NULLABLE', fields(['kind', 'STRING'], ['name', 'STRING'])],
  ['key', 'STRING'],
  ['document_name', 'STRING'],
  ['timestamp', 'TIMESTAMP'],
  ['data', 'JSON'],
);

const WIDE = fields(...Array.from({ length: 60 }, (_, i): Field => [`c${i}`, 'STRING']));

const RESOURCES: Readonly<
  Record<
    string,
    Pick<TableResource, 'schema' | 'timePartitioning' | 'requirePartitionFilter' | 'clustering'> & {
      readonly description?: string;
    }
  >
> = {
  'events_*': { schema: { fields: EVENTS } },
  payments: {
    description: 'Payments\nby @day',
    schema: { fields: PAYMENTS },
    timePartitioning: { type: 'DAY', field: 'paid_on' },
    requirePartitionFilter: true,
    clustering: { fields: ['currency', 'country'] },
  },
  activity: {
    schema: { fields: ACTIVITY },
    timePartitioning: { type: 'DAY', field: 'created_at' },
  },
  users_raw_latest: { schema: { fields: USERS } },
  people: { schema: { fields: USERS } },
  wide: { schema: { fields: WIDE } },
  blobs: { schema: { fields: fields(['content', 'STRING']) } },
  nothing: {
    schema: { fields: fields(['day', 'DATE'], ['n', 'INTEGER']) },
    timePartitioning: { type: 'MONTH', field: 'day' },
  },
};

/** Rows of imports, one after the other. */
const ROWS: readonly (readonly [string, readonly object[]])[] = [
  ...['2026-06-29', '2026-06-30', '2026-07-01'].map(
    (day) => ['payments', [payment(day, 'EUR'), payment(day, 'USD')]] as const,
  ),
  ...['2026-06-29', '2026-07-02'].map((day) => ['activity', [push(day)]] as const),
  ['users_raw_latest', [{ __key__: { kind: 'users', name: 'ada' }, key: 'k', data: { a: 1 } }]],
  ['wide', [Object.fromEntries(WIDE.map(({ name }, i) => [name, 'x'.repeat(52 * (i % 18))]))]],
  ['blobs', [{ content: Array.from({ length: 4_000 }, (_, i) => `${i * 7919}`).join('') }]],
];

function payment(day: string, currency: string) {
  return { paid_on: day, id: `${day}-${currency}`, currency, country: 'DE', amount: '12.50' };
}

function push(day: string) {
  return {
    ...{ id: '1', type: 'PushEvent', public: true, actor: { id: 1, login: 'octocat' } },
    created_at: `${day}T10:00:00Z`,
  };
}

/** A server whose tables are dear enough that not all of each may be read for 1 GB. */
export async function openWarehouse(): Promise<BigQueryServer> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'ga4'));
  for (const [i, day] of days(SHARDS).entries()) {
    writeFileSync(
      join(folder, `ga4/events_${day}.ndjson`),
      `${JSON.stringify(pageView(day, i))}\n`,
    );
  }
  let now = 0;
  const store = new TableFiles({
    dataDir: folder,
    folder,
    globs: new Map([['events_*', ['ga4/events_*.ndjson']]]),
    now: () => {
      now += 1_000;
      return now;
    },
  });
  const tables = new Map(
    Object.entries(RESOURCES).map(([name, { schema, timePartitioning }]) => [
      name,
      parseTable(name, schema?.fields ?? [], { time: timePartitioning?.field }),
    ]),
  );
  for (const rows of ROWS) await fillRows(store, [rows], tables);
  const server = await openBigQueryServer({
    store,
    tables,
    dataset: null,
    location: 'europe-west3',
    bytesScale: 50_000,
  });
  server.catalog.addDataset({ datasetReference: { datasetId: 'exports' } });
  for (const [tableId, resource] of Object.entries(RESOURCES)) {
    const suffixes = () => store.list(tableId).files.flatMap(({ suffix }) => suffix ?? []);
    const wildcard = tableId.endsWith('*');
    const pseudo = pseudoColumns({ wildcard, ingestionTime: false });
    server.catalog.addTable(
      'exports',
      { ...resource, tableReference: { tableId } },
      pseudo,
      wildcard ? suffixes : undefined,
    );
  }
  server.catalog.makeView('exports', 'people', {
    ...{ projectId: 'fieldstone-test', datasetId: 'exports', tableId: 'users_raw_latest' },
  });
  return server;
}
