import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as FirstClient } from 'mcp-client-1/client/index.js';
import { StdioClientTransport as FirstTransport } from 'mcp-client-1/client/stdio.js';
import { Client } from 'mcp-client-2';
import { StdioClientTransport } from 'mcp-client-2/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys } from '../../../src/auth/keys/key-file.ts';
import { createKey } from '../../../src/auth/keys/key-record.ts';
import { SHOP_FOLDER } from '../../examples/shop/open-shop.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BIN = fileURLToPath(new URL('../../../src/bin.cjs', import.meta.url));
const INFO = { name: 'test', version: '1.0.0' };

/** A copy of the shop, and how its tools are started. */
function shop(environment: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  cpSync(SHOP_FOLDER, folder, { recursive: true });
  const env = { DATA_DIR: join(folder, '.data'), ...environment };
  return { folder, server: { command: process.execPath, args: [BIN, 'mcp', '-C', folder], env } };
}

test('both clients list and call tools over stdio', async () => {
  const { server } = shop();
  const first = new FirstClient(INFO);
  await first.connect(new FirstTransport(server) as never);
  onTestFinished(() => first.close());
  const second = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  await second.connect(new StdioClientTransport(server));
  onTestFinished(() => second.close());
  const call = { name: 'order', arguments: { id: 'A-0003' } };

  const lists = await Promise.all([first.listTools(), second.listTools()]);
  const answers = await Promise.all([first.callTool(call), second.callTool(call)]);

  for (const { tools } of lists) expect(tools.map(({ name }) => name)).toContain('revenueByDay');
  for (const { structuredContent } of answers) {
    expect(structuredContent).toMatchObject({ row: { id: 'A-0003' }, truncated: false });
  }
});

test('a client has the rights of the key in FIELDSTONE_KEY', async () => {
  const grant = { name: 'ci', endpoints: ['order'], redact: false, sandbox: false };
  const { record, secret } = createKey(
    { ...grant, pins: { shop: 'birch' }, expires: undefined },
    new Date(),
  );
  const { folder, server } = shop({ FIELDSTONE_KEY: secret });
  await changeKeys(join(folder, '.data/keys.json'), () => [record]);
  const client = new Client(INFO);
  await client.connect(new StdioClientTransport(server));
  onTestFinished(() => client.close());

  const { tools } = await client.listTools();
  const answer = await client.callTool({ name: 'order', arguments: { id: 'A-0003' } });

  expect(tools.map(({ name }) => name)).toEqual(['order', 'estimate']);
  expect(answer.structuredContent).toMatchObject({ meta: { bytesBilled: null } });
  await expect(client.callTool({ name: 'revenueByDay', arguments: {} })).rejects.toThrow(
    'There is no tool "revenueByDay"',
  );
});

test('an unknown key ends the command with a line on standard error', () => {
  const { server } = shop({ FIELDSTONE_KEY: 'nosuch' });

  const { status, stderr, stdout } = spawnSync(server.command, server.args, {
    env: server.env,
    encoding: 'utf8',
    input: '',
  });

  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The key in FIELDSTONE_KEY is unknown.*\n$/);
});

test('nothing but messages is written, and the command ends with its client', async () => {
  const { server } = shop();
  const child = spawn(server.command, server.args, { env: server.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const send = (message: object | string) =>
    child.stdin.write(
      `${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
    );
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO };
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  send('no JSON');
  send({ id: 2, method: 'tools/call', params: { name: 'order', arguments: { id: 7 } } });
  send({ id: 3, method: 'tools/list', params: {} });
  await expect.poll(() => output).toContain('"id":3');
  await expect.poll(() => output).toContain('"id":2');

  // The client leaves before this is answered.
  send({ id: 4, method: 'tools/call', params: { name: 'order', arguments: { id: 'A-0003' } } });
  child.stdin.end();

  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  expect(await promise).toBe(0);
  const messages = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly jsonrpc: string });
  expect(messages.slice(0, 3).map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0']);
  expect(complaints).toBe('');
});
