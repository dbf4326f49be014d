import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import type { EngineProcessesOptions } from '../../../../src/engines/duckdb/process/engine-processes.ts';
import type { EngineQuery } from '../../../../src/engines/engine.ts';
import { ownProcesses } from '../../../support/engine-processes.ts';
import { freshFiles } from '../../../support/fresh-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { compileQuery } from '../../compile-query.ts';

const NEVER = new AbortController().signal;
const DYING = fileURLToPath(new URL('../../../support/dying-engine.ts', import.meta.url));

/** Counts ten to the power of the number of names, in little memory. */
const countOver = (names: string) =>
  `SELECT COUNT(*) AS n FROM ${[...names]
    .map((name) => `UNNEST([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) AS ${name}`)
    .join(' CROSS JOIN ')} WHERE ${[...names].join(' + ')}`;

/** Runs for minutes. */
const ENDLESS = `${countOver('abcdefghijkl')} = 121`;

/** Runs for a second or more. */
const SLOW = `${countOver('abcdefg')} = 7`;

/** Takes memory that DuckDB does not count. */
const BOMB =
  "SELECT SUM(LENGTH(CONCAT(s, s, s, s))) AS n FROM (SELECT REPEAT('x', 100000 + MOD(x, 7)) AS s FROM UNNEST(GENERATE_ARRAY(1, 100000)) AS x)";

const UNAVAILABLE = { code: 'ENGINE_UNAVAILABLE', status: 503, headers: { 'Retry-After': '1' } };

function openEngine(options: Partial<EngineProcessesOptions> = {}, timeoutMs = 120_000) {
  const directory = temporaryFolder();
  const processes = ownProcesses({ dataDir: directory, folders: [directory], ...options });
  const engine = new DuckDbEngine({ files: freshFiles(directory), processes, timeoutMs });
  onTestFinished(() => engine.close());
  const run = async (query: EngineQuery) => (await engine.run(query, { signal: NEVER })).rows;
  return {
    engine,
    processes,
    spill: join(directory, '.spill'),
    callers: (sql: string) => run(compileQuery(sql)),
    stored: (sql: string) => run(compileQuery(sql, {}, { isCallersSql: false })),
  };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform === 'linux')(
  'EngineProcesses ends a process whose statement takes too much memory, and nobody may try that again',
  async () => {
    const { callers, processes, stored } = openEngine({ maxResident: 300e6, memory: '2GB' });
    const refusal = { code: 'SQL_INVALID', message: 'The query needs too much memory' };
    expect(await stored('SELECT 1 AS n')).toEqual([[1]]);
    const storedPids = processes.pids;

    await expect(callers(BOMB)).rejects.toMatchObject(refusal);
    expect(await callers('SELECT 2 AS n')).toEqual([[2]]);
    const pids = processes.pids;
    await expect(callers(BOMB)).rejects.toMatchObject(refusal);

    expect(processes.pids).toEqual(pids);
    expect(pids).toEqual(expect.arrayContaining([...storedPids]));
    await expect(stored(BOMB)).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  },
);

test('EngineProcesses loses only the statements of a process that ends, and starts another one', async () => {
  const { callers, processes, spill, stored } = openEngine();
  expect(await callers('SELECT 1 AS n')).toEqual([[1]]);
  const [pid = 0] = processes.pids;
  expect(await stored('SELECT 1 AS n')).toEqual([[1]]);
  const slow = stored('SELECT COUNT(*) AS n FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS x');
  const lost = [callers(ENDLESS), callers(`${ENDLESS} AND a = 1`)];
  const ends = Promise.allSettled(lost);
  setTimeout(() => process.kill(pid, 'SIGKILL'), 200);

  expect(await ends).toMatchObject([{ reason: UNAVAILABLE }, { reason: UNAVAILABLE }]);

  expect(await slow).toEqual([[1_000_000]]);
  expect(await callers('SELECT 2 AS n')).toEqual([[2]]);
  expect(processes.pids).not.toContain(pid);
  expect(readdirSync(spill)).toHaveLength(2);
});

test('EngineProcesses ends a process whose statement goes on after its interrupt', async () => {
  const { callers, engine, processes } = openEngine({}, 5_000);
  await processes.start();
  expect(await callers('SELECT 1 AS n')).toEqual([[1]]);
  const pid = processes.pids[1] ?? 0;
  const late = callers(ENDLESS);
  // As if it were in a function that heeds no interrupts.
  process.kill(pid, 'SIGSTOP');

  await expect(late).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
  // What begins meanwhile waits for the next process, which a loaded machine may start too late.
  await expect.poll(() => callers('SELECT 3 AS n')).toEqual([[3]]);

  await expect.poll(() => isAlive(pid)).toBe(false);
  await engine.check();
  expect(await callers('SELECT 2 AS n')).toEqual([[2]]);
  await expect(callers(ENDLESS)).rejects.toMatchObject({ code: 'QUERY_TIMEOUT', status: 504 });
});

test('EngineProcesses starts a process with the first statement that needs it', async () => {
  const { callers, engine, processes, stored } = openEngine();
  await engine.check();
  expect(processes.pids).toEqual([]);

  await stored('SELECT 1 AS n');
  expect(processes.pids).toHaveLength(1);
  await callers('SELECT 1 AS n');
  expect(processes.pids).toHaveLength(2);
});

test.runIf(process.platform === 'linux')(
  'EngineProcesses runs those again alone that were in a process together when it ended',
  async () => {
    const { callers, processes } = openEngine({ maxResident: 300e6, memory: '2GB' });
    await callers('SELECT 1 AS n');

    const [harmless, harmful] = await Promise.allSettled([callers(SLOW), callers(BOMB)]);

    expect(harmless).toEqual({ status: 'fulfilled', value: [[1]] });
    expect(harmful).toMatchObject({
      reason: { code: 'SQL_INVALID', message: 'The query needs too much memory' },
    });
    const { restarts } = processes;
    await expect(callers(BOMB)).rejects.toMatchObject({ code: 'SQL_INVALID' });
    expect(processes.restarts).toBe(restarts);
  },
);

test('EngineProcesses lets the system prefer the gateway', async () => {
  const { processes } = openEngine();
  await processes.start();

  expect(processes.pids.map((pid) => getPriority(pid) > getPriority())).toEqual([true, true]);
});

test('EngineProcesses leaves the signals of its group to the gateway', async () => {
  const { callers, processes } = openEngine();
  await callers('SELECT 1 AS n');
  const { pids } = processes;

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    for (const pid of pids) process.kill(pid, signal);
  }

  expect(await callers('SELECT 2 AS n')).toEqual([[2]]);
  expect(processes.pids).toEqual(pids);
});

test('EngineProcesses closes in bounded time, also when a process hangs', async () => {
  const { callers, engine, processes, spill } = openEngine();
  await callers('SELECT 1 AS n');
  const { pids } = processes;
  const lost = expect(callers(ENDLESS)).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const begin = performance.now();

  await engine.close();
  await processes.close();

  await lost;
  expect(performance.now() - begin).toBeLessThan(6_000);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(readdirSync(spill)).toEqual([]);
});

test('EngineProcesses ends with the gateway, whatever that dies of', async () => {
  const directory = temporaryFolder();
  const gateway = spawn(process.execPath, [DYING, directory], { stdio: ['ignore', 'pipe', 2] });
  onTestFinished(() => void gateway.kill('SIGKILL'));
  const { stdout } = gateway;
  if (!stdout) throw new Error('There is no output');
  const [line] = await once(createInterface(stdout), 'line');
  const pids: readonly number[] = JSON.parse(String(line));
  expect(pids.filter(isAlive)).toHaveLength(2);

  gateway.kill('SIGKILL');

  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  expect(readdirSync(join(directory, '.spill'))).toEqual([]);
});
