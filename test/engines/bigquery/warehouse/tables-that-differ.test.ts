import { expect, test } from 'vitest';
import { readFacts, tableLines } from '../../../../src/cli/check/table-lines.ts';
import type { EngineQuery } from '../../../../src/engines/engine.ts';
import type { SchemaField } from '../../../../src/googlesql/table.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';
import { PROJECT } from '../../../support/project.ts';
import { compileQuery } from '../../compile-query.ts';
import { change, openRig, TABLE } from '../first-day/rig.ts';

const NEVER = new AbortController().signal;

const from = (items: string, more = '') =>
  `SELECT ${items} FROM \`cloudflare.logs.prod\` AS t${more} WHERE t.timestamp >= TIMESTAMP '2026-01-01'`;

const unnested = ', UNNEST(t.metadata) AS m, UNNEST(m.response) AS r';

/** Statements that read the table in different ways. */
const STATEMENTS = {
  ids: from('t.id'),
  status: from('r.status_code', unnested),
  origin: from('r.origin_time', unnested),
  whole: from('t.metadata'),
  text: from('TO_JSON_STRING(m) AS text', ', UNNEST(t.metadata) AS m'),
  clock: 'SELECT CURRENT_TIMESTAMP() AS now',
};

type Name = keyof typeof STATEMENTS;

const queryOf = (name: Name, more: Partial<EngineQuery> = {}) =>
  compileQuery(STATEMENTS[name], {}, { tables: PROJECT.tables, isCallersSql: false, ...more });

/** An engine whose endpoints have these statements. */
async function openWith(names: readonly Name[], more: Parameters<typeof openRig>[1] = {}) {
  const probes = names.map((endpoint) => ({ endpoint, ...queryOf(endpoint) }));
  const rig = await openRig({ requirePartitionFilter: false }, { probes, ...more });
  const outcome = (name: Name) =>
    rig.engine.run(queryOf(name), { signal: NEVER }).then(
      () => 'answered',
      ({ code, message }) => {
        expect(message).not.toMatch(/cloudflare|status_code|metadata/);
        return code;
      },
    );
  return { ...rig, outcome };
}

/** Changes a field at a path. */
function changed(
  [first, ...rest]: readonly string[],
  to: (field: SchemaField) => readonly SchemaField[],
): (fields: readonly SchemaField[]) => readonly SchemaField[] {
  return (fields) =>
    fields.flatMap((field) => {
      if (field.name !== first) return [field];
      if (rest.length === 0) return to(field);
      return [{ ...field, fields: changed(rest, to)(field.fields ?? []) }];
    });
}

const STATUS = ['metadata', 'response', 'status_code'];
const asText = (field: SchemaField) => [{ ...field, type: 'STRING' }];

test('an odd leaf makes the endpoints that read it unready, and no others', async () => {
  const rig = await openWith(['ids', 'status', 'origin', 'whole', 'text']);
  change(changed(STATUS, asText))(rig);

  expect(await rig.engine.check()).toEqual({ notes: 0, isAnswering: true, unready: 3 });
  expect(rig.engine.usage().unready).toBe(3);
  const name = 'column "metadata.response.status_code"';
  expect(rig.findings).toEqual([
    `table "cloudflare.logs.prod" ${name} is STRING in place of INT64`,
    ...['status', 'whole', 'text'].map(
      (endpoint) => `endpoint "${endpoint}": reads ${name} of table "cloudflare.logs.prod"`,
    ),
  ]);
  expect(await rig.outcome('ids')).toBe('answered');
  expect(await rig.outcome('origin')).toBe('answered');
  for (const unready of ['status', 'whole', 'text'] as const) {
    expect(await rig.outcome(unready)).toBe('ENGINE_UNAVAILABLE');
  }
  await expect(rig.engine.estimate(queryOf('status'))).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });
  expect(rig.server.counters.jobs).toBe(2);
});

const asCollated = (field: SchemaField) => [{ ...field, collation: 'und:ci' }];

test('a text with a collation is none that may be compared by its code points', async () => {
  const rig = await openWith(['ids', 'status']);
  change(changed(['id'], asCollated))(rig);
  await rig.engine.check();

  const text = 'column "id" is STRING with the collation und:ci in place of STRING';
  expect(rig.findings[0]).toContain(text);
  expect(await rig.outcome('ids')).toBe('ENGINE_UNAVAILABLE');
  expect(await rig.outcome('status')).toBe('answered');
});

