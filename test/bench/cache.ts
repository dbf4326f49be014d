/**
 * `npm run bench -- cache`: how many answers a second come from the cache, and how late, against servers that do less:
 * a bare `node:http` server that checks a key and sends the same bytes, GraphQL Yoga with its response cache, and
 * Mercurius with its cache (installed into a temporary folder; left out without network). Servers run on one core, the
 * load on another, all in turns; figures are medians of the turns. What a server does in a second of processor time is
 * what counts: time on the clock is shared with whatever else the machine does. Hits of the microcache are measured with
 * and without the header `Origin`, which every browser sends. `many` are a thousand questions in turn whose requests
 * all differ, so that the microcache cannot answer and every answer is a hit of the result cache; `many equal` are the
 * same as clients send them. `bare POST` reads a body and ignores it: the most that any server on `node:http` could do
 * for a GraphQL request. `Fastify` has the headers and the log line of an answer and no more: what its hooks and
 * handlers leave us to work with.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contestantsOf } from './cache/contestants.ts';
import { REST_PATH, ROWS } from './cache/question.ts';
import { type Load, load, type ServerProcess, startServer } from './cache/server-process.ts';

const TURNS = 15;
const CONNECTIONS = 32;

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The answer that a contestant gives once its cache is warm. */
async function warm({ port, key }: ServerProcess) {
  const url = `http://127.0.0.1:${port}${REST_PATH}`;
  const response = await fetch(url, {
    headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
  });
  if (response.status !== 200) throw new Error(await response.text());
  return { body: await response.text(), etag: response.headers.get('etag') ?? '' };
}

/** Mercurius needs another version of graphql than ours. */
async function startMercurius(folder: string): Promise<ServerProcess | undefined> {
  cpSync(fileOf('./baselines'), folder, { recursive: true });
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder });
  } catch {
    return undefined;
  }
  const schema = fileOf('../../schema/schema.graphql');
  return startServer(join(folder, 'mercurius.mjs'), [schema, JSON.stringify(ROWS)]);
}

function median(values: readonly number[]): number {
  return (
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  );
}

const show = (number: number) => number.toFixed(number < 10 ? 2 : 0);

const folder = mkdtempSync(join(tmpdir(), 'bench-baselines-'));
const fieldstone = await startServer(fileOf('./cache/fieldstone-server.ts'), []);
const { body, etag } = await warm(fieldstone);
const bare = await startServer(fileOf('./cache/bare-server.ts'), [body]);
const fastify = await startServer(fileOf('./cache/fastify-server.ts'), [body]);
const yoga = await startServer(fileOf('./cache/yoga-server.ts'), []);
const mercurius = await startMercurius(folder);

const contestants = contestantsOf({ fieldstone, bare, fastify, yoga, mercurius }, etag);

const loads = new Map<string, Load[]>();
for (let turn = 0; turn <= TURNS; turn += 1) {
  for (const { name, server, text, status, ms = 600 } of contestants) {
    const task = {
      text,
      status,
      connections: CONNECTIONS,
      warmMs: 100,
      ms: turn === 0 ? 4_000 : ms,
    };
    const found = await load(fileOf('./cache/load.ts'), server, task);
    // The first turn is for the compiler.
    if (turn === 0) continue;
    loads.set(name, [...(loads.get(name) ?? []), found]);
  }
}

/** The median over the turns of what one contestant did, measured by what another did in the same turn. */
function ratio(name: string, baseline: string, of: keyof Load): number | undefined {
  const theirs = loads.get(baseline);
  if (!theirs) return undefined;
  const ours = loads.get(name) ?? [];
  return median(ours.map((one, turn) => one[of] / (theirs[turn]?.[of] ?? Number.NaN)));
}

for (const [name, found] of loads) {
  const of = (key: keyof Load) => show(median(found.map((one) => one[key])));
  process.stdout.write(
    `  ${name.padEnd(20)} ${of('perSecond').padStart(7)}/s  ${of('perCpuSecond').padStart(7)}/s of CPU  p50 ${of('p50')} ms  p99 ${of('p99')} ms\n`,
  );
}
/** A share of a baseline in answers for a second of processor time. */
const speed = (name: string, baseline: string, least: number) => ({
  text: `${name} / ${baseline}`,
  found: ratio(name, baseline, 'perCpuSecond'),
  least,
});
const goals: readonly { text: string; found: number | undefined; least?: number; most?: number }[] =
  [
    ...['', ', Origin'].flatMap((origin) => [
      speed(`REST${origin}`, `bare${origin}`, 0.5),
      speed(`GraphQL${origin}`, `yoga${origin}`, 4),
      speed(`GraphQL${origin}`, `mercurius${origin}`, 1.8),
      speed(`Fastify POST${origin}`, `mercurius${origin}`, 0),
    ]),
    { text: 'REST p99 / bare p99', found: ratio('REST', 'bare', 'p99'), most: 2 },
    speed('REST 304', 'REST', 1),
    speed('REST, many', 'bare, many', 0.2),
    speed('GraphQL, many', 'yoga, many', 0.6),
    speed('GraphQL, many equal', 'yoga, many equal', 0.6),
  ];
for (const { text, found, least = 0, most = Number.POSITIVE_INFINITY } of goals) {
  if (found === undefined) {
    process.stdout.write(`  ${text}: not measured\n`);
    continue;
  }
  const isMet = found >= least && found <= most;
  const limit = most < Number.POSITIVE_INFINITY ? `at most ${most}` : 'no goal';
  const goal = least > 0 ? `at least ${least}` : limit;
  process.stdout.write(`  ${text}: ${show(found)} (${goal})${isMet ? '' : ', missed'}\n`);
  if (!isMet) process.exitCode = 1;
}
for (const { child } of [fieldstone, bare, fastify, yoga, mercurius].filter(
  (one) => one !== undefined,
)) {
  child.kill();
}
rmSync(folder, { recursive: true, force: true });
