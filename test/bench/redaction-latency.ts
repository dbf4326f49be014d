/**
 * `npm run bench -- redaction-latency`: how late an answer from the cache comes while 16 callers ask for redacted wide
 * rows all the time. The engine is one that answers at once, so that nothing but our own work is between the two. Goal:
 * a 99th percentile below 100 ms, and no work that holds the event loop for more than 20 ms. Collections of garbage are
 * shown apart: they stop the loop too, but no slicing of the work shortens them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { START_OPTIONS } from './start-options.ts';

const CALLERS = 16;
const SECONDS = 10;
const CACHED = '/api/endpoints/query/usage.api-counts?project=demo&interval=daily';

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

async function startService(rows: number): Promise<Service> {
  const file = fileURLToPath(new URL('./redaction-latency/server.ts', import.meta.url));
  const child = spawn(process.execPath, [...START_OPTIONS, file, String(rows)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port, key }] = await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}`, key };
}

/** Nothing that anybody asked for before or asks for meanwhile: what is in flight is shared. */
let asked = 0;

function distinctEnd(): string {
  asked += 1;
  return new Date(Date.UTC(2090, 0, 1) + asked).toISOString();
}

type Ask = (service: Service) => [path: string, init?: RequestInit];

const ROWS = `id timestamp eventMessage metadata { request { path host method headers { userAgent cfConnectingIp referer } }
  response { statusCode headers { contentType } } }`;

const ASKED: Readonly<Record<string, Ask>> = {
  REST: () => [
    `/api/endpoints/query/logs.all?project=demo&project_tier=PRO&iso_timestamp_end=${distinctEnd()}`,
  ],
  GraphQL: graphql(ROWS),
  'GraphQL, whole rows': graphql('id timestamp eventMessage metadataJson'),
};

function graphql(rows: string): Ask {
  const query = `query ($end: DateTime) { logsAll(project: "demo", projectTier: PRO, isoTimestampEnd: $end) { rows { ${rows} } } }`;
  return () => [
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { end: distinctEnd() } }),
    },
  ];
}

async function request(service: Service, path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(service.url + path, {
    ...init,
    headers: {
      ...init.headers,
      'x-api-key': service.key,
      'svc-endpoint-redact-pii': 'true',
      'accept-encoding': 'identity',
    },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text.slice(0, 500));
  return text;
}

/** Milliseconds: how late timers were, what processor time the event loop was held for, and the longest collection. */
interface Delays {
  readonly max: number;
  readonly p99: number;
  readonly heldMax: number;
  readonly heldP99: number;
  readonly pauseMax: number;
}

async function delaysOf({ child }: Service): Promise<Delays> {
  child.send('delays');
  const [delays] = await once(child, 'message');
  return delays;
}

async function measure(service: Service, ask: Ask, callers: number): Promise<string> {
  let isOver = false;
  let answers = 0;
  let bytes = 0;
  const call = async () => {
    while (!isOver) {
      const { length } = await request(service, ...ask(service));
      bytes += length;
      answers += 1;
    }
  };
  // Once alone: code that runs for the first time is compiled.
  await request(service, ...ask(service));
  const calling = Array.from({ length: callers }, call);
  await setTimeout(1_000);
  await delaysOf(service);
  const latencies: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const start = performance.now();
    await request(service, CACHED);
    latencies.push(performance.now() - start);
    await setTimeout(5);
  }
  const delays = await delaysOf(service);
  isOver = true;
  await Promise.all(calling);
  latencies.sort((left, right) => left - right);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  return [
    `cached p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    `event loop late by p99 ${delays.p99.toFixed(1)} ms, max ${delays.max.toFixed(1)} ms`,
    `held for p99 ${delays.heldP99.toFixed(1)} ms, max ${delays.heldMax.toFixed(1)} ms of processor time`,
    `longest garbage collection ${delays.pauseMax.toFixed(1)} ms`,
    answers > 0
      ? `${(answers / SECONDS).toFixed(0)} answers a second of ${(bytes / answers / 1e3).toFixed(0)} KB`
      : '',
  ].join('; ');
}

for (const rows of [100, 1_000]) {
  const service = await startService(rows);
  try {
    await request(service, CACHED);
    const alone = await measure(service, ASKED['REST'] as Ask, 0);
    process.stdout.write(`  nobody else: ${alone}\n`);
    for (const [name, ask] of Object.entries(ASKED)) {
      const found = await measure(service, ask, CALLERS);
      process.stdout.write(`  ${CALLERS} callers of ${rows} rows, ${name}: ${found}\n`);
    }
  } finally {
    service.child.kill();
  }
}
