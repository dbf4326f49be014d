import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';
import { CLIENTS, mcpClient } from '../support/mcp-clients.ts';

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00.000001Z', id: 'a', message: 'one, two' }),
  ],
};

test.each(CLIENTS)('the client %s lists and calls a tool', async (name) => {
  const { app, key } = await gateway({ rows: ROWS });
  const url = `http://127.0.0.1:${await listen(app)}/mcp`;
  const client = await mcpClient(name, url, key);

  const tools = await client.tools();
  const answer = await client.call('logsAll', { project: 'demo', projectTier: 'PRO' });

  expect(tools.map((tool) => tool.name)).toContain('logsAll');
  expect(answer.isError).toBeFalsy();
  expect(answer.structuredContent).toMatchObject({
    rows: [{ id: 'a', timestamp: '2026-07-01T11:59:00.000001Z', eventMessage: 'one, two' }],
    truncated: false,
    meta: { cacheStatus: 'BYPASS', bytesBilled: 0 },
  });
  expect(answer.content[0]?.text).toContain('"one, two"');
});
