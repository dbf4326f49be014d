import { spawnSync } from 'node:child_process';

/**
 * Sends many generated requests to a gateway and compares each answer with the OpenAPI document: `-- 50000` in place of
 * the 10 000.
 */
const [requests = '10000'] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', 'test/rest/openapi-requests'], {
  stdio: 'inherit',
  // biome-ignore lint/style/noProcessEnv: what is started needs the same.
  env: { ...process.env, FIELDSTONE_REQUESTS: requests },
});
process.exitCode = status ?? 1;
