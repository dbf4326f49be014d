import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnGateway } from '../../support/gateway-process.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept, ownSql, statement } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { noLimits, stopWriting } from '../tools/process-limits.ts';
import { nextProject } from '../world.ts';
import { EXHAUSTING } from './exhausting.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Longer than elsewhere: the engine shares this machine with the load. */
const DEADLINE_MS = 10_000;

/** A gateway on the embedded engine with a copy of the rows. */
async function withEmbedded(
  trial: Trial,
  work: (rig: Rig, data: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'fieldstone-data-'));
  try {
    cpSync(trial.backends.store.dataDir, data, { recursive: true });
    const own = { ENGINE: 'duckdb', DATA_DIR: data, ...environment };
    const rig = await trial.openRig({
      replicas: [{ environment: { ...own, KEYS_FILE: '' } }],
      keysIn: data,
      deadlineMs: DEADLINE_MS,
    });
    await work(rig, data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Questions until three in a row are right; the seconds until the first of them. */
async function seconds(rig: Rig): Promise<number> {
  const begin = performance.now();
  let since = 0;
  for (let right = 0; right < 3; ) {
    const { code } = await rig.client.ask(cold(nextProject()), {
      allow: ['ENGINE_UNAVAILABLE', 'ENGINE_FAILED', 'QUERY_TIMEOUT'],
    });
    if (right === 0) since = (performance.now() - begin) / 1_000;
    right = code === 'OK' ? right + 1 : 0;
    if (code !== 'OK') await sleep(100);
    if (performance.now() - begin > 15_000) return Number.POSITIVE_INFINITY;
  }
  return since;
}

function enginesOf(pid: number): readonly number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

async function exhausted(trial: Trial): Promise<void> {
  await withEmbedded(trial, async (rig) => {
    const warm = nextProject();
    await rig.client.ask(kept(warm));
    for (const sql of EXHAUSTING) {
      const thrown = rig.client.ask(ownSql(nextProject(), sql), {
        allow: ['SQL_INVALID', 'ENGINE_UNAVAILABLE', 'QUERY_TIMEOUT', 'OVERLOADED'],
      });
      await rig.client.askAll([kept(warm), cold(nextProject())]);
      await thrown;
    }
    const statements = `${EXHAUSTING.length} statements, with stored questions beside them`;
    trial.note(`${statements}: ${rig.client.summary()}`);
    trial.recovered(await seconds(rig));
  });
}

async function engineDies(trial: Trial): Promise<void> {
  await withEmbedded(trial, async (rig) => {
    const warm = nextProject();
    await rig.client.ask(kept(warm));
    const asked = rig.client.askAll(
      Array.from({ length: 20 }, () => cold(nextProject())),
      { allow: ['ENGINE_UNAVAILABLE'] },
    );
    await sleep(20);
    const engines = enginesOf(rig.first.pid);
    for (const pid of engines) process.kill(pid, 'SIGKILL');
    await rig.client.ask(kept(warm));
    await asked;
    trial.note(`${engines.length} processes killed: ${rig.client.summary()}`);
    trial.recovered(await seconds(rig));
  });
}

function parquetFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => join(folder, name));
}

async function brokenFile(trial: Trial): Promise<void> {
  await withEmbedded(trial, async (rig, data) => {
    const [smallest = ''] = parquetFiles(data).toSorted(
      (a, b) => statSync(a).size - statSync(b).size,
    );
    const whole = readFileSync(smallest);
    truncateSync(smallest, Math.floor(whole.length / 2));
    const { code } = await rig.client.ask(cold(nextProject()), { allow: ['ENGINE_FAILED'] });
    await rig.first.end('SIGKILL');
    await rig.first.start();
    const again = await rig.client.ask(cold(nextProject()), { allow: ['ENGINE_FAILED'] });
    // Statements that read no file are as before.
    const other = {
      ...ownSql(nextProject(), 'SELECT 1 AS n'),
      isRight: (body: string) => body.includes('[{"n":1}]'),
    };
    const third = await rig.client.ask(other);
    trial.note(
      `half a Parquet file: ${code}, after a restart ${again.code}; another statement ${third.code}`,
    );
    trial.expectEqual(code, 'ENGINE_FAILED', 'half a file');
    cpSync(trial.backends.store.dataDir, data, { recursive: true });
    trial.recovered(await seconds(rig));
  });
}

