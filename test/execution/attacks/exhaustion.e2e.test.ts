import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownProcesses } from '../../support/engine-processes.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { tenantRows } from '../../support/tenant-rows.ts';
import { askSandbox, INTERFACES } from './ask.ts';
import { EXHAUSTING } from './exhausting.ts';

/** What an attack may come to: refused, cut short, simply answered, or ended with the process of another one. */
const CONTAINED = ['SQL_INVALID', 'QUERY_TIMEOUT', 'OK', 'ENGINE_UNAVAILABLE'];

/** Rows end at 1000, and no row here holds more than a caller could write. */
const MAX_ANSWER = 4_000_000;

/** Of the thread that serves all requests; far above what any statement takes, as code may have to be compiled first. */
const MAX_THREAD_MS = 300;

/** Of a small statement after an attack, a second apart: engine processes have a lower priority than other work. */
const MAX_TRIES = 20;

interface Contained {
  readonly code: string;
  readonly next: string;
}

async function attack(
  attacked: Gateway,
  sql: string,
  via: (typeof INTERFACES)[number],
): Promise<Contained> {
  const before = process.threadCpuUsage();
  const { code, text } = await askSandbox(attacked, sql, via);
  const { user, system } = process.threadCpuUsage(before);
  const isHeavy = (user + system) / 1_000 > MAX_THREAD_MS || text.length > MAX_ANSWER;
  const next = await askAgain(attacked, 'SELECT id FROM edge_logs');
  return { code: isHeavy ? `${code}, but heavy` : code, next: next.text };
}

/** As callers do that are told to come back, and those whose question waited behind the attack for too long. */
async function askAgain(attacked: Gateway, sql: string) {
  for (let tries = 1; ; tries += 1) {
    const answer = await askSandbox(attacked, sql);
    const isLate = answer.code === 'ENGINE_UNAVAILABLE' || answer.code === 'QUERY_TIMEOUT';
    if (!isLate || tries === MAX_TRIES) return answer;
    await setTimeout(1_000);
  }
}

test('the gateway contains every statement that asks for too much, and goes on', {
  timeout: 300_000,
}, async () => {
  const processes = ownProcesses({ memory: '200MB' });
  await processes.start();
  const attacked = await gateway({
    rows: tenantRows('2026-07-01T11:00:00Z'),
    engine: { timeoutMs: 1_200, processes },
  });
  const failures: string[] = [];
  let refused = 0;

  for (const [i, [name, sql]] of Object.entries(EXHAUSTING).entries()) {
    // What is too long for an address is refused by it.
    const via = sql.length < 8_000 ? INTERFACES[i % INTERFACES.length] : 'POST';
    const { code, next } = await attack(attacked, sql, via ?? 'POST');
    const isContained =
      CONTAINED.includes(code) && next === '{"result":[{"id":"belongs-to-me-id"}]}';
    if (!isContained) failures.push(`${name}: ${code}, then ${next}`);
    refused += code === 'SQL_INVALID' ? 1 : 0;
  }

  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(30);
});
