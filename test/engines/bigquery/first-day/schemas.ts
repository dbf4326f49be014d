import { expect } from 'vitest';
import type { SchemaField } from '../../../../src/googlesql/table.ts';
import { addFieldToRecords } from '../../../support/bigquery/schema-drift.ts';
import { asked, change, openRig, ROWS, type Situation, SUBMIT, TABLE } from './rig.ts';

const WHOLE = ROWS.replace('SELECT t.id', 'SELECT TO_JSON_STRING(t) AS row');
const RECORDS = ROWS.replace('SELECT t.id', 'SELECT t.metadata');

/** A field in front of those of every record. */
const inRecords = (fields: readonly SchemaField[]): readonly SchemaField[] =>
  fields.map((field) =>
    field.fields
      ? { ...field, fields: [{ name: 'added', type: 'STRING' }, ...inRecords(field.fields)] }
      : field,
  );

/** Asks before and after the table was changed and the service has looked at it. */
function sameAfter(
  name: string,
  sql: string,
  to: (fields: readonly SchemaField[]) => readonly SchemaField[],
): Situation {
  return {
    name,
    expected: 'the same rows',
    billed: 2,
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      const before = await rig.ask(sql, { isCallersSql: true });
      change(to)(rig);
      await rig.look();
      const after = await rig.ask(sql, { isCallersSql: true });
      return { seen: before === after ? 'the same rows' : after, server: rig.server };
    },
  };
}

/** Tables that change. */
export const SCHEMAS: readonly Situation[] = [
  asked(
    'a column added',
    'a b',
    change((fields) => [{ name: 'new', type: 'STRING' }, ...fields]),
  ),
  asked(
    'another order',
    'a b',
    change((fields) => fields.toReversed()),
  ),
  asked(
    'REQUIRED became NULLABLE',
    'a b',
    change((fields) =>
      fields.map((field) => (field.mode === 'REQUIRED' ? { ...field, mode: 'NULLABLE' } : field)),
    ),
  ),
  {
    name: 'a column dropped',
    expected: 'ENGINE_FAILED, then NULL',
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      change((fields) => fields.filter(({ name }) => name !== 'identifier'))(rig);
      const sql = ROWS.replace('SELECT t.id', 'SELECT t.id, t.identifier IS NULL AS n');
      const first = await rig.ask(sql);
      await expect.poll(() => rig.findings.length).toBeGreaterThan(0);
      const second = await rig.ask(sql);
      expect(rig.findings.join()).toContain('has no column "identifier": it reads as NULL');
      return {
        seen: `${first}, then ${second === 'a,true b,true' ? 'NULL' : second}`,
        server: rig.server,
      };
    },
  },
  {
    name: 'a view of a table elsewhere',
    expected: 'a b',
    try: async () => {
      const rig = await openRig();
      rig.server.catalog.makeView('logs', TABLE, {
        projectId: 'base-1',
        datasetId: 'raw',
        tableId: 'edge',
      });
      return { seen: await rig.ask(ROWS, { isCallersSql: true }), server: rig.server };
    },
  },
  sameAfter('a column added while it runs', WHOLE, (fields) => [
    { name: 'new', type: 'STRING' },
    ...fields,
  ]),
  sameAfter('columns in another order, whole rows', WHOLE, (fields) => fields.toReversed()),
  {
    name: 'fields added in front within records',
    expected: 'the same rows',
    billed: 2,
    try: async () => {
      const rig = await openRig();
      const before = JSON.stringify((await rig.stored(RECORDS)).rows);
      rig.server.script([{ match: SUBMIT, reply: addFieldToRecords() }]);
      const after = JSON.stringify((await rig.stored(RECORDS)).rows);
      return { seen: before === after ? 'the same rows' : after, server: rig.server };
    },
  },
  sameAfter('fields added within records, whole rows as text', WHOLE, inRecords),
  {
    name: 'a field of a record dropped',
    expected: 'NULL, noted',
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      change((fields) => withoutField(fields, ['metadata', 'response', 'status_code']))(rig);
      await rig.look();
      const code = await rig.ask(
        ROWS.replace(
          'SELECT t.id',
          'SELECT t.metadata[OFFSET(0)].response[OFFSET(0)].status_code IS NULL AS n',
        ),
      );
      const isNoted = rig.findings.join().includes('has no column "metadata.response.status_code"');
      return {
        seen: `${code === 'true true' ? 'NULL' : code}, ${isNoted ? 'noted' : 'silent'}`,
        server: rig.server,
      };
    },
  },
  {
    name: 'a clustered table: an upper bound may refuse',
    expected: 'COST_LIMIT_EXCEEDED, an upper bound',
    try: async () => {
      const rig = await openRig({ bytesScale: 1e9 }, { maxBytesBilled: 1e9 });
      const [code, cause] = await rig.refusal(ROWS, { isCallersSql: true });
      return { seen: `${code}, ${/an upper bound/.exec(cause)?.[0]}`, server: rig.server };
    },
  },
  {
    name: 'LIMIT reads no fewer bytes',
    expected: 'the same bytes',
    billed: 14,
    try: async () => {
      const rig = await openRig({ bytesScale: 1e6 });
      const all = await rig.billed(ROWS);
      const one = await rig.billed(`${ROWS} LIMIT 1`);
      return { seen: all === one ? 'the same bytes' : `${one} of ${all}`, server: rig.server };
    },
  },
];

function withoutField(
  fields: readonly SchemaField[],
  [first, ...rest]: readonly string[],
): readonly SchemaField[] {
  if (rest.length === 0) return fields.filter(({ name }) => name !== first);
  return fields.map((field) =>
    field.name === first ? { ...field, fields: withoutField(field.fields ?? [], rest) } : field,
  );
}