const SPILLING =
  'SELECT COUNT(*) AS n FROM (SELECT DISTINCT a * 100000 + b AS n FROM UNNEST(GENERATE_ARRAY(1, 3000)) AS a, UNNEST(GENERATE_ARRAY(1, 3000)) AS b)';

async function fullDisk(trial: Trial): Promise<void> {
  if (noLimits !== undefined) return trial.skip(noLimits);
  await withEmbedded(trial, async (rig, data) => {
    const { pid } = rig.first;
    for (const each of [pid, ...enginesOf(pid)]) stopWriting(each);
    await rig.client.ask(ownSql(nextProject(), SPILLING), {
      allow: ['ENGINE_UNAVAILABLE', 'QUERY_TIMEOUT', 'SQL_INVALID', 'ENGINE_FAILED'],
    });
    for (let i = 0; i < 20; i += 1) {
      await rig.client.askAll([kept(nextProject()), cold(nextProject()), statement(nextProject())]);
    }
    trial.note(`neither log nor spilled rows can be written: ${rig.client.summary()}`);
    trial.expect(rig.first.isRunning, 'the process ended');
    await keyOnFullDisk(trial, data);
    trial.recovered(await seconds(rig));
  });
}

/** A new key cannot be written; those that there are must stay. */
async function keyOnFullDisk(trial: Trial, data: string): Promise<void> {
  const file = join(data, 'keys.json');
  const before = readFileSync(file, 'utf8');
  const command = [join(ROOT, 'src/bin.cjs'), 'keys', 'create'];
  const made = await promisify(execFile)(
    'prlimit',
    ['--fsize=64', process.execPath, ...command, '--name', 'x'],
    { cwd: data, env: { DATA_DIR: data } },
  ).then(
    () => 'written',
    ({ code, signal }) => `refused with ${code ?? signal}`,
  );
  trial.note(`a new key: ${made}`);
  trial.expect(made !== 'written', 'a key was written on a full disk');
  trial.expectEqual(readFileSync(file, 'utf8') === before, true, 'the key file is as before');
}

const KILLS = 8;

async function killedWhileFilling(trial: Trial): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-demo-'));
  try {
    const environment = { DEMO: 'true', LOG_LEVEL: 'warn' };
    for (let i = 1; i <= KILLS; i += 1) {
      const gateway = await spawnGateway({ folder, environment });
      await sleep(400 * i);
      gateway.child.kill('SIGKILL');
      await gateway.ended;
    }
    const rig = await trial.openRig({
      replicas: [
        { environment: { ENGINE: 'duckdb', DATA_DIR: folder, ...environment, REDIS_URL: '' } },
      ],
      keysIn: folder,
    });
    const path = '/api/endpoints/query/logs.all?project=demo&project_tier=PRO';
    const isRight = (body: string) => JSON.parse(body).result.length === 100;
    await rig.client.ask({ method: 'GET', path, isRight });
    trial.note(`${KILLS} kills while the data folder was filled: the next start has rows`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What goes wrong with the embedded engine and the disk. */
export const EMBEDDED: readonly Fault[] = [
  {
    id: 'D1',
    fault: "callers' SQL that asks for all memory, time and disk",
    expected: 'refused or ended; stored questions beside it and the next ones are right',
    run: exhausted,
  },
  {
    id: 'D2',
    fault: 'the processes of the engine are killed while they run',
    expected: 'the right rows or 503; new processes; kept rows answer',
    run: engineDies,
  },
  {
    id: 'D3',
    fault: 'half of a Parquet file is missing',
    expected: '502 where it is read, also after a restart; all else is right',
    run: brokenFile,
  },
  {
    id: 'D4',
    fault: 'nothing can be written: no log, no spilled rows, no new key',
    expected: 'answers go on; a new key is refused, the key file stays',
    run: fullDisk,
  },
  {
    id: 'D5',
    fault: 'SIGKILL while the data folder is filled, at different moments',
    expected: 'the next start has whole data and keys',
    run: killedWhileFilling,
  },
];
