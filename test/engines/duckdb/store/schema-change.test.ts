import { expect, test } from 'vitest';
import { checkTable } from '../../../../src/engines/duckdb/admin/check-files.ts';
import type { Manifest } from '../../../../src/engines/duckdb/store/manifest.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import {
  refuseSchemaChange,
  schemaFaults,
} from '../../../../src/engines/duckdb/store/schema-change.ts';
import { parseTable, type SchemaField } from '../../../../src/googlesql/index.ts';
import { compactAll, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const META: SchemaField = {
  name: 'meta',
  type: 'RECORD',
  mode: 'REPEATED',
  fields: [
    { name: 'level', type: 'STRING' },
    { name: 'size', type: 'INTEGER' },
  ],
};

const FIELDS: readonly SchemaField[] = [
  { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'id', type: 'INTEGER' },
  { name: 'project', type: 'STRING' },
  META,
];

const table = (fields: readonly SchemaField[]) =>
  parseTable('app.changes', fields, { tenant: ['project'], time: 'timestamp' });
const FORMER = table(FIELDS);

/** The former columns with some of them replaced. */
const replaced = (...fields: readonly SchemaField[]) =>
  table(FIELDS.map((field) => fields.find(({ name }) => name === field.name) ?? field));

const row = (id: number, more: object = {}) => ({
  timestamp: '2026-07-01T00:00:00Z',
  id,
  project: 'p',
  meta: [{ level: 'info', size: id }],
  ...more,
});

async function formerStore() {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, [row(1)], FORMER);
  return store;
}

let known: Manifest | undefined;

/** The manifest of a store as above. */
async function formerManifest(): Promise<Manifest> {
  known ??= (await formerStore()).manifest(FORMER.name);
  return known;
}

const ADDED = table([
  { name: 'region', type: 'STRING' },
  ...FIELDS.slice(0, 3),
  { ...META, fields: [{ name: 'tags', type: 'STRING', mode: 'REPEATED' }, ...(META.fields ?? [])] },
  { name: 'parts', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'n', type: 'INTEGER' }] },
]);

test('added columns and fields read as NULL and [] from files that were written before', async () => {
  const store = await formerStore();
  const { tags, ...meta } = { level: 'warn', size: 2, tags: ['x'] };
  await importInto(
    store,
    [row(2, { region: 'eu', meta: [{ tags, ...meta }], parts: [{ n: 7 }] })],
    ADDED,
  );
  const rows = () => valuesOf(store, ADDED, 'to_json(struct_pack(id, region, meta, parts))');
  const expected = [
    { id: 1, region: null, meta: [{ tags: [], level: 'info', size: 1 }], parts: [] },
    { id: 2, region: 'eu', meta: [{ tags: ['x'], level: 'warn', size: 2 }], parts: [{ n: 7 }] },
  ].map((value) => JSON.stringify(value));

  expect(await rows()).toEqual(expected);
  expect(schemaFaults(ADDED, store.manifest(ADDED.name))).toEqual([]);
  for (const id of [3, 4, 5]) await importInto(store, [row(id)], FORMER);
  await compactAll(await openWriter(store), ADDED);
  expect(store.manifest(ADDED.name).files).toHaveLength(1);
  expect((await rows()).slice(0, 2)).toEqual(expected);
});

test.each([
  [
    'a removed column',
    table(FIELDS.filter(({ name }) => name !== 'id')),
    'column "id" is in the data and no longer in the schema',
  ],
  [
    'a removed field',
    replaced({ ...META, fields: META.fields?.slice(0, 1) ?? [] }),
    'column "meta.size" is in the data and no longer in the schema',
  ],
  ['another type', replaced({ name: 'id', type: 'STRING' }), 'column "id" was INT64 and is STRING'],
  [
    'another mode',
    replaced({ name: 'id', type: 'INTEGER', mode: 'REPEATED' }),
    'column "id" was INT64 and is REPEATED INT64',
  ],
  [
    'a record that is no longer repeated',
    replaced({ ...META, mode: 'NULLABLE' }),
    'column "meta" was REPEATED RECORD and is RECORD',
  ],
  [
    'a required column that may be NULL',
    replaced({ name: 'id', type: 'INTEGER', mode: 'REQUIRED' }),
    'column "id" was NULLABLE and is REQUIRED',
  ],
  [
    'a new required column',
    table([...FIELDS, { name: 'region', type: 'STRING', mode: 'REQUIRED' }]),
    'column "region" is new and REQUIRED, and rows without it are there',
  ],
  [
    'another tenant',
    parseTable('app.changes', FIELDS, { tenant: ['meta', 'level'], time: 'timestamp' }),
    'the tenant was "project" and is "meta.level"',
  ],
])('refuseSchemaChange names %s and says what to do', async (_, changed, fault) => {
  const manifest = await formerManifest();

  expect(schemaFaults(changed, manifest)).toEqual([fault]);
  expect(() => refuseSchemaChange(changed, manifest)).toThrow(
    `Cannot read the data of table "app.changes" as schema/tables/app.changes.json and fieldstone.json have it: ${fault}. Put back what was there, or`,
  );
});

test('nothing is added to files that cannot be read, and those there stay', async () => {
  const store = await formerStore();
  const before = store.manifest(FORMER.name);
  const moved = parseTable('app.changes', FIELDS, { tenant: ['meta', 'level'], time: 'timestamp' });

  await expect(importInto(store, [row(2)], moved)).rejects.toThrow('the tenant was "project"');

  expect(store.manifest(FORMER.name)).toEqual(before);
});

test('a column that is no longer required is no change, nor is another order', async () => {
  const manifest = await formerManifest();
  const relaxed = table(
    FIELDS.map(({ mode, ...field }) =>
      mode === 'REPEATED' ? { mode, ...field } : field,
    ).reverse(),
  );

  expect(schemaFaults(relaxed, manifest)).toEqual([]);
});

test('changed columns matter only as long as files have them', async () => {
  const manifest = await formerManifest();

  expect(schemaFaults(table([]), { ...manifest, files: [] })).toEqual([]);
});

test('compaction and checks refuse what the schema no longer has', async () => {
  const store = await formerStore();
  for (const id of [2, 3, 4, 5]) await importInto(store, [row(id)], FORMER);
  const writer = await openWriter(store);
  const changed = table(FIELDS.filter(({ name }) => name !== 'id'));

  await expect(compactAll(writer, changed)).rejects.toThrow('column "id" is in the data');
  expect(await valuesOf(store, FORMER)).toEqual(['1', '2', '3', '4', '5']);
  expect(await checkTable(store, changed)).toEqual([
    {
      path: undefined,
      what: expect.stringMatching(
        /^does not fit schema\/tables\/app.changes.json and .*: column "id"/,
      ),
    },
  ]);
});
