import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Refuses DuckDB and OpenTelemetry's SDK to the process that it is imported by; processes that this one starts do not import it. */
const WITHOUT_DUCKDB = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (/^@duckdb\\/|^@opentelemetry\\/(?!api$)/.test(specifier)) throw new Error('The gateway loads ' + specifier);
      return next(specifier, context);
    },
  });
`)}`;

/** The gateway as `npm start` runs it, on demo data, and what its banner says. */
async function startWithoutDuckDb() {
  const args = ['--import', WITHOUT_DUCKDB, '-r', './src/preload.cjs', 'src/main.ts'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { DATA_DIR: temporaryFolder(), PORT: '0', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' },
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
  const started = expect.poll(() => output, { timeout: 150_000 }).toContain('fsk_');
  await Promise.race([started, ended]);
  expect(output).toContain('fsk_');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
  const [key = ''] = /fsk_\w+/.exec(output) ?? [];
  return { child, ended, url, key };
}

/** Libraries of DuckDB that a process has in memory. */
function duckDbLibraries(pid: number): readonly string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  return [...new Set(maps.match(/\S*(libduckdb|duckdb\.node)\S*/g))];
}

function childrenOf(pid: number): readonly number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list.split(' ').map(Number);
}

test('the gateway answers from demo data without ever loading DuckDB, or what traces', async () => {
  const { child, ended, url, key } = await startWithoutDuckDb();
  const path = `${url}/api/endpoints/query/logs.all?project=demo&project_tier=PRO`;
  const headers = { 'x-api-key': key };

  const stored = await fetch(path, { headers });
  const callers = await fetch(`${path}&sql=${encodeURIComponent('SELECT 1 AS n')}`, { headers });

  expect([stored.status, callers.status]).toEqual([200, 200]);
  expect(await stored.json()).toMatchObject({
    result: expect.arrayContaining([expect.anything()]),
  });
  if (process.platform === 'linux') {
    const pid = child.pid ?? 0;
    expect(duckDbLibraries(pid)).toEqual([]);
    expect(childrenOf(pid).map((engine) => duckDbLibraries(engine).length > 0)).toContain(true);
  }
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
