import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeKeys } from '../support/key-file.ts';
import { HOSTILE_FUNCTIONS } from './hostile/function-statements.ts';
import { HOSTILE } from './hostile/statements.ts';
import { Watch } from './hostile/watch.ts';
import type { WallOptions } from './part.ts';
import { ServerProcess } from './server-process.ts';

/** Whole minutes that lie behind, for which stored queries are asked: their rows do not change any more. */
const WINDOWS = 60;

/** A statement may go on for 2 s after its interrupt, and a new process takes a second, on a machine that has time. */
const MAX_NEXT_MS = 5_000;
const MAX_STOP_MS = 10_000;

/** Of so many statements the bounded form throws one. */
const ONE_OF = 5;
const AT_ONCE = 6;
/** Of one key not all may run at the same time. */
const HOSTILE_KEYS = 3;

/** What any hostile statement may come to. */
const CONTAINED = [200, 400, 503, 504];

type Statement = readonly [title: string, sql: string];

const STATEMENTS: readonly Statement[] = Object.entries({ ...HOSTILE, ...HOSTILE_FUNCTIONS });

/** An attacked server, the keys that attack it, and one that belongs to somebody else. */
interface Attack {
  readonly server: ServerProcess;
  readonly hostile: readonly string[];
  readonly other: string;
  /** What a small statement takes before the attack. */
  readonly aloneMs: number;
}

/**
 * Throws statements at a gateway that ask for too much, six at once, and in the long form each by itself too: the
 * gateway must stay up, other callers' answers must stay right, and all processes must stay within `MEMORY`.
 */
export const hostile = {
  name: 'hostile',
  async run({ long }: WallOptions): Promise<string> {
    const statements = long ? STATEMENTS : STATEMENTS.filter((_, i) => i % ONE_OF === 0);
    const failures = await attackServer(statements, long);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return `${statements.length} of ${STATEMENTS.length} statements, ${AT_ONCE} at once${long ? ' and each by itself' : ''}`;
  },
};

async function attackServer(
  statements: readonly Statement[],
  isLong: boolean,
): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fieldstone-walls-'));
  const servers: ServerProcess[] = [];
  const environment = { QUERY_TIMEOUT_SECONDS: isLong ? '30' : '5' };
  try {
    const keys = await writeKeys(join(directory, 'keys.json'), HOSTILE_KEYS + 1);
    const [other = '', ...hostileKeys] = keys;
    const watch = new Watch(other, WINDOWS);
    const first = await ServerProcess.start(directory, environment);
    await watch.learn(first);
    await first.stop();
    const server = await ServerProcess.start(directory, environment);
    servers.push(server);
    await watch.warmUp(server);
    const aloneMs = Math.max(...(await times(5, () => askNext(server, other))));
    watch.start(server, aloneMs);
    const attack = { server, hostile: hostileKeys, other, aloneMs };
    const failures = [
      ...(isLong ? await throwEach(attack, statements) : []),
      ...(await throwTogether(attack, statements)),
      ...(await watch.stop()),
      ...leftOver(directory),
    ];
    const stopped = await server.stop();
    if (stopped > MAX_STOP_MS) failures.push(`the gateway took ${stopped} ms to stop`);
    return [...failures, ...leftOver(directory)];
  } finally {
    for (const server of servers) if (server.isRunning) await server.stop('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function times(count: number, work: () => Promise<number>): Promise<readonly number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) found.push(await work());
  return found;
}

async function throwEach(attack: Attack, statements: readonly Statement[]) {
  const failures: string[] = [];
  for (const statement of statements) {
    failures.push(...(await throwOne(attack, statement, 0)));
    failures.push(...(await expectNext(attack, statement[0])));
  }
  return failures;
}

async function throwTogether(attack: Attack, statements: readonly Statement[]) {
  const failures: string[] = [];
  for (let i = 0; i < statements.length; i += AT_ONCE) {
    // As they were, some would be refused: they may have ended a process within the last minute.
    const batch = statements
      .slice(i, i + AT_ONCE)
      .map(([title, sql]): Statement => [`${title}, with others`, `${sql} LIMIT 7`]);
    const thrown = await Promise.all(batch.map((one, at) => throwOne(attack, one, at)));
    failures.push(...thrown.flat());
    failures.push(...(await expectNext(attack, batch.map(([title]) => title).join('; '))));
  }
  return failures;
}

async function throwOne(
  { server, hostile: keys }: Attack,
  [title, sql]: Statement,
  at: number,
): Promise<readonly string[]> {
  const begin = performance.now();
  const { status, text } = await ask(server, keys[at % keys.length] ?? '', sql);
  const took = Math.round(performance.now() - begin);
  const [, detail = ''] = /"detail":"((?:[^"\\]|\\.)*)/.exec(text) ?? [];
  process.stdout.write(`  ${title}: ${status} in ${took} ms ${detail}\n`);
  return CONTAINED.includes(status) ? [] : [`${title}: ${status} ${text.slice(0, 200)}`];
}

/** Another caller's statement, right after: if the process is gone, another one must take its place in time. */
async function expectNext({ server, other, aloneMs }: Attack, title: string) {
  const took = await askNext(server, other);
  return took <= Math.max(MAX_NEXT_MS, 5 * aloneMs)
    ? []
    : [`after ${title}: the next answer took ${Math.round(took)} ms`];
}

let number = 0;

/**
 * How long a small statement takes, in milliseconds. It is asked again where it ran in a process that had to end, or
 * waited for one behind hostile statements beyond its deadline.
 */
async function askNext(server: ServerProcess, key: string): Promise<number> {
  const begin = performance.now();
  for (;;) {
    number += 1;
    const { status, text } = await ask(server, key, `SELECT ${number} AS n`);
    if (status === 200) return performance.now() - begin;
    if (status !== 503 && status !== 504)
      throw new Error(`A small statement was answered with ${status} ${text}`);
    await sleep(100);
  }
}

async function ask(
  server: ServerProcess,
  key: string,
  sql: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${server.url}/api/endpoints/query/logs.all`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'demo', project_tier: 'ENTERPRISE', sql }),
  });
  return { status: response.status, text: await response.text() };
}

/** Files that statements have put on disk and that are still there. */
function leftOver(directory: string): readonly string[] {
  const folder = join(directory, '.spill');
  const files = readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
  return files.map((file) => `left on disk: ${file}`);
}
