import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type GatewayProcess, startGateway } from './support/gateway-process.ts';
import { writeKeys } from './support/key-file.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** How long the end may take, whatever runs. */
const MAX_STOP_MS = 30_000;

const LOGS_ALL = '/api/endpoints/query/logs.all?project=demo&project_tier=PRO';

/** Runs for minutes, in little memory. */
const ENDLESS = `SELECT COUNT(*) AS n FROM ${'abcdefgh'
  .split('')
  .map((name) => `UNNEST(GENERATE_ARRAY(1, 100)) AS ${name}`)
  .join(' CROSS JOIN ')} WHERE a + b + c + d + e + f + g + h = 8`;

async function gatewayWithKey(): Promise<GatewayProcess & { readonly secret: string }> {
  const folder = temporaryFolder();
  const [secret = ''] = await writeKeys(join(folder, 'keys.json'), 1);
  const gateway = await startGateway({
    folder,
    environment: { DRAIN_SECONDS: '0', QUERY_TIMEOUT_SECONDS: '600' },
  });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  return { ...gateway, secret };
}

function enginesOf(pid: number): readonly number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

test.runIf(process.platform === 'linux')(
  'main ends in order within 30 s while a statement cannot be stopped',
  async () => {
    const { url, child, ended, secret } = await gatewayWithKey();
    const asked = fetch(`${url}${LOGS_ALL}&sql=${encodeURIComponent(ENDLESS)}`, {
      headers: { 'x-api-key': secret },
    });
    const answered = asked.then(
      ({ status }) => status,
      () => 'cut off',
    );
    // The first statement starts an engine.
    await expect.poll(() => enginesOf(child.pid ?? 0)).toHaveLength(1);
    const engines = enginesOf(child.pid ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // As if every statement were in a function that heeds no interrupts, and every engine could not end itself.
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const begin = performance.now();

    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(performance.now() - begin).toBeLessThan(MAX_STOP_MS);
    expect(['cut off', 503]).toContain(await answered);
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => engines.filter(isAlive)).toEqual([]);
  },
);
