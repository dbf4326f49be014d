/**
 * `npm run bench -- mcp`: calls of a tool against the same request over REST, by answers for a second of the server's
 * processor time: from the cache, with 3 and with 500 endpoints. Servers run on one core, the load on another, in turns;
 * figures are medians. Then how long rows take that are not cached, by the embedded engine over the example's files, and
 * the first page of a list of 500 tools, at first and afterwards.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { startGateway } from '../support/gateway-process.ts';
import { REST_PATH } from './cache/question.ts';
import { type Load, load, type ServerProcess, startServer } from './cache/server-process.ts';

const TURNS = 9;
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const few = await startServer(fileOf('./mcp/server.ts'), ['3']);
const many = await startServer(fileOf('./mcp/server.ts'), ['500']);

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The bytes of a call of a tool with rows of a project. */
function callOf({ key }: ServerProcess, project: string, revision: string): string {
  const isModern = revision === '2026-07-28';
  const params = {
    name: 'functionsInvocationStats',
    arguments: { project, interval: 'ONE_DAY' },
    ...(isModern && { _meta: META }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const own = isModern ? 'mcp-method: tools/call\r\nmcp-name: functionsInvocationStats\r\n' : '';
  return `POST /mcp HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\nmcp-protocol-version: ${revision}\r\n${own}content-length: ${body.length}\r\n\r\n${body}`;
}

function restOf({ key }: ServerProcess, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`;
}

const contestants = [
  { name: 'REST', server: few, text: restOf(few, REST_PATH) },
  { name: 'MCP 2025-11-25', server: few, text: callOf(few, 'demo', '2025-11-25') },
  { name: 'MCP 2026-07-28', server: few, text: callOf(few, 'demo', '2026-07-28') },
  { name: 'MCP, 500 tools', server: many, text: callOf(many, 'demo', '2025-11-25') },
  { name: 'REST, 500 endpoints', server: many, text: restOf(many, REST_PATH) },
];
const loads = new Map<string, Load[]>();
for (let turn = 0; turn <= TURNS; turn += 1) {
  for (const { name, server, text } of contestants) {
    const ms = turn === 0 ? 3_000 : 600;
    const task = { text, status: 200, connections: 32, warmMs: 100, ms };
    const found = await load(fileOf('./cache/load.ts'), server, task);
    // The first turn is for the compiler.
    if (turn > 0) loads.set(name, [...(loads.get(name) ?? []), found]);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(values.length / 2)] ?? Number.NaN;
}

for (const [name, found] of loads) {
  const rate = median(found.map(({ perCpuSecond }) => perCpuSecond));
  process.stdout.write(`  ${name.padEnd(20)} ${rate.toFixed(0).padStart(6)}/s of CPU\n`);
}

/** What one did by what another did in the same turn. */
function ratio(name: string, baseline: string): number {
  const theirs = loads.get(baseline) ?? [];
  const ours = loads.get(name) ?? [];
  const of = (one: Load | undefined) => one?.perCpuSecond ?? Number.NaN;
  return median(ours.map((one, turn) => of(one) / of(theirs[turn])));
}

/** Milliseconds of lists of tools, the first one first. */
async function listTimes({ key, port }: ServerProcess): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { result } = (await response.json()) as { readonly result: { tools: readonly object[] } };
    if (result.tools.length !== 100) throw new Error(`${result.tools.length} tools are listed`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** How long a search of the example's products takes as a tool, by how long it takes over REST, one after the other. */
async function missRatio(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mcp-'));
  const project = join(folder, 'shop');
  cpSync(fileOf('../../examples/shop'), project, { recursive: true });
  const rights = { endpoints: undefined, pins: {}, redact: false, sandbox: false };
  const { record, secret } = createKey(
    { ...rights, name: 'bench', expires: undefined },
    new Date(),
  );
  const environment = {
    FIELDSTONE_PROJECT: project,
    KEYS: JSON.stringify({ version: 1, keys: [record] }),
  };
  const { child, url } = await startGateway({ folder, environment });
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
  const own = { ...headers, accept: 'application/json, text/event-stream' };
  const ways = [
    (text: string) => fetch(`${url}/api/endpoints/query/products.search?text=${text}`, { headers }),
    (text: string) => {
      const params = { name: 'productsSearch', arguments: { text } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return fetch(`${url}/mcp`, { method: 'POST', headers: own, body });
    },
  ];
  const times: number[][] = [[], []];
  for (let i = 0; i < 400; i += 1) {
    const startedAt = performance.now();
    const response = await ways[i % 2]?.(`x${i}`);
    const text = (await response?.text()) ?? '';
    if (!response?.ok || text.includes('isError')) throw new Error(text);
    if (i >= 100) times[i % 2]?.push(performance.now() - startedAt);
  }
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  const [rest = Number.NaN, mcp = Number.NaN] = times.map(median);
  process.stdout.write(`  a miss: REST ${rest.toFixed(2)} ms, MCP ${mcp.toFixed(2)} ms\n`);
  return mcp / rest;
}

/** Not the one whose calls were measured, which knows its tools. */
const fresh = await startServer(fileOf('./mcp/server.ts'), ['500']);
// The client's first request takes long too.
await fetch(`http://127.0.0.1:${fresh.port}/livez`);
const times = await listTimes(fresh);
const goals = [
  {
    text: 'a cached call / a microcached REST hit',
    found: ratio('MCP 2025-11-25', 'REST'),
    least: 0.2,
  },
  { text: 'the same, 2026-07-28', found: ratio('MCP 2026-07-28', 'REST'), least: 0.2 },
  {
    text: 'with 500 tools / with 3, each by REST beside it',
    found: ratio('MCP, 500 tools', 'REST, 500 endpoints') / ratio('MCP 2025-11-25', 'REST'),
    least: 0.9,
  },
  { text: 'a miss / a REST miss, time', found: await missRatio(), most: 1.2 },
  { text: 'first list of 500 tools, ms', found: times[0] ?? Number.NaN, most: 50 },
  { text: 'later ones, median, ms', found: median(times.slice(1)), most: 50 },
];
for (const { text, found, least = 0, most = Number.POSITIVE_INFINITY } of goals) {
  const isMet = found >= least && found <= most;
  const goal = least > 0 ? `at least ${least.toFixed(2)}` : `at most ${most}`;
  process.stdout.write(`  ${text}: ${found.toFixed(2)} (${goal})${isMet ? '' : ', missed'}\n`);
  if (!isMet) process.exitCode = 1;
}
for (const { child } of [few, many, fresh]) child.kill();
