import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { tenantRows } from '../../support/tenant-rows.ts';
import { askSandbox } from './ask.ts';
import { EXHAUSTING } from './exhausting.ts';

const NOW = '2026-07-01T12:00:00Z';
const TIMEOUT_MS = 1_500;

/** What an attack may come to: refused, cut short, or simply answered. */
const CONTAINED = ['SQL_INVALID', 'QUERY_TIMEOUT', 'OK'];

test.each(Object.entries(EXHAUSTING))('the gateway contains %s', { timeout: 60_000, retry: 2 }, async (_, sql) => {
  const attacked = await gateway({
    rows: tenantRows('2026-07-01T11:00:00Z'),
    now: NOW,
    engine: { timeoutMs: TIMEOUT_MS, memory: '200MB' },
  });
  await expectOrdinary(attacked);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();

  const { code, message } = await askSandbox(attacked, sql);
  const took = performance.now() - start;
  delay.disable();
  process.stdout.write(`${_} ${code} ${took.toFixed(0)} ms loop ${(delay.max / 1e6).toFixed(0)} ${message.slice(0, 120)}\n`);

  expect(CONTAINED, message).toContain(code);
  expect(took).toBeLessThan(TIMEOUT_MS + 500);
  expect(delay.max / 1e6).toBeLessThan(100);
  await expectOrdinary(attacked);
});

async function expectOrdinary(attacked: Gateway): Promise<void> {
  const { code, text } = await askSandbox(attacked, 'SELECT id FROM edge_logs');
  expect({ code, text }).toEqual({ code: 'OK', text: '{"result":[{"id":"belongs-to-me-id"}]}' });
}
