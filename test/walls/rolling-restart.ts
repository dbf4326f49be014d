import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstKey } from '../../src/auth/keys/first-key.ts';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';
import type { WallPart } from './part.ts';
import { Balancer } from './rolling-restart/balancer.ts';
import { Load } from './rolling-restart/load.ts';

const REQUESTS = 10_000;
const MANY_REQUESTS = 50_000;
const MAX_STOP_SECONDS = 30;

/** Two replicas behind a proxy that follows `/readyz` are restarted, one after the other, and no request fails. */
export const rollingRestart: WallPart = {
  name: 'rolling-restart',
  async run({ long }) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-restart-'));
    const drain = long ? '5' : '2';
    const environment = { DRAIN_SECONDS: drain, LOG_LEVEL: 'error', DUCKDB_THREADS: '1' };
    const replicas: GatewayProcess[] = [];
    try {
      const { secret } = await ensureFirstKey(join(folder, 'keys.json'), { create: true });
      for (let i = 0; i < 2; i += 1) replicas.push(await startGateway({ folder, environment }));
      const balancer = new Balancer(replicas.map(({ port }) => port));
      const load = new Load(await balancer.listen(), secret ?? '');
      const count = long ? MANY_REQUESTS : REQUESTS;
      for (const [i, signal] of (['SIGTERM', 'SIGHUP'] as const).entries()) {
        await load.reaches(((i + 1) * count) / 4);
        const stopped = await stop(replicas[i], signal);
        await balancer.sees(stopped.port, false);
        replicas[i] = await startGateway({ folder, environment, port: stopped.port });
        await balancer.sees(stopped.port, true);
      }
      await load.reaches(count);
      const { answered, failures } = await load.stop();
      balancer.close();
      if (failures.size > 0) throw new Error(JSON.stringify([...failures]));
      return `0 of ${answered} requests failed while two replicas were restarted`;
    } finally {
      for (const { child } of replicas) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function stop(
  replica: GatewayProcess | undefined,
  signal: NodeJS.Signals,
): Promise<GatewayProcess> {
  if (!replica) throw new Error('There is no replica to stop');
  const begin = performance.now();
  replica.child.kill(signal);
  const code = await replica.ended;
  const seconds = (performance.now() - begin) / 1_000;
  if (code !== 0 || seconds > MAX_STOP_SECONDS) {
    throw new Error(`After ${signal} a replica ended with ${code} after ${seconds.toFixed(0)} s`);
  }
  return replica;
}
