import { expect, test } from 'vitest';
import { logsAll } from '../support/endpoints.ts';
import { type Gateway, gateway } from '../support/gateway.ts';

async function getJson({ app }: Gateway, url: string, key: string) {
  const response = await app.inject({ url, headers: { 'x-api-key': key } });
  return { status: response.statusCode, body: response.json() };
}

test('GET /api/endpoints says what a key may run, and with what', async () => {
  const server = await gateway();
  const key = server.keys.add({
    pins: new Map([
      ['project', 'abc'],
      ['project_tier', 'PAYG'],
    ]),
    endpoints: new Set(['logs.all', 'usage.api-counts']),
    redact: true,
  });

  const { status, body } = await getJson(server, '/api/endpoints', key);

  expect(status).toBe(200);
  expect(body.endpoints.map(({ name }: { name: string }) => name)).toEqual([
    'logs.all',
    'usage.api-counts',
  ]);
  const [logs, counts] = body.endpoints;
  expect(logs).toMatchObject({
    id: logsAll.id,
    path: '/api/endpoints/query/logs.all',
    field: 'logsAll',
    sandbox: true,
    maxRows: 1000,
    cacheSeconds: null,
    warmSeconds: null,
    redacted: true,
    returns: 'many',
    tenant: 'project',
    deprecated: null,
  });
  expect(body.billed).toBe(false);
  expect(logs.parameters).toMatchObject([
    { name: 'project', type: 'STRING', required: false, pinned: 'abc', example: 'abc' },
    {
      name: 'project_tier',
      argument: 'projectTier',
      enumValues: ['FREE', 'PRO', 'PAYG', 'ENTERPRISE'],
      required: false,
      values: ['FREE', 'PRO', 'PAYG', 'ENTERPRISE'],
      default: 'FREE',
      pinned: 'PAYG',
    },
    { name: 'iso_timestamp_start', type: 'TIMESTAMP', required: false },
    { name: 'iso_timestamp_end', type: 'TIMESTAMP', required: false },
  ]);
  expect(
    logs.columns.map(({ name, type, mode }: Record<string, string>) => [name, type, mode]),
  ).toEqual([
    ['id', 'STRING', 'NULLABLE'],
    ['timestamp', 'TIMESTAMP', 'NULLABLE'],
    ['event_message', 'STRING', 'NULLABLE'],
    ['metadata', 'STRUCT', 'REPEATED'],
  ]);
  expect(
    logs.columns.map(({ selection, required }: Record<string, unknown>) => [selection, required]),
  ).toEqual([
    ['id', false],
    ['timestamp', true],
    ['eventMessage', false],
    ['metadataJson', true],
  ]);
  expect(counts).toMatchObject({ cacheSeconds: 900, warmSeconds: 300 });
  expect(counts.parameters).toMatchObject([
    { required: false },
    { name: 'interval', required: true },
  ]);
});

test('every column of every view that is listed can be read by SQL of the key', async () => {
  const server = await gateway();
  const { body } = await getJson(server, '/api/endpoints/logs.all', server.key);

  expect(body.views).toHaveLength(16);
  expect(body.views.map(({ time }: { time: string }) => time)).toContain('timestamp');
  for (const { name, columns } of body.views) {
    const paths = columns.map(leafPath);
    const list = columns.map((column: Column) => `t.\`${column.name}\``).join(', ');
    const { body: answer } = await server.rest('logs.all', {
      project: 'demo',
      sql: `SELECT ${list} FROM ${name} AS t`,
    });
    expect(answer.result).toEqual([]);
    const [deepest] = paths.sort((left: string[], right: string[]) => right.length - left.length);
    const deep = await server.rest('logs.all', { project: 'demo', sql: unnest(name, deepest) });
    expect(deep).toMatchObject({ status: 200 });
  }
});

interface Column {
  readonly name: string;
  readonly mode: string;
  readonly fields?: readonly Column[];
}

/** The names down to the first value that is nested deepest. */
function leafPath({ name, fields = [] }: Column): readonly string[] {
  const deeper = fields.map(leafPath).sort((left, right) => right.length - left.length)[0];
  return [name, ...(deeper ?? [])];
}

/** A SELECT of one nested value; every struct of the log tables is repeated. */
function unnest(view: string, [first = '', ...rest]: readonly string[]): string {
  const joins = rest.map((_, i) => {
    const source = i === 0 ? `t.\`${first}\`` : `u${i - 1}.\`${rest[i - 1]}\``;
    return `CROSS JOIN UNNEST(${source}) AS u${i}`;
  });
  const value = rest.length === 0 ? `t.\`${first}\`` : `u${rest.length - 1}.\`${rest.at(-1)}\``;
  return `SELECT ${value} AS value FROM ${view} AS t ${joins.join(' ')}`;
}

test('an endpoint is described by name and by id, and only to keys that may run it', async () => {
  const server = await gateway();
  const stranger = server.keys.add({ endpoints: new Set(['usage.api-counts']), sandbox: false });

  const byName = await getJson(server, '/api/endpoints/logs.all', server.key);
  const byId = await getJson(server, `/api/endpoints/${logsAll.id.toUpperCase()}`, server.key);
  const refused = await getJson(server, '/api/endpoints/logs.all', stranger);
  const unknown = await getJson(server, '/api/endpoints/logs.al', stranger);
  const own = await getJson(server, '/api/endpoints/usage.api-counts', stranger);

  expect(byId.body).toEqual(byName.body);
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(unknown).toMatchObject({
    status: 404,
    body: { detail: 'There is no endpoint "logs.al"; you may run usage.api-counts' },
  });
  expect(own.body).toMatchObject({ sandbox: false, views: [] });
});

/** GraphQL has no recursion; more levels than the deepest view has. */
const NESTED = Array.from({ length: 7 }).reduce<string>(
  (inner) => `...C ${inner && `fields { ${inner} }`}`,
  '',
);

/** What clients of GraphQL read of the schema itself. */
const OF_REST_ALONE = new Set([
  ...['argument', 'deprecated', 'enumValues', 'limit', 'orderBy'],
  ...['returns', 'selection', 'tenant', 'time'],
]);

test('GraphQL lists the same as REST', async () => {
  const server = await gateway();
  const { body } = await getJson(server, '/api/endpoints', server.key);
  const { data } = await server.graphql<{ readonly endpoints: readonly object[] }>(`{
    endpoints {
      id name description path field sandbox maxRows cacheSeconds warmSeconds redacted definitionVersion
      parameters { name type required description values default pinned example }
      columns { ${NESTED} }
      views { name columns { ${NESTED} } }
    }
  }
  fragment C on EndpointColumn { name type mode description }`);

  const withoutNull = JSON.parse(JSON.stringify(data.endpoints), (_, value) => value ?? undefined);
  const fromRest = JSON.parse(JSON.stringify(body.endpoints), function (name, value) {
    const isOfColumn = name === 'required' && 'mode' in this;
    return OF_REST_ALONE.has(name) || isOfColumn ? undefined : (value ?? undefined);
  });
  expect(withoutNull).toEqual(fromRest);
});

test('a path that does not exist says what does, to whoever has a key', async () => {
  const server = await gateway();

  const known = await getJson(server, '/api/endpoint', server.key);
  const stranger = await server.app.inject({ url: '/api/endpoint' });

  expect(known.status).toBe(404);
  expect(known.body.detail).toContain('/api/endpoints/query/<idOrName>');
  expect(known.body.detail).toContain('/graphql');
  expect(stranger.statusCode).toBe(401);
  expect(stranger.body).not.toContain('/graphql');
});