test('no row is read by a tenant with a collation, which would be that of others too', async () => {
  const rig = await openWith(['ids', 'status']);
  change(changed(['project'], asCollated))(rig);
  const query = pinnedAsker({ project: 'demo', now: BigInt(Date.UTC(2026, 0, 2)) * 1_000n })({
    name: 'pinned',
    endpoint: 'logs.all',
    values: { project: 'demo', project_tier: 'FREE' },
    sql: 'SELECT id FROM edge_logs',
  });
  await rig.engine.check();

  await expect(rig.engine.run(query, { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });
});

test('endpoints are ready again within seconds of the column', async () => {
  const rig = await openWith(['ids', 'status']);
  const { fields } = rig.server.catalog.table('logs', TABLE).schema ?? {};
  change(changed(STATUS, asText))(rig);
  rig.engine.watch();
  await expect.poll(() => rig.outcome('status')).toBe('ENGINE_UNAVAILABLE');

  change(() => fields ?? [])(rig);

  await expect.poll(() => rig.outcome('status')).toBe('answered');
  expect(await rig.engine.check()).toEqual({ notes: 0, isAnswering: true });
});

test('where an odd leaf leaves no endpoint ready, the service is not', async () => {
  const rig = await openWith(['status', 'whole']);
  change(changed(STATUS, asText))(rig);

  expect(await rig.ready()).toMatch(/the check of tables fails/);
});

test('a caller’s own SQL is refused only where it reads the odd leaf', async () => {
  const rig = await openWith(['ids', 'status']);
  change(changed(STATUS, asText))(rig);
  await rig.engine.check();

  const own = { isCallersSql: true };
  await expect(rig.engine.run(queryOf('status', own), { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });
  await expect(rig.engine.run(queryOf('origin', own), { signal: NEVER })).resolves.toBeDefined();
});

test.each([
  ['project', 'which says whose a row is: nobody would get a row', []],
  [
    'timestamp',
    'which is required',
    ['endpoint "ids": reads column "timestamp" of table "cloudflare.logs.prod"'],
  ],
])(
  'a table without its column %s is named, and no row is read of it as if it had none',
  async (column, use, unready) => {
    const rig = await openWith(['ids']);
    const { catalog } = rig.server;
    const { schema, tableReference } = catalog.table('logs', TABLE);
    const fields = schema?.fields?.filter(({ name }) => name !== column);
    catalog.dropTable('logs', TABLE);
    catalog.addTable('logs', { tableReference, schema: { fields } } as never);

    expect(await rig.ready()).toMatch(/the check of tables fails/);
    const lines = tableLines(rig.tables, await readFacts(rig.client, rig.tables), undefined);
    expect(lines.flatMap(({ problems }) => problems)[0]).toContain(`has no column "${column}"`);
    expect(rig.findings).toEqual([
      `table "cloudflare.logs.prod" has no column "${column}", ${use}`,
      ...unready,
    ]);
  },
);

test('BigQuery is asked about no table that no endpoint reads', async () => {
  const rig = await openWith(['ids'], { checked: new Set(['cloudflare.logs.prod']) });

  expect(await rig.ready()).toBe('ready');

  const read = rig.server.counters.log.filter(({ route }) => route.startsWith('GET /datasets'));
  expect(read.map(({ path }) => path.split('/').at(-1))).toEqual([TABLE]);
});

test.each([
  ['EU', undefined],
  ['europe-west3', 'europe-west3'],
])('the health of tables in %s is asked for where they are', async (location, setting) => {
  const rig = await openRig({ location }, setting ? { location: setting } : {});

  expect(await rig.ready()).toBe('ready');

  const bodies = rig.server.counters.log.map(({ body }) => body as Body | undefined);
  const health = bodies.filter((body) => body?.configuration?.query?.query === 'SELECT 1');
  expect(health.map((body) => body?.jobReference?.location)).toEqual([location]);
});

interface Body {
  readonly configuration?: { readonly query?: { readonly query?: string } };
  readonly jobReference?: { readonly location?: string };
}
