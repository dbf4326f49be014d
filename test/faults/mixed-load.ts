/**
 * `npm run test:mixed-load -- --minutes=30`: REST, GraphQL, callers' SQL and errors on two replicas with Redis. Prints
 * how the resident memory grew from the second third of the time to the last one, the 99th percentile of the event
 * loop's delay in both, and whether the replicas' metrics have counted what this load has. The exit code is 1 where one
 * of them is not as it should be; memory is judged from 30 minutes on, since a process takes some to settle.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSecret } from '../../src/auth/secret.ts';
import { residentBytes } from '../walls/server-process.ts';
import { Backends } from './backends.ts';
import type { AskOptions } from './client.ts';
import { cold, kept, keptInGraphql, type Question, statement } from './questions.ts';
import type { Replica } from './replica.ts';
import { Rig } from './rig.ts';
import { nextProject } from './world.ts';

const CALLERS = 8;
/** Between an answer and the next question of a caller. */
const PAUSE_MS = 20;
const SAMPLE_MS = 1_000;
const MAX_GROWTH = 0.01;
const MAX_DELAY_SECONDS = 0.02;
/** Shorter runs end before memory has settled. */
const JUDGED_MINUTES = 30;

type Asked = readonly [question: Question, options: AskOptions];

const USAGE = '/api/endpoints/query/usage.api-counts';
const JSON_BODY = { 'content-type': 'application/json' };
const PROJECTS = Array.from({ length: 200 }, nextProject);
const projectOf = (n: number) => PROJECTS[n % PROJECTS.length] ?? '';

const wrong = (path: string): Question => ({ method: 'GET', path, isRight: () => false });
const document = (query: string): Question => ({
  method: 'POST',
  path: '/graphql',
  headers: JSON_BODY,
  body: JSON.stringify({ query }),
  isRight: () => false,
});

/** Requests that are refused, and how. */
const REFUSED: readonly Asked[] = [
  [wrong(`${USAGE}?project=p&interval=weekly`), { allow: ['BAD_USER_INPUT'] }],
  [wrong(`${USAGE}?project=p&interval=daily&sql=SELECT+nothing`), { allow: ['SQL_INVALID'] }],
  [wrong('/api/endpoints/query/nothing'), { allow: ['ENDPOINT_NOT_FOUND'] }],
  [wrong(`${USAGE}?project=p&interval=daily`), { allow: ['UNAUTHENTICATED'], key: createSecret() }],
  [document('{ nothing }'), { allow: ['GRAPHQL_VALIDATION_FAILED'] }],
  [document('{'), { allow: ['GRAPHQL_PARSE_FAILED'] }],
  [
    document('{ usageApiCounts(project: "", interval: DAILY) { rowCount } }'),
    { allow: ['BAD_USER_INPUT'] },
  ],
];

/** Of twenty requests sixteen are for kept rows, two are statements of the caller's own, one is cold, one is refused. */
function request(n: number): Asked {
  const project = projectOf(Math.floor(n / 2));
  switch (n % 20) {
    case 0:
      return [cold(project), {}];
    case 5:
    case 15:
      return [statement(project, 1 + (n % 50)), {}];
    case 10:
      return REFUSED[Math.floor(n / 20) % REFUSED.length] ?? [kept(project), {}];
    default:
      return [n % 2 === 0 ? kept(project) : keptInGraphql(project), {}];
  }
}

/** Requests by interface and code. */
type Counts = Map<string, number>;

