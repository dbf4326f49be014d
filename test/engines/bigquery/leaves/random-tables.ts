import fc from 'fast-check';
import type { SchemaField } from '../../../../src/googlesql/table.ts';
import { type LeafTable, TENANT } from './rig.ts';

const STRING = { type: 'STRING' } as const;

const ENTRY: readonly SchemaField[] = [
  { name: 'project_ref', ...STRING },
  ...['l0', 'l1', 'l2', 'l3'].map((name) => ({ name, ...STRING })),
  { name: 'who', type: 'RECORD', fields: ['w0', 'w1'].map((name) => ({ name, ...STRING })) },
  {
    name: 'req',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      ...['r0', 'r1'].map((name) => ({ name, ...STRING })),
      { name: 'deep', type: 'RECORD', fields: ['d0', 'd1'].map((name) => ({ name, ...STRING })) },
    ],
  },
];

const FIELDS: readonly SchemaField[] = [
  { name: 'id', ...STRING },
  { name: 'project', ...STRING },
  { name: 'n', type: 'INT64' },
  { name: 'flag', type: 'BOOL' },
  { name: 'meta', type: 'RECORD', mode: 'REPEATED', fields: ENTRY },
  { name: 'one', type: 'RECORD', fields: ENTRY },
];

/** The fields that a table has on BigQuery: some lack, others are more, in another order. */
function liveFields(fields: readonly SchemaField[], isTop: boolean): fc.Arbitrary<SchemaField[]> {
  const needed = /^(?:id|project|project_ref|n|flag|meta|one)$/;
  const each = fields.map((field) =>
    fc
      .tuple(
        needed.test(field.name)
          ? fc.constant(true)
          : fc.integer({ min: 0, max: 3 }).map((drawn) => drawn > 0),
        field.fields ? liveFields(field.fields, false) : fc.constant(undefined),
      )
      .map(([isThere, nested]) =>
        isThere && nested?.length !== 0 ? [{ ...field, ...(nested && { fields: nested }) }] : [],
      ),
  );
  const more = fc.boolean().map((isMore) => (isMore ? [{ name: 'zz', ...STRING }] : []));
  return fc.tuple(more, fc.boolean(), ...each).map(([first, isReversed, ...rest]) => {
    const all = [...(isTop ? [] : first), ...rest.flat()];
    return isReversed ? all.toReversed() : all;
  });
}

/** A value of a field; NULL, absent or empty now and then. */
function fieldValue(field: SchemaField): fc.Arbitrary<unknown> {
  const record = field.fields && recordOf(field.fields);
  if (record && field.mode === 'REPEATED') return fc.array(record, { maxLength: 3 });
  if (record) return fc.option(record, { freq: 4 });
  if (field.type === 'INT64') return fc.option(fc.integer({ min: 0, max: 3 }));
  if (field.type === 'BOOL') return fc.option(fc.boolean());
  return fc.option(fc.constantFrom('a', 'b', 'c', '', 'é'), { freq: 4 });
}

function recordOf(fields: readonly SchemaField[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)])));
}

/** A table with rows of several tenants, of which each record belongs to one. */
export interface RandomTable extends LeafTable {
  /** The rows of the tenant who asks. */
  readonly own: readonly object[];
}

/** Tables that have their tenant in a column or in a record, some of them views. */
export const RANDOM_TABLES: fc.Arbitrary<RandomTable> = fc
  .tuple(
    liveFields(FIELDS, true),
    fc.constantFrom(['project'], ['meta', 'project_ref']),
    fc.boolean(),
  )
  .chain(([live, tenant, isView]) => {
    const declared = FIELDS.map((field) => ({ ...field, ...trimmed(field, live) }));
    const row = fc.tuple(recordOf(declared), fc.constantFrom(TENANT, TENANT, 'them'));
    return fc.array(row, { minLength: 4, maxLength: 10 }).map((drawn): RandomTable => {
      const rows = drawn.map(([record, project], i) => withTenant(record, project, i));
      const own = rows.filter((one) => isOwn(one, tenant));
      return { fields: FIELDS, live, isView, tenant, rows, own };
    });
  });

/** A field as far as the live table has it, for rows without other values. */
function trimmed(field: SchemaField, live: readonly SchemaField[]): Partial<SchemaField> {
  const found = live.find(({ name }) => name === field.name);
  if (!field.fields) return {};
  const fields = field.fields.flatMap((below) => {
    const own = found?.fields?.find(({ name }) => name === below.name);
    return own ? [{ ...below, ...trimmed(below, found?.fields ?? []) }] : [];
  });
  return { fields };
}

function withTenant(record: Record<string, unknown>, project: string, i: number) {
  const meta = record['meta'] as readonly object[];
  return {
    ...record,
    id: `${i}`,
    project,
    meta: meta.map((entry) => ({ ...entry, project_ref: project })),
  };
}

function isOwn(row: ReturnType<typeof withTenant>, [, field]: readonly string[]): boolean {
  return row.project === TENANT && (field === undefined || row.meta.length > 0);
}
