import fc from 'fast-check';
import { parseTable, type SchemaField, type Table } from '../../../../src/googlesql/table.ts';
import type { Row, Value } from '../../../../src/googlesql/value.ts';
import { TENANT } from './forms.ts';

const STRING = { type: 'STRING' } as const;

const strings = (...names: string[]): SchemaField[] => names.map((name) => ({ name, ...STRING }));

/** Records in records to the fourth level; some fields have the names that a rebuilt array uses itself. */
const ENTRY: readonly SchemaField[] = [
  ...strings('project_ref', 'l0', 'l1', 'l2'),
  { name: 'labels', type: 'STRING', mode: 'REPEATED' },
  {
    name: 'who',
    type: 'RECORD',
    fields: [
      ...strings('w0', 'item'),
      { name: 'inner', type: 'RECORD', fields: strings('e0', 'e1') },
    ],
  },
  {
    name: 'req',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      ...strings('r0', 'place'),
      { name: 'deep', type: 'RECORD', fields: strings('d0', 'd1') },
      { name: 'parts', type: 'RECORD', mode: 'REPEATED', fields: strings('p0', 'p1') },
    ],
  },
];

const FIELDS: readonly SchemaField[] = [
  ...strings('id', 'project'),
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'n', type: 'INT64' },
  { name: 'flag', type: 'BOOL' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  { name: 'meta', type: 'RECORD', mode: 'REPEATED', fields: ENTRY },
  { name: 'one', type: 'RECORD', fields: ENTRY },
];

/** The fields that a table has on BigQuery: some lack, others are more, in another order or in other case. */
function liveFields(
  fields: readonly SchemaField[],
  needed: ReadonlySet<string>,
): fc.Arbitrary<SchemaField[]> {
  const each = fields.map((field) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: field.fields ? 7 : 3 }),
        fc.integer({ min: 0, max: 9 }),
        field.fields ? liveFields(field.fields, needed) : fc.constant(undefined),
      )
      .map(([isThere, isUpper, nested]): SchemaField[] => {
        if ((isThere === 0 && !needed.has(field.name)) || nested?.length === 0) return [];
        const name = isUpper === 0 ? field.name.toUpperCase() : field.name;
        return [{ ...field, name, ...(nested && { fields: nested }) }];
      }),
  );
  return fc.tuple(fc.boolean(), fc.boolean(), ...each).map(([isMore, isReversed, ...rest]) => {
    const all = [...(isMore ? strings('zz') : []), ...rest.flat()];
    return isReversed ? all.toReversed() : all;
  });
}

/** A value of a field, NULL or empty now and then; arrays are NULL only in views. */
function fieldValue(field: SchemaField, isView: boolean): fc.Arbitrary<Value> {
  if (field.mode !== 'REPEATED') return fc.option(elementValue(field, isView), { freq: 4 });
  const array = fc.array(elementValue(field, isView), { maxLength: 3 });
  return isView ? fc.option(array, { freq: 5 }) : array;
}

const TEXT = fc.constantFrom('a', 'b', 'c', '', 'é');

/** Few moments, so that many are equal. */
const MOMENT = fc.constantFrom(0, 1, 1_780_000_000_000_000, 1_780_000_000_000_001);

function elementValue({ fields, type }: SchemaField, isView: boolean): fc.Arbitrary<Value> {
  if (fields) return fc.tuple(...fields.map((field) => fieldValue(field, isView)));
  if (type === 'INT64') return fc.integer({ min: 0, max: 3 });
  if (type === 'BOOL') return fc.boolean();
  return type === 'TIMESTAMP' ? MOMENT : TEXT;
}

/** A table of several tenants, as it is declared and as it is on BigQuery. */
export interface RandomTable {
  readonly fields: readonly SchemaField[];
  /** Its name is `logs`. */
  readonly table: Table;
  /** Its fields on BigQuery. */
  readonly live: readonly SchemaField[];
  /** Whether it is a view on BigQuery. */
  readonly isView: boolean;
  /** The rows on BigQuery. */
  readonly liveRows: readonly Row[];
  /** The same of the declared columns, with NULL and empty arrays for what BigQuery does not have. */
  readonly rows: readonly Row[];
  /** Those among them that an open key gets for the tenant who asks. */
  readonly open: readonly Row[];
  /** Those that belong to the tenant alone. */
  readonly pinned: readonly Row[];
}

