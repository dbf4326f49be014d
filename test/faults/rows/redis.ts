import { setTimeout as sleep } from 'node:timers/promises';
import { RedisProcess } from '../../support/redis-process.ts';
import { freePort } from '../../support/redis-server.ts';
import { percentile } from '../../walls/exchange.ts';
import type { Answer } from '../client.ts';
import type { Fault, Trial } from '../fault.ts';
import { kept } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { nextProject } from '../world.ts';
import { poison } from './redis-poison.ts';
import { REFUSALS } from './redis-refusals.ts';

/** What a frozen Redis may cost a request at most, and what a busy machine adds to that. */
const MAX_WAIT_MS = 100;
const SLACK_MS = 500;
/** Of two replicas, while Redis is frozen. */
const MAX_TIMEOUTS = 20;

/** Questions that nobody has asked before, one after the other on each replica: each of them asks Redis. */
export async function askNew(
  { client, replicas }: Rig,
  until: (asked: number) => boolean,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = async (replica: number) => {
    for (let i = 0; !until(i); i += 1) {
      answers.push(await client.ask(kept(nextProject()), { replica }));
      await sleep(10);
    }
  };
  await Promise.all(replicas.map((_, replica) => ask(replica)));
  return answers;
}

function during(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

async function absentAtStart(trial: Trial): Promise<void> {
  const { backends } = trial;
  await backends.toRedis.refuse();
  const rig = await trial.openRig({});
  const answers = await askNew(rig, (asked) => asked >= 10);
  const ready = await (await fetch(`${rig.first.url}/readyz`)).text();
  trial.note(`${answers.length} answers, /readyz ${ready}`);
  trial.expectEqual(ready, '{"status":"ready"}', '/readyz');
  await trial.recover(rig);
}

async function killed(trial: Trial): Promise<void> {
  const { backends, rig } = trial;
  const before = await askNew(rig, during(2_000));
  const asked = askNew(rig, during(3_000));
  await sleep(500);
  await backends.redis.kill();
  const meanwhile = await asked;
  const [normal, worst] = [percentile(before, 1), percentile(meanwhile, 1)];
  trial.note(
    `${meanwhile.length} answers, slowest ${normal.toFixed(0)} ms before and ${worst.toFixed(0)} ms during`,
  );
  trial.expect(worst <= normal + 2 * MAX_WAIT_MS + SLACK_MS, 'answers waited for Redis');
  await trial.recover();
}

async function frozen(trial: Trial): Promise<void> {
  const { backends, rig } = trial;
  const { redis } = backends;
  const freezes: readonly (readonly [string, number, () => unknown])[] = [
    ['SIGSTOP', 10_000, () => redis.freeze()],
    ['DEBUG SLEEP', 3_000, () => void redis.send('DEBUG', 'SLEEP', '3').catch(() => {})],
    ['CLIENT PAUSE', 3_000, () => redis.send('CLIENT', 'PAUSE', '3000')],
  ];
  for (const [name, ms, freeze] of freezes) {
    const normal = percentile(await askNew(rig, during(1_000)), 1);
    const before = await timeouts(rig);
    await freeze();
    const answers = await askNew(rig, during(ms));
    const count = (await timeouts(rig)) - before;
    const worst = percentile(answers, 1);
    trial.note(
      `${name}: ${answers.length} answers, ${count} calls of Redis timed out, slowest answer ${worst.toFixed(0)} ms (${normal.toFixed(0)} before)`,
    );
    // What was asked at the same time times out together and opens the breaker; each of its probes does once more.
    trial.expect(count <= MAX_TIMEOUTS, `${name}: ${count} calls of Redis timed out`);
    trial.expect(worst <= normal + 2 * MAX_WAIT_MS + SLACK_MS, `${name}: waited too long`);
    await trial.recover();
  }
}

async function timeouts({ replicas }: Rig): Promise<number> {
  const counts = await Promise.all(replicas.map((replica) => replica.event('shared_timeout')));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function flushed(trial: Trial): Promise<void> {
  const { backends } = trial;
  // What waits must not meet its deadline because this machine is busy.
  const rig = await trial.openRig({ deadlineMs: 15_000 });
  const { client } = rig;
  await backends.redis.send('CONFIG', 'SET', 'maxmemory', '4mb');
  await backends.redis.send('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const old = Array.from({ length: 20 }, nextProject);
  await client.askAll(old.map(kept));
  await backends.redis.send('FLUSHALL');
  await client.askAll(old.map(kept));
  const fresh = Array.from({ length: 20 }, nextProject);
  const each = fresh.flatMap((project) => Array.from({ length: 4 }, () => kept(project)));
  await Promise.all([0, 1].map((replica) => client.askAll(each, { replica })));
  const jobs = [...old, ...fresh].map((project) => backends.jobsOf(project));
  trial.note(`40 keys, 8 callers each of 20: ${jobs.reduce((sum, n) => sum + n, 0)} jobs`);
  trial.expect(Math.max(...jobs) <= 1, 'more than one job for a key');
  await backends.redis.send('CONFIG', 'SET', 'maxmemory', '0');
  await trial.recover(rig);
}

async function refused(trial: Trial): Promise<void> {
  for (const [name, begin, end] of REFUSALS) {
    await begin(trial.backends);
    const before = trial.client.asked;
    await askNew(trial.rig, (asked) => asked >= 5);
    await end(trial.backends);
    await trial.recover();
    trial.note(`${name}: ${trial.client.asked - before}`);
  }
}

async function failover(trial: Trial): Promise<void> {
  const { backends, rig } = trial;
  const successor = new RedisProcess(await freePort());
  await successor.start();
  const asked = askNew(rig, during(2_000));
  await sleep(300);
  await backends.redis.kill();
  await backends.toRedis.aim(successor.port);
  const answers = await asked;
  const seconds = await rig.recover();
  trial.note(`${answers.length} answers; shared again after ${seconds?.toFixed(1)} s`);
  trial.expect((seconds ?? Number.POSITIVE_INFINITY) <= 5, 'the successor is not used');
  await backends.redis.start();
  await backends.toRedis.aim(backends.redis.port);
  await successor.kill();
  await trial.recover();
}

/** What goes wrong with Redis. */
export const REDIS: readonly Fault[] = [
  {
    id: 'R1',
    fault: 'Redis is not there at the start',
    expected: 'replicas start and are ready; they share when it comes',
    run: absentAtStart,
  },
  {
    id: 'R2',
    fault: 'Redis is killed under load',
    expected: 'no error; nobody waits for more than 100 ms',
    run: killed,
  },
  {
    id: 'R3',
    fault: 'Redis freezes for 10 s, sleeps, pauses its clients',
    expected: 'no error; a request pays 100 ms at most, the next ones nothing',
    run: frozen,
  },
  {
    id: 'R4',
    fault: 'Redis is flushed, and drops keys for lack of memory',
    expected: 'at most one job for each key, of all replicas',
    run: flushed,
  },
  {
    id: 'R5',
    fault:
      "values are garbage, cut, 64 MB long, of another type or version, poisoned, or another tenant's",
    expected: 'each is a miss, is counted, and is written anew',
    run: poison,
  },
  {
    id: 'R6',
    fault: 'Redis answers READONLY, OOM, LOADING, MOVED, NOAUTH, or in another protocol',
    expected: 'answers as without Redis',
    run: refused,
  },
  {
    id: 'R7',
    fault: 'another Redis takes over at the same address',
    expected: 'no error; shared again within 5 s',
    run: failover,
  },
];
