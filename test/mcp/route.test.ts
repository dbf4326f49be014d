import { expect, test } from 'vitest';
import { openShop } from '../examples/shop/open-shop.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';
import { callTool, REVISIONS, sendMessage } from '../support/mcp-call.ts';

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

test.each(REVISIONS)('revision %s is answered in JSON, and lists are private', async (revision) => {
  const own = await gateway({ rows: ROWS });

  const list = await sendMessage(own, 'tools/list', {}, { revision });
  const call = await callTool(own, 'logsAll', LOGS, { revision });

  expect(list.status).toBe(200);
  expect(list.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(list.body.result).toMatchObject({ tools: expect.any(Array) });
  expect(list.body.result?.['cacheScope']).toBe(revision === '2026-07-28' ? 'private' : undefined);
  expect(call.structuredContent).toMatchObject({ truncated: false });
});

test('initialize answers with the revision that was requested, or with one that is spoken', async () => {
  const own = await gateway();
  const initialize = (protocolVersion: string) =>
    sendMessage(own, 'initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });

  const [known, earlier] = await Promise.all([initialize('2025-06-18'), initialize('2024-11-05')]);

  expect(known.body.result).toMatchObject({
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'fieldstone' },
    capabilities: { tools: {} },
  });
  expect(earlier.body.result?.['protocolVersion']).toBe('2025-11-25');
});

test.each(['GET', 'DELETE', 'PUT'] as const)('%s is no method of the path', async (method) => {
  const { app, key } = await gateway();

  const { statusCode, headers } = await app.inject({
    method,
    url: '/mcp',
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
  });

  expect(statusCode).toBe(405);
  expect(headers['allow']).toBe('POST, OPTIONS');
});

test('?tools= limits the list, and not what may be called', async () => {
  const own = await gateway({ rows: ROWS });
  const query = '?tools=usageApiCounts,sandbox,nosuch';

  const { body } = await sendMessage(own, 'tools/list', {}, { query });
  const call = await callTool(own, 'logsAll', LOGS, { query });

  expect(namesOf(body.result)).toEqual(['usageApiCounts', 'sandbox']);
  expect(call.isError).toBeUndefined();
});

function namesOf(result: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return (result['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
}

test('?maxChars= bounds the JSON by whole rows, and 0 does not', async () => {
  const own = await gateway({ rows: ROWS });
  const call = async (query: string) => {
    const { content, structuredContent } = await callTool(own, 'logsAll', LOGS, { query });
    const { rows, truncated } = structuredContent as {
      readonly rows: readonly object[];
      readonly truncated: boolean;
    };
    const chars = JSON.stringify(structuredContent).length;
    return { chars, rows: rows.length, texts: content.length, truncated };
  };

  const [all, some, none] = await Promise.all([
    call('?maxChars=0'),
    call('?maxChars=4000'),
    call('?maxChars=1'),
  ]);

  expect(all).toMatchObject({ rows: 40, texts: 1, truncated: false });
  expect(some.rows).toBeGreaterThan(2);
  expect(some.rows).toBeLessThan(40);
  expect(some).toMatchObject({ texts: 2, truncated: true });
  expect(some.chars).toBeLessThanOrEqual(4000);
  expect(none).toMatchObject({ rows: 0, truncated: true });
});

test.each(['-1', 'x', '1e3', '', '9999999999'])('maxChars=%s is refused', async (text) => {
  const own = await gateway();

  const { body, status } = await sendMessage(own, 'tools/list', {}, { query: `?maxChars=${text}` });

  expect(status).toBe(400);
  expect(body.code).toBe('BAD_USER_INPUT');
});

test('the code of an error is in _meta, and errors of SQL name position and suggestion', async () => {
  const own = await gateway();
  const sandbox = (sql: string) =>
    callTool(own, 'sandbox', { endpoint: 'logsAll', arguments: LOGS, sql });

  const [column, syntax, argument] = await Promise.all([
    sandbox('SELECT event_mesage FROM edge_logs'),
    sandbox('SELECT 1 FROM'),
    callTool(own, 'logsAll', { ...LOGS, projectTier: 'pro' }),
  ]);

  expect(column).toMatchObject({ isError: true, _meta: { 'fieldstone/code': 'SQL_INVALID' } });
  expect(column.content[0]?.text).toMatch(/event_mesage.*Did you mean event_message\? \[at 1:8\]/);
  expect(column.structuredContent).toBeUndefined();
  expect(syntax._meta).toEqual({ 'fieldstone/code': 'SQL_INVALID' });
  expect(argument._meta).toEqual({ 'fieldstone/code': 'BAD_USER_INPUT' });
  expect(argument.content[0]?.text).toContain('"projectTier" cannot be "pro"');
});

test('what is no fault of the caller is masked, and logged', async () => {
  const own = await gateway({
    openEngine: () => ({
      run: () => Promise.reject(new Error('password of secret_table')),
      checkRoom: () => {},
      usage: () => ({ queues: {}, isBreakerOpen: false }),
      check: async () => ({ isAnswering: true, notes: 0 }),
      close: async () => {},
    }),
  });

  const answer = await callTool(own, 'logsAll', LOGS);

  expect(answer._meta).toEqual({ 'fieldstone/code': 'INTERNAL' });
  expect(JSON.stringify(answer)).not.toContain('secret_table');
  expect(own.log.text.join('')).toContain('secret_table');
});

test('a tool that the key may not call reads as one that there is not', async () => {
  const own = await gateway();
  const key = own.keys.add({ endpoints: new Set(['usage.api-counts']) });
  const call = (name: string) => sendMessage({ ...own, key }, 'tools/call', { name });
  const described = (endpoint: string) =>
    callTool({ ...own, key }, 'estimate', { tool: endpoint, arguments: {} });

  const [forbidden, unknown] = await Promise.all([call('logsAll'), call('logsAny')]);
  const [costs, none] = await Promise.all([described('logsAll'), described('logsAny')]);
  const { body } = await sendMessage({ ...own, key }, 'tools/list');

  expect(forbidden.body.error).toEqual({
    code: -32602,
    message: 'There is no tool "logsAll"',
    data: { 'fieldstone/code': 'ENDPOINT_NOT_FOUND' },
  });
  expect(unknown.body).toEqual(JSON.parse(JSON.stringify(forbidden.body).replace('All', 'Any')));
  expect(none).toEqual(JSON.parse(JSON.stringify(costs).replaceAll('logsAll', 'logsAny')));
  expect(namesOf(body.result)).not.toContain('logsAll');
});

test('orderBy is one text of fields', async () => {
  const shop = await openShop();
  const days = async (orderBy: unknown) => {
    const answer = await callTool(shop, 'revenueByDay', { limit: 2, orderBy });
    if (answer.isError) return answer.content[0]?.text;
    const { rows } = answer.structuredContent as { readonly rows: readonly { day: string }[] };
    return rows.map(({ day }) => day);
  };
  const { data } = await shop.graphql<{
    readonly a: { readonly rows: readonly { day: string }[] };
  }>('{ a: revenueByDay(limit: 2, orderBy: [ORDERS_DESC, DAY_ASC]) { rows { day } } }');

  expect(await days('-orders, day')).toEqual(data.a.rows.map(({ day }) => day));
  expect(await days('-day')).not.toEqual(await days('day'));
  expect(await days('nosuch')).toContain('"orderBy" cannot be "nosuch"');
  expect(await days(['day'])).toContain('"orderBy" cannot be');
  const twice = await shop.graphql('{ revenueByDay(orderBy: [DAY_ASC, DAY_DESC]) { rowCount } }');
  expect(await days('day,-day')).toBe('Argument "orderBy" names the column "day" twice');
  expect(twice.errors?.[0]?.message).toBe(await days('day,-day'));
});

test('the line of the log and the metrics know the interface and the endpoint', async () => {
  const own = await gateway({ rows: ROWS });

  await callTool(own, 'logsAll', LOGS);
  const { body } = await sendMessage(own, 'tools/call', { name: 'logsAll', arguments: {} });

  const lines = own.log.entries.filter(({ msg }) => msg === 'request');
  expect(lines[0]).toMatchObject({ via: 'mcp', path: '/mcp', endpoints: 'logs.all', rows: 40 });
  expect(body.result?.isError).toBe(true);
  expect(lines[1]).toMatchObject({ via: 'mcp', status: 200, code: 'BAD_USER_INPUT' });
});

test('equal calls share the cache with the other interfaces', async () => {
  const own: Gateway = await gateway({ rows: ROWS });
  const args = { project: 'demo', interval: 'DAILY' };

  await own.rest('usage.api-counts', { project: 'demo', interval: 'daily' });
  const { structuredContent } = await callTool(own, 'usageApiCounts', args);

  expect(own.runs).toHaveLength(1);
  expect(structuredContent).toMatchObject({ meta: { cacheStatus: 'HIT' } });
});

test('a result that is cached for a moment is sent with the id of each call, and to nobody else', async () => {
  const own = await gateway({ rows: ROWS });
  const other = own.keys.add({ pins: new Map([['project', 'other']]) });
  const call = async (
    id: unknown,
    key = own.key,
    headers: Record<string, string> = {},
    interval = 'DAILY',
  ) => {
    const response = await own.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        'x-api-key': key,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      payload: {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'usageApiCounts', arguments: { project: 'demo', interval } },
      } as object,
    });
    return response.json();
  };
  const cached = () => own.log.entries.filter(({ cache, encodeMs }) => cache && encodeMs === 0);

  const [miss, hit, again, text] = [await call(1), await call(2), await call(3), await call('x')];
  const others = [await call(6, own.key, {}, 'HOURLY'), await call(7, own.key, {}, 'HOURLY')];
  const refused = await call(4, other);
  const redacted = await call(5, own.key, { 'svc-endpoint-redact-pii': 'true' });

  expect([miss.id, hit.id, again.id, text.id]).toEqual([1, 2, 3, 'x']);
  expect(again.result).toEqual(hit.result);
  expect(text.result).toEqual(hit.result);
  expect(hit.result.structuredContent.meta.cacheStatus).toBe('HIT');
  expect(cached()).toHaveLength(2);
  expect(others[1].result.structuredContent.rows.length).toBeGreaterThan(0);
  expect(others[1].result.structuredContent.rows).not.toEqual(hit.result.structuredContent.rows);
  expect(refused.result._meta).toEqual({ 'fieldstone/code': 'FORBIDDEN' });
  expect(redacted.result.structuredContent.meta.redacted).toBe(true);
});

test('a body that is not JSON is refused with the type that is taken', async () => {
  const own = await gateway();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const { body, status } = await sendMessage(own, 'tools/list', {}, { headers });

  expect(status).toBe(415);
  expect(body).toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    detail: 'The body must be application/json',
  });
});

test('readers of the text alone learn that there are more rows', async () => {
  const own = await openShop();

  const some = await callTool(own, 'revenueByDay', { limit: 1 });
  const all = await callTool(own, 'revenueByDay', {});

  expect(some.structuredContent).toMatchObject({ truncated: true });
  expect(some.content.map(({ text }) => text).slice(1)).toEqual(['There are more rows.']);
  expect(all.structuredContent).toMatchObject({ truncated: false });
  expect(all.content).toHaveLength(1);
});