function add(counts: Counts, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

async function countsIn(replicas: readonly Replica[]): Promise<Counts> {
  const counts: Counts = new Map();
  for (const replica of replicas) {
    for (const line of (await replica.metrics()).split('\n')) {
      const [, via, code, count] =
        /^fieldstone_requests_total\{interface="(\w+)".*code="(\w+)".* (\d+)$/.exec(line) ?? [];
      if (via) add(counts, `${via} ${code}`, Number(count));
    }
  }
  return counts;
}

async function load(rig: Rig, end: number): Promise<Counts> {
  const counts: Counts = new Map();
  let number = 0;
  const caller = async (replica: number) => {
    while (performance.now() < end) {
      const [question, options] = request(number++);
      const { code } = await rig.client.ask(question, { replica, ...options });
      add(counts, `${question.path === '/graphql' ? 'graphql' : 'rest'} ${code}`);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i % rig.replicas.length)));
  return counts;
}

/** Errors and warnings of the replicas' logs, each once with its number and the time of the first. */
function faultsIn(replicas: readonly Replica[]): readonly string[] {
  const counts: Counts = new Map();
  const first = new Map<string, string>();
  for (const line of replicas.flatMap(({ log }) => log.split('\n'))) {
    if (!/"level":"(?:error|warn)"/.test(line)) continue;
    const { err, msg, time } = JSON.parse(line);
    const text = [msg, err?.message].filter(Boolean).join(': ');
    add(counts, text);
    if (!first.has(text)) first.set(text, time);
  }
  return [...counts].map(
    ([text, count]) => `logged ${count} times since ${first.get(text)}: ${text}`,
  );
}

/** Resident bytes of each replica, second by second. */
async function sample(rig: Rig, end: number): Promise<readonly (readonly number[])[]> {
  const samples: number[][] = rig.replicas.map(() => []);
  while (performance.now() < end) {
    for (const [i, { pid }] of rig.replicas.entries()) samples[i]?.push(residentBytes(pid));
    await sleep(SAMPLE_MS);
  }
  return samples;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** From the median of the second third to that of the last. */
function growthOf(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3);
  return median(samples.slice(2 * third)) / median(samples.slice(third, 2 * third)) - 1;
}

/** What the metrics count less than the load, or more. */
function differences(expected: Counts, before: Counts, after: Counts): readonly string[] {
  const keys = new Set([...expected.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const counted = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    const sent = expected.get(key) ?? 0;
    return counted === sent ? [] : [`${key}: ${sent} sent, ${counted} counted`];
  });
}

function report(what: string, isMet: boolean): void {
  process.stdout.write(`${isMet ? 'ok  ' : 'FAIL'} ${what}\n`);
  if (!isMet) process.exitCode = 1;
}

async function run(rig: Rig, minutes: number): Promise<void> {
  const ms = minutes * 60_000;
  const end = performance.now() + ms;
  const before = await countsIn(rig.replicas);
  // A look at the metrics begins a new measurement of the delay.
  const settled = sleep(ms / 3).then(() => countsIn(rig.replicas));
  const [sent, samples] = await Promise.all([load(rig, end), sample(rig, end), settled]);
  const delays = await Promise.all(
    rig.replicas.map((replica) => replica.metric('nodejs_eventloop_lag_p99_seconds')),
  );
  const after = await countsIn(rig.replicas);
  const { lost, undocumented } = rig.client.verdict;
  const total = [...sent.values()].reduce((sum, count) => sum + count, 0);
  const isRight = lost + undocumented === 0;
  const details = isRight ? [] : [...rig.client.samples, ...faultsIn(rig.replicas)];
  report(
    `${total} requests in ${minutes} minutes: lost or wrong ${lost}, undocumented errors ${undocumented}${details.map((text) => `\n     ${text}`).join('')}`,
    isRight,
  );
  const differing = differences(sent, before, after);
  const codes = [...sent].map(([key, count]) => `${count} ${key}`).join(', ');
  report(`metrics: ${differing.join('; ') || `as sent: ${codes}`}`, differing.length === 0);
  for (const [i, each] of samples.entries()) {
    const growth = growthOf(each);
    const megabytes = (each.at(-1) ?? 0) / 1e6;
    report(
      `replica ${i}: resident memory ${(growth * 100).toFixed(2)} %, ${megabytes.toFixed(0)} MB at the end`,
      growth <= MAX_GROWTH || minutes < JUDGED_MINUTES,
    );
    const delay = delays[i] ?? Number.NaN;
    report(
      `replica ${i}: event-loop delay p99 ${(delay * 1_000).toFixed(1)} ms`,
      delay <= MAX_DELAY_SECONDS,
    );
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const backends = await Backends.open();
const rig = await Rig.open(backends, {
  deadlineMs: 30_000,
  environment: { WARM_DAILY_BYTES: '100GB' },
});
try {
  await run(rig, Number(values.minutes));
} finally {
  await rig.close();
  await backends.close();
}
