import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { filledStore } from '../support/filled-store.ts';
import { startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { edgeRow } from '../support/log-rows.ts';
import { REDIS_URL } from '../support/redis-level.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'src/bin.cjs');
/** Starting processes takes long on a machine that does other things too. */
const TIMEOUT_MS = 120_000;

/** BigQuery, and replicas on it that share keys; `environment` says what else they share. */
async function openService(replicas: number, shared: Readonly<Record<string, string>>) {
  const at = new Date(Date.now() - 60_000).toISOString();
  const store = await filledStore({ 'cloudflare.logs.prod': [edgeRow({ at })] });
  const server = await openBigQueryServer({ store, bytesScale: 1e6 });
  const folder = temporaryFolder();
  const keys = await writeKeys(join(folder, 'keys.json'), 2);
  const environment = {
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: server.catalog.project,
    BIGQUERY_DATASET: 'logs',
    BIGQUERY_API_ENDPOINT: server.url,
    DRAIN_SECONDS: '0',
    KEYS_FILE: join(folder, 'keys.json'),
    ...shared,
  };
  const start = async () => {
    const gateway = await startGateway({ folder, environment });
    onTestFinished(async () => {
      gateway.child.kill('SIGKILL');
      await gateway.ended;
    });
    return gateway;
  };
  const gateways = await Promise.all(Array.from({ length: replicas }, start));
  const bill = async () => {
    const env = { ...environment, DATA_DIR: folder };
    const args = [BIN, '-C', ROOT, 'bill', '--json', '--since', '1d', '--by', 'key'];
    return JSON.parse(
      (await promisify(execFile)(process.execPath, args, { env, cwd: folder })).stdout,
    );
  };
  return { server, gateways, keys, bill, start };
}

async function ask(url: string, key = '', project = 'demo'): Promise<void> {
  const query = new URLSearchParams({ project, project_tier: 'PRO' });
  const response = await fetch(`${url}/api/endpoints/query/logs.all?${query}`, {
    headers: { 'x-api-key': key, connection: 'close' },
  });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}

test(
  'fieldstone bill has everything that was billed before a service was stopped, and after it came back',
  async () => {
    const { bill, gateways, keys, server, start } = await openService(1, {});
    const [first] = gateways;
    await ask(first?.url ?? '', keys[0]);
    await ask(first?.url ?? '', keys[1]);

    first?.child.kill('SIGTERM');
    expect(await first?.ended).toBe(0);
    const stopped = await bill();
    await ask((await start()).url, keys[1]);

    expect(server.counters.jobs).toBe(3);
    const each = server.counters.bytesBilled / 3;
    expect(stopped.total).toMatchObject({ runs: 2, bytesBilled: 2 * each });
    await expect.poll(bill, { timeout: 60_000, interval: 500 }).toMatchObject({
      groups: [
        { runs: 2, bytesBilled: 2 * each },
        { runs: 1, bytesBilled: each },
      ],
      total: { runs: 3, bytesBilled: 3 * each },
    });
  },
  TIMEOUT_MS,
);

test.skipIf(!REDIS_URL)(
  'fieldstone bill adds up what replicas on one Redis were billed',
  async () => {
    const { bill, gateways, keys, server } = await openService(2, {
      REDIS_URL: REDIS_URL ?? '',
      CACHE_NAMESPACE: `bill-${process.pid}-${Date.now()}`,
    });

    await Promise.all(
      gateways.flatMap(({ url }, at) =>
        ['a', 'b', 'c'].map((project) => ask(url, keys[at], `${project}${at}`)),
      ),
    );
    for (const { child } of gateways) child.kill('SIGTERM');
    expect(await Promise.all(gateways.map(({ ended }) => ended))).toEqual([0, 0]);

    const { groups, total } = await bill();
    const { bytesBilled, jobs } = server.counters;
    expect(total).toMatchObject({ runs: jobs, bytesBilled });
    expect(groups).toHaveLength(2);
    expect(groups).toMatchObject([{ runs: 3 }, { runs: 3 }]);
  },
  TIMEOUT_MS,
);
