import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import { serveTools } from '../../src/mcp/stdio.ts';
import { DEFAULT_MAX_CHARS } from '../../src/mcp/tools/answer.ts';
import { AbandonedEngine } from '../support/abandoned-engine.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { REVISIONS } from '../support/mcp-call.ts';
import { PROJECT } from '../support/project.ts';
import { until } from '../support/redis-server.ts';
import { testCaller } from '../support/test-caller.ts';

test.each(REVISIONS)(
  'a client of revision %s that leaves during a call leaves no run',
  async (revision) => {
    const engine = new AbandonedEngine();
    const { app, key, log } = await gateway({ openEngine: () => engine });
    const url = `http://127.0.0.1:${await listen(app)}/mcp`;
    const leaving = new AbortController();
    const isModern = revision === '2026-07-28';
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = fetch(url, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': revision,
        ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'logsAll' }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'logsAll',
          arguments: { project: 'demo', projectTier: 'PRO' },
          ...(isModern && { _meta: envelope }),
        },
      }),
    }).catch(() => 'left');

    await engine.begun(1);
    leaving.abort();

    expect(await call).toBe('left');
    await until(() => engine.aborted === 1);
    await until(() => log.entries.some(({ msg }) => msg === 'request'));
    const failures = log.entries.filter(({ msg }) => msg === 'failed');
    expect(failures).toEqual([]);
    expect(log.entries.filter(({ msg }) => msg === 'request')).toMatchObject([{ status: 499 }]);
  },
);

/** Tools over streams, on an engine whose runs do not end. */
function openStreams() {
  const engine = new AbandonedEngine();
  const { runner } = createPipeline({
    engine,
    dataSource: 'duckdb',
    clock: () => 0n,
    cacheBytes: 1e6,
    warmDailyBytes: 0,
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const registry = new Registry(prepareEndpoints(PROJECT));
  const served = serveTools(
    ({ signal }) => ({
      registry,
      runner,
      caller: testCaller(),
      listed: undefined,
      maxChars: DEFAULT_MAX_CHARS,
      redact: false,
      labels: undefined,
      run: { now: 0n, signal },
      admit: undefined,
      record: undefined,
      priceOf: () => 0,
      results: [],
      onError: () => {},
    }),
    { input, output },
  );
  onTestFinished(() => void input.end());
  const send = (message: object) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { engine, input, send, served };
}

const CALL = {
  id: 1,
  method: 'tools/call',
  params: { name: 'logsAll', arguments: { project: 'demo', projectTier: 'PRO' } },
};

test('a client over stdio that leaves during a call leaves no run', async () => {
  const { engine, input, send, served } = openStreams();
  send(CALL);
  await engine.begun(1);

  input.end();

  await served;
  await until(() => engine.aborted === 1);
});

test('a call over stdio that is cancelled leaves no run', async () => {
  const { engine, send } = openStreams();
  send(CALL);
  await engine.begun(1);

  send({ method: 'notifications/cancelled', params: { requestId: 1 } });

  await until(() => engine.aborted === 1);
});
