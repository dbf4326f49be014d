import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';
import { callTool } from '../support/mcp-call.ts';

const ROWS = {
  'cloudflare.logs.prod': Array.from({ length: 40 }, (_, i) =>
    edgeRow({
      at: `2026-07-01T11:${String(10 + i)}:00Z`,
      id: `entry-${i}`,
      message: `entry ${i} of ana@example.com`,
    }),
  ),
};

const LOGS = { project: 'demo', projectTier: 'PRO' };

test('describe returns views, and statements that sandbox runs', async () => {
  const own = await gateway({ rows: ROWS });

  const { structuredContent } = await callTool(own, 'describe', { endpoint: 'logsAll' });
  const { statements, views } = structuredContent as {
    readonly statements: readonly string[];
    readonly views: readonly { readonly name: string; readonly columns: readonly object[] }[];
  };
  const answers = await Promise.all(
    statements.map((sql) =>
      callTool(own, 'sandbox', { endpoint: 'logs.all', arguments: LOGS, sql }),
    ),
  );

  expect(views.map(({ name }) => name)).toContain('edge_logs');
  expect(views[0]?.columns).toContainEqual(
    expect.objectContaining({ name: 'event_message', type: 'STRING', mode: 'NULLABLE' }),
  );
  expect(statements).toHaveLength(3);
  expect(answers.map(({ content, isError }) => isError && content)).toEqual(
    statements.map(() => undefined),
  );
});

test('sandbox answers as the field of GraphQL does', async () => {
  const own = await gateway({ rows: ROWS });
  const sql = 'SELECT id, timestamp, event_message FROM edge_logs ORDER BY timestamp LIMIT 2';
  const document = `query ($sql: String!) { sandbox(endpoint: "logs.all", arguments: {project: "demo", project_tier: "PRO"}, sql: $sql) { columns { name type mode } rows } }`;

  const { structuredContent } = await callTool(own, 'sandbox', {
    endpoint: 'logsAll',
    arguments: LOGS,
    sql,
  });
  const { data } = await own.graphql<{ readonly sandbox: object }>(document, { sql });

  expect(structuredContent).toMatchObject(data.sandbox);
  expect(structuredContent).toMatchObject({ rows: [{ id: 'entry-0' }, { id: 'entry-1' }] });
});

test('the arguments of sandbox may be those of the tool or of REST', async () => {
  const own = await gateway({ rows: ROWS });
  const views = await callTool(own, 'describe', { endpoint: 'usageApiCounts' });
  const { statements } = views.structuredContent as { readonly statements: readonly string[] };
  const call = (interval: string) =>
    callTool(own, 'sandbox', {
      endpoint: 'usageApiCounts',
      arguments: { project: 'demo', interval },
      sql: statements[0] ?? '',
    });

  const [rest, tool, neither] = [await call('hourly'), await call('HOURLY'), await call('Hourly')];

  expect(rest.isError).toBeUndefined();
  expect(tool.structuredContent).toMatchObject({ rows: rest.structuredContent?.['rows'] });
  expect(neither._meta).toEqual({ 'fieldstone/code': 'BAD_USER_INPUT' });
});

test('cells of CSV stand below their names, where columns are called like numbers too', async () => {
  const own = await gateway({ rows: ROWS });

  const { content } = await callTool(own, 'sandbox', {
    endpoint: 'logsAll',
    arguments: LOGS,
    sql: "SELECT 'first' AS a, 'second' AS `2`, 'third' AS __proto__ FROM edge_logs LIMIT 1",
  });

  expect(content).toEqual([{ type: 'text', text: 'a,2,__proto__\r\nfirst,second,third\r\n' }]);
});

test('an unknown endpoint is answered with the names of those that have views', async () => {
  const own = await gateway({ rows: ROWS });

  const { content } = await callTool(own, 'describe', { endpoint: 'nope' });
  expect(content).toMatchObject([
    { text: expect.stringMatching(/^There is no endpoint "nope"; those with views are .*logsAll/) },
  ]);
});
