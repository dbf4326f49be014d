/**
 * `npm run bench -- first-answers`, or `node test/bench/first-answers.ts [ROOT [RUNS]]` for the build in another folder:
 * processor time of the service and all its processes until it is ready and has answered each endpoint once, at the
 * first start and at the next one with the data of the first; and the memory of all, idle and without demo data. Only
 * processor time is compared: it changes least with what else the machine does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isReady } from '../support/gateway-process.ts';
import { cpuSecondsOf, pssOf } from './first-answers/process-tree.ts';

const ROOT = process.argv[2] ?? fileURLToPath(new URL('../../', import.meta.url));
const RUNS = Number(process.argv[3] ?? 3);
/** A third of 17.5 s, half of 7.6 s. */
const GOAL = { first: 17.5 / 3, again: 7.6 / 2, megabytes: 250 };
const IDLE_MS = 5_000;
const NO_DEMO = { DEMO: 'false' };

const PATHS = [
  'logs.all?project=demo&project_tier=PRO',
  'usage.api-counts?project=demo&interval=daily',
  'functions.invocation-stats?project=demo&interval=7day&function_id=',
];

interface Service {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  /** Made at the first start. */
  readonly key: string | undefined;
}

/** Starts the service as `npm start` does, and waits until it is ready. */
async function startService(folder: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(ROOT, 'src/bin.cjs'), 'start'], {
    cwd: folder,
    env: { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let banner = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    banner += text;
    const url = /GraphiQL\s+(\S+)\/graphql/.exec(banner)?.[1];
    const { pid } = child;
    if (url === undefined || pid === undefined) continue;
    child.stdout.resume();
    while (!(await isReady(url))) await setTimeout(20);
    return { child, pid, url, key: /fsk_\S+/.exec(banner)?.[0] } satisfies Service;
  }
  throw new Error(`The service ended with ${child.exitCode}: ${banner}`);
}

/** What `work` gives for a service that runs meanwhile. */
async function withService<Result>(
  folder: string,
  environment: Readonly<Record<string, string>>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await startService(folder, environment);
  const { child } = service;
  try {
    return await work(service);
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}

/** Seconds of the processor from the start until the service is ready, and until each answer. */
async function secondsUntil(service: Service, key: string): Promise<readonly number[]> {
  const seconds = [cpuSecondsOf(service.pid)];
  for (const path of PATHS) {
    const url = `${service.url}/api/endpoints/query/${path}`;
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    const { result } = (await response.json()) as { result?: readonly object[] };
    if (!result || result.length === 0) throw new Error(`No rows of ${path}: ${response.status}`);
    seconds.push(cpuSecondsOf(service.pid));
  }
  return seconds;
}

/** A first start, and one more with what the first has left. */
async function measureStarts(folder: string) {
  let key = '';
  const first = await withService(folder, {}, (service) => {
    key = service.key ?? key;
    return secondsUntil(service, key);
  });
  return { first, again: await withService(folder, {}, (service) => secondsUntil(service, key)) };
}

function measureMemory(folder: string): Promise<number> {
  return withService(folder, NO_DEMO, async ({ pid }) => {
    await setTimeout(IDLE_MS);
    return pssOf(pid);
  });
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(what: string, figure: number, goal: number): void {
  const isMet = figure <= goal;
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `  ${what} (at most ${goal.toFixed(1)}, load ${load})${isMet ? '' : '  MISSED'}\n`,
  );
  if (!isMet) process.exitCode = 1;
}

const texts = (seconds: readonly number[]) => seconds.map((each) => each.toFixed(2)).join(', ');

// The first start of a checkout compiles its modules, which is not measured.
await inFolder((folder) => withService(folder, NO_DEMO, async () => {}));
for (let run = 0; run < RUNS; run += 1) {
  const { again, first } = await inFolder(measureStarts);
  const last = (seconds: readonly number[]) => seconds.at(-1) ?? Number.NaN;
  report(`first start: ready and each answer after ${texts(first)} s`, last(first), GOAL.first);
  report(`next start:  ready and each answer after ${texts(again)} s`, last(again), GOAL.again);
  const megabytes = (await inFolder(measureMemory)) / 1e6;
  report(`idle without demo data: ${megabytes.toFixed(0)} MB`, megabytes, GOAL.megabytes);
}