/** Tables that have their tenant in a column or in a record, some of them views, some with a time. */
export const RANDOM_TABLES: fc.Arbitrary<RandomTable> = fc
  .tuple(
    fc.constantFrom(['project'], ['meta', 'project_ref']),
    fc.constantFrom('at', undefined),
    fc.boolean(),
  )
  .chain(([tenant, time, isView]) => {
    const needed = new Set(['id', ...tenant, ...(time === undefined ? [] : [time])]);
    return liveFields(FIELDS, needed).chain((live) => {
      const row = fc.tuple(
        fc.tuple(...live.map((field) => fieldValue(field, isView))),
        fc.array(fc.constantFrom(TENANT, TENANT, TENANT, TENANT, 'them', null), {
          minLength: 3,
          maxLength: 3,
        }),
        fc.constantFrom(0, 1, 2),
      );
      return fc.array(row, { minLength: 4, maxLength: 10 }).map((drawn): RandomTable => {
        const liveRows = drawn.map(([values, tenants, shared], i) => {
          const owners = shared === 0 ? tenants : tenants.map(() => tenants[0] ?? null);
          return withTenant(values, live, owners, i);
        });
        const rows = liveRows.map((values) => declaredValues(FIELDS, live, values));
        const table = parseTable('logs', FIELDS, { tenant, time });
        const ownBy = (isOwn: (owners: readonly Value[]) => boolean) =>
          rows.filter((values) => isOwn(ownersOf(values, tenant)));
        return {
          ...{ fields: FIELDS, table, live, isView, liveRows, rows },
          open: ownBy((owners) => owners.includes(TENANT)),
          pinned: ownBy((owners) => owners.length > 0 && owners.every((one) => one === TENANT)),
        };
      });
    });
  });

/** A row of the live table with an id of its own, and tenants. */
function withTenant(
  values: readonly Value[],
  live: readonly SchemaField[],
  owners: readonly (string | null)[],
  i: number,
): Row {
  return live.map(({ name, fields = [] }, column) => {
    const value = values[column] ?? null;
    const lower = name.toLowerCase();
    if (lower === 'id') return `${i}`;
    if (lower === 'project') return owners[0] ?? null;
    const place = fields.findIndex((field) => field.name.toLowerCase() === 'project_ref');
    if (lower !== 'meta' || place < 0 || value === null) return value;
    return (value as Value[][]).map((entry, of) => entry.with(place, owners[of] ?? null));
  });
}

/** The values of declared fields by those of live ones. */
function declaredValues(
  fields: readonly SchemaField[],
  live: readonly SchemaField[],
  values: readonly Value[],
): Row {
  return fields.map((field) => {
    const place = live.findIndex(({ name }) => name.toLowerCase() === field.name.toLowerCase());
    const found = live[place];
    if (!found) return field.mode === 'REPEATED' ? [] : null;
    return declaredValue(field, found, values[place] ?? null);
  });
}

function declaredValue({ fields, mode }: SchemaField, found: SchemaField, value: Value): Value {
  if (!fields || value === null) return value;
  const declared = (record: Value) => declaredValues(fields, found.fields ?? [], record as Value[]);
  return mode === 'REPEATED' ? (value as Value[]).map(declared) : declared(value);
}

/** The tenants of a row of declared columns. */
function ownersOf(row: Row, [column = '', field]: readonly string[]): readonly Value[] {
  const value = row[FIELDS.findIndex(({ name }) => name === column)] ?? null;
  if (field === undefined) return [value];
  const place = ENTRY.findIndex(({ name }) => name === field);
  return ((value ?? []) as Value[][]).map((entry) => entry[place] ?? null);
}
