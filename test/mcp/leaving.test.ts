import { expect, test } from 'vitest';
import type { EngineResult, EngineRun } from '../../src/engines/engine.ts';
import { gateway } from '../support/gateway.ts';
import { HeldEngine } from '../support/held-engine.ts';
import { listen } from '../support/http-server.ts';
import { REVISIONS } from '../support/mcp-call.ts';
import { until } from '../support/redis-server.ts';

/** An engine whose runs end only when nobody waits for them any more. */
class AbandonedEngine extends HeldEngine {
  aborted = 0;

  override run(query: Parameters<HeldEngine['run']>[0], run: EngineRun): Promise<EngineResult> {
    run.signal.addEventListener('abort', () => {
      this.aborted += 1;
      this.runs.at(-1)?.fail(run.signal.reason);
    });
    return super.run(query, run);
  }
}

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
