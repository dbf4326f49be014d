import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isReady } from '../support/gateway-process.ts';
import { freePort } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = fileURLToPath(new URL('../../src/bin.cjs', import.meta.url));

/** Prints what a process has loaded when it ends. */
const PROBE = `data:text/javascript,${encodeURIComponent(
  'process.on("exit",()=>process.stderr.write("Libraries: "+process.report.getReport().sharedObjects))',
)}`;

test.each([[['--help']], [['keys', 'list']], [['import', '--help']], [['data', 'nothing']]])(
  'fieldstone %j does not wait until DuckDB is loaded',
  (args) => {
    const env = { DATA_DIR: temporaryFolder(), NODE_OPTIONS: `--import=${PROBE}` };

    const { stderr } = spawnSync(process.execPath, [BIN, ...args], { env, encoding: 'utf8' });

    expect(stderr).toContain('Libraries: ');
    expect(stderr).not.toContain('duckdb');
  },
);

const onFullDisk = test.runIf(existsSync('/dev/full'));

onFullDisk(
  'fieldstone start goes on, and ends in order, while neither log nor errors can be written',
  async () => {
    const full = openSync('/dev/full', 'w');
    const folder = temporaryFolder();
    const port = await freePort();
    const env = { DATA_DIR: folder, DEMO: 'false', DRAIN_SECONDS: '0', PORT: `${port}` };
    const stdio = ['ignore' as const, full, full];
    const child = spawn(process.execPath, [BIN, 'start'], { cwd: folder, env, stdio });
    const ended = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));

    await expect.poll(() => isReady(`http://127.0.0.1:${port}`)).toBe(true);
    child.kill('SIGTERM');

    expect(await ended).toEqual([0, null]);
  },
);

onFullDisk('fieldstone fails when its output cannot be written', () => {
  const stdio = ['ignore' as const, openSync('/dev/full', 'w'), 'pipe' as const];
  const env = { DATA_DIR: temporaryFolder() };

  const { status, stderr } = spawnSync(process.execPath, [BIN, 'endpoints'], { env, stdio });

  expect(status).toBe(1);
  expect(`${stderr}`).toContain('Cannot write the output: ENOSPC');
});
