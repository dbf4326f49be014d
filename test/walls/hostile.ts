import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE } from './hostile/statements.ts';
import { Watch } from './hostile/watch.ts';
import { ServerProcess } from './server-process.ts';

/** Whole minutes that lie behind, for which stored queries are asked: their rows do not change any more. */
const WINDOWS = 60;

/** For the first answer behind a statement that may have cost the process; a second on a machine that is not busy. */
const MAX_NEXT_MS = 2_000;
const AT_ONCE = 6;

/** What any hostile statement may come to. */
const CONTAINED = [200, 400, 503, 504];

/**
 * Throws statements at a gateway that ask for too much, one by one and several at once: the gateway must stay up, other
 * callers' answers must stay right, and all processes together must stay within `MEMORY`.
 */
export const hostile = {
  name: 'hostile',
  async run({ long }: { readonly long: boolean }): Promise<string> {
    const failures = await attackServer(long);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return `${Object.keys(HOSTILE).length} statements, each by itself and ${AT_ONCE} at once`;
  },
};

async function attackServer(isLong: boolean): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fieldstone-walls-'));
  const environment = { DATA_DIR: directory, QUERY_TIMEOUT_SECONDS: isLong ? '30' : '3' };
  try {
    const first = await ServerProcess.start(environment);
    const key = first.firstKey;
    await first.stop();
    const watch = new Watch(key, WINDOWS);
    const reference = await ServerProcess.start({ ...environment, DEMO: 'false' });
    await watch.learn(reference);
    await reference.stop();
    const attacked = await ServerProcess.start({ ...environment, DEMO: 'false' });
    watch.start(attacked);
    const failures = [...(await attack(attacked, key)), ...(await watch.stop())];
    failures.push(...leftOver(directory));
    const stopped = await attacked.stop();
    if (stopped > 10_000) failures.push(`the gateway took ${stopped} ms to stop`);
    failures.push(...leftOver(directory));
    return failures;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function attack(server: ServerProcess, key: string): Promise<readonly string[]> {
  const failures: string[] = [];
  const statements = Object.entries(HOSTILE);
  for (const [title, sql] of statements) {
    failures.push(...(await throwOne(server, key, title, sql)));
    failures.push(...(await askNext(server, key, title)));
  }
  for (let i = 0; i < statements.length; i += AT_ONCE) {
    // As they were, some would be refused: they have ended a process within the last minute.
    const batch = statements.slice(i, i + AT_ONCE).map(([title, sql]) => [title, `${sql} LIMIT 7`]);
    const throws = batch.map(([title = '', sql = '']) =>
      throwOne(server, key, `${title}, with others`, sql),
    );
    failures.push(...(await Promise.all(throws)).flat());
  }
  return failures;
}

async function throwOne(
  server: ServerProcess,
  key: string,
  title: string,
  sql: string,
): Promise<readonly string[]> {
  const begin = performance.now();
  const { status, text } = await ask(server, key, sql);
  const took = Math.round(performance.now() - begin);
  const [, detail = ''] = /"detail":"([^"]*)/.exec(text) ?? [];
  process.stdout.write(`  ${title}: ${status} in ${took} ms ${detail}\n`);
  return CONTAINED.includes(status) ? [] : [`${title}: ${status} ${text.slice(0, 200)}`];
}

/** Another caller's statement, right after: if the process is gone, another one must take its place in time. */
async function askNext(
  server: ServerProcess,
  key: string,
  title: string,
): Promise<readonly string[]> {
  const begin = performance.now();
  const { status, text } = await ask(server, key, `SELECT ${Math.round(begin)} AS n`);
  const took = performance.now() - begin;
  if (status === 200 && took <= MAX_NEXT_MS) return [];
  return [`after ${title}: ${status} in ${Math.round(took)} ms ${text.slice(0, 200)}`];
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
