import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Refuses DuckDB to the process that it is imported by; processes that this one starts do not import it. */
const WITHOUT_DUCKDB = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@duckdb/')) throw new Error('The gateway loads ' + specifier);
      return next(specifier, context);
    },
  });
`)}`;

test('the gateway answers without ever loading DuckDB, and takes its processes along', {
  timeout: 60_000,
}, async () => {
  const child = spawn(process.execPath, ['--import', WITHOUT_DUCKDB, 'src/main.ts'], {
    cwd: ROOT,
    env: { DATA_DIR: temporaryFolder(), DEMO: 'false', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await expect.poll(() => output, { timeout: 30_000 }).toContain('http://127.0.0.1:');
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];

  const ready = await fetch(`${address}/readyz`);
  child.kill('SIGTERM');

  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  expect(await ended).toEqual([0, null]);
});
