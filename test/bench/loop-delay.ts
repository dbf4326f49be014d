/**
 * `npm run bench -- loop-delay`: how long a caller's SQL keeps the service from answering others. Every statement that
 * asks for too much is sent to a service with the demo's data, and the longest delay of its event loop shown beside
 * that of a plain statement.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXHAUSTING } from '../execution/attacks/exhausting.ts';

const MAX_MS = 100;
const SHOWN = 8;
/** What is waited before the service is looked at: a statement's last work may come after its answer. */
const SETTLE_MS = 50;

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Service {
  readonly url: string;
  readonly key: string;
  readonly child: ChildProcess;
}

async function startService(directory: string): Promise<Service> {
  const args = [
    '-r',
    fileOf('../../src/preload.cjs'),
    '--import',
    fileOf('./loop-delay/monitor.ts'),
  ];
  const child = spawn(process.execPath, [...args, fileOf('../../src/main.ts')], {
    cwd: directory,
    env: {
      DATA_DIR: directory,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      QUERY_TIMEOUT_SECONDS: '2',
      DUCKDB_MEMORY: '500MB',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let banner = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      const url = /GraphiQL\s+(\S+)\/graphql/.exec(banner)?.[1];
      const key = /fsk_\S+/.exec(banner)?.[0];
      if (url && key) resolve({ url, key, child });
    });
  });
}

interface Asked {
  readonly name: string;
  readonly answer: string;
  readonly tookMs: number;
  readonly delayMs: number;
}

const ARGUMENTS = { project: 'demo', project_tier: 'ENTERPRISE' };
const OPERATION = `query ($arguments: JSON!, $sql: String!) {
  sandbox(endpoint: "logs.all", arguments: $arguments, sql: $sql) { rows truncated }
}`;

/** What is sent for a statement; redaction is the more work. */
const INTERFACES: Readonly<Record<string, (sql: string) => { path: string; init: RequestInit }>> = {
  REST: (sql) => ({
    path: '/api/endpoints/query/logs.all',
    init: { body: new URLSearchParams({ ...ARGUMENTS, sql }) },
  }),
  'GraphQL, redacted': (sql) => ({
    path: '/graphql',
    init: {
      headers: { 'content-type': 'application/json', 'svc-endpoint-redact-pii': 'true' },
      body: JSON.stringify({ query: OPERATION, variables: { arguments: ARGUMENTS, sql } }),
    },
  }),
};

/** The name of a statement, its text and an interface. */
type Question = [name: string, sql: string, via?: string];

async function ask(service: Service, ...[name, sql, via = 'REST']: Question): Promise<Asked> {
  const { path, init } = INTERFACES[via]?.(sql) ?? {};
  await idle(service);
  await look(service);
  const start = performance.now();
  const response = await fetch(service.url + path, {
    method: 'POST',
    ...init,
    headers: { ...init?.headers, 'x-api-key': service.key, 'accept-encoding': 'identity' },
  });
  const text = await response.text();
  const tookMs = performance.now() - start;
  const refusal = /"code":"([A-Z_]+)"/.exec(text.slice(0, 2_000))?.[1];
  const answer = refusal ?? `${Math.ceil(text.length / 1_000)} KB`;
  await setTimeout(SETTLE_MS);
  const { delayMs } = await look(service);
  return { name: `${name} (${via})`, answer, tookMs, delayMs };
}

/** What the service tells of itself: how late its event loop was, and its processor time, since the last look. */
async function look({ child }: Service): Promise<{ delayMs: number; cpuMs: number }> {
  child.send('look');
  const [seen] = await once(child, 'message');
  return seen;
}

/** Resolves when the last statement has really ended: DuckDB may work on for a while behind a deadline. */
async function idle(service: Service): Promise<void> {
  do await setTimeout(SETTLE_MS);
  while ((await look(service)).cpuMs > SETTLE_MS / 5);
}

/** The middle one of three where the first is too late: the machine has other work too. */
async function askFairly(service: Service, ...question: Question): Promise<Asked> {
  const first = await ask(service, ...question);
  if (first.delayMs < MAX_MS) return first;
  const asked = [first, await ask(service, ...question), await ask(service, ...question)];
  return asked.toSorted((left, right) => left.delayMs - right.delayMs)[1] ?? first;
}

function show({ name, answer, tookMs, delayMs }: Asked): void {
  const columns = [name.padEnd(60), answer.padEnd(15), `${tookMs.toFixed(0)} ms`.padEnd(8)];
  process.stdout.write(`  ${columns.join(' ')} delay ${delayMs.toFixed(0)} ms\n`);
}

const directory = mkdtempSync(join(tmpdir(), 'fieldstone-loop-delay-'));
const service = await startService(directory);
try {
  const plain = 'SELECT id, timestamp, event_message FROM edge_logs';
  for (let i = 0; i < 20; i += 1) await ask(service, 'plain', `${plain} LIMIT ${1_000 + i}`);
  show(await ask(service, 'a plain statement', plain));
  const asked: Asked[] = [];
  for (const [name, sql] of Object.entries(EXHAUSTING)) {
    for (const via of Object.keys(INTERFACES)) asked.push(await askFairly(service, name, sql, via));
  }
  const worst = asked.toSorted((left, right) => right.delayMs - left.delayMs);
  worst.slice(0, SHOWN).forEach(show);
  const late = worst.filter(({ delayMs }) => delayMs >= MAX_MS).length;
  process.stdout.write(
    `  ${asked.length} questions, ${late} of them delay others ${MAX_MS} ms or more\n`,
  );
  if (late > 0) process.exitCode = 1;
} finally {
  service.child.kill();
  rmSync(directory, { recursive: true, force: true });
}
