import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../support/bigquery/exchange.ts';
import { delay } from '../../support/bigquery/replies.ts';
import { percentile } from '../../walls/exchange.ts';
import { SUBMIT } from '../backends.ts';
import type { Answer } from '../client.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept, resultOf } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { otherRelease } from '../tools/other-release.ts';
import { countsOf, nextProject } from '../world.ts';

/** The lock of a run on Redis lasts so long after its holder has died. */
const LOCK_MS = 2_000;

/** Lets the first submission about a project take long. */
function delayFirst({ backends }: Trial, project: string, ms: number): void {
  backends.bigquery.script([
    {
      match: ({ route, body }) => route === SUBMIT && JSON.stringify(body).includes(`"${project}"`),
      times: 1,
      reply: delay(ms),
    },
  ]);
}

async function holderDies(trial: Trial): Promise<void> {
  const { client, rig, backends } = trial;
  const project = nextProject();
  delayFirst(trial, project, 3_500);
  const dead = client.ask(kept(project), { allow: ['CUT'] });
  await sleep(300);
  const waiting = client.ask(kept(project), { replica: 1 });
  await sleep(200);
  await rig.first.end('SIGKILL');
  const { ms, code } = await waiting;
  await dead;
  trial.note(
    `the other replica answers ${code} after ${(ms / 1_000).toFixed(1)} s; ${backends.jobsOf(project)} jobs`,
  );
  trial.expect(ms < LOCK_MS + 1_200, 'the other replica takes over too late');
  await rig.first.start();
  await trial.recover();
}

async function holderFreezes(trial: Trial): Promise<void> {
  const { client, rig } = trial;
  const project = nextProject();
  delayFirst(trial, project, 1_000);
  const before = await rig.first.event('replicas_fenced');
  const late = client.ask(kept(project), { allow: ['QUERY_TIMEOUT', 'ENGINE_UNAVAILABLE'] });
  await sleep(300);
  rig.first.signal('SIGSTOP');
  const { code } = await client.ask(kept(project), { replica: 1 });
  // Until the lock of the frozen one has gone, and somebody else holds a new one or none.
  await sleep(200);
  rig.first.signal('SIGCONT');
  await late;
  await sleep(300);
  const fenced = (await rig.first.event('replicas_fenced')) - before;
  await client.ask(kept(project), { replica: 1 });
  trial.note(`the other replica answers ${code}; ${fenced} late write refused`);
  trial.expectEqual(fenced, 1, 'late writes refused');
  await trial.recover();
}

async function dogPile(trial: Trial): Promise<void> {
  const { client, rig, backends } = trial;
  const project = nextProject();
  await Promise.all(
    rig.replicas.map((_, replica) =>
      client.askAll(
        Array.from({ length: 500 }, () => kept(project)),
        { replica },
      ),
    ),
  );
  const jobs = backends.jobsOf(project);
  trial.note(`1000 callers of one new key: ${jobs} job`);
  trial.expectEqual(jobs, 1, 'jobs');
  await trial.recover();
}

const FLOOD = 2_000;
/** More than all that may run and wait, as fast as this process can send it beside the servers. */
const BATCH = 25;
const BATCH_MS = 20;
/** Each key may have a part of what waits. */
const FLOODERS = 4;

/** All these questions have the same rows, so the server of this process need not work for each of them. */
async function answerCheaply({ client, backends }: Rig, project: string): Promise<void> {
  let answer: Awaited<ReturnType<Exchange['normal']>> | undefined;
  backends.script(async (exchange) => {
    answer ??= await exchange.normal();
    return answer;
  });
  await client.ask(cold(project));
  backends.script(delay(400, async () => answer));
}

async function flood(trial: Trial): Promise<void> {
  // What waits must not meet its deadline because this machine is busy with the load.
  const rig = await trial.openRig({ deadlineMs: 15_000 });
  const { client } = rig;
  const warm = nextProject();
  for (const replica of [0, 1]) await client.ask(kept(warm), { replica });
  const keys = await rig.addKeys(Array.from({ length: FLOODERS }, () => ({})));
  const project = nextProject();
  await answerCheaply(rig, project);
  const asked: Promise<Answer>[] = [];
  const meanwhile: Answer[] = [];
  while (asked.length < FLOOD) {
    for (let i = 0; i < BATCH; i += 1) {
      asked.push(
        client.ask(cold(project), {
          replica: i % 2,
          key: keys[i % FLOODERS] ?? '',
          allow: ['OVERLOADED', 'QUERY_TIMEOUT', 'RATE_LIMITED'],
        }),
      );
    }
    meanwhile.push(await client.ask(kept(warm), { replica: meanwhile.length % 2 }));
    await sleep(BATCH_MS);
  }
  const answers = await Promise.all(asked);
  const right = answers.filter(({ code }) => code === 'OK').length;
  const refused = answers.filter(({ status }) => status === 503 || status === 429);
  trial.note(
    `${right} right, ${refused.length} refused (p50 ${percentile(refused, 0.5).toFixed(0)} ms); ${client.summary()}; kept ones meanwhile p99 ${percentile(meanwhile, 0.99).toFixed(0)} ms`,
  );
  trial.expect(right > 0 && refused.length > 0, 'there was no flood');
  await trial.recover(rig);
}

async function newRelease(trial: Trial): Promise<void> {
  const release = await otherRelease();
  try {
    const rig = await trial.openRig({
      replicas: [{ environment: {} }, { environment: {}, root: release.root }],
    });
    const project = nextProject();
    const old = kept(project);
    const changed = {
      ...old,
      isRight: (body: string) => {
        const [row] = resultOf(body) as readonly { readonly total_rest_requests: number }[];
        return row?.total_rest_requests === countsOf(project).rest + release.added;
      },
    };
    for (let i = 0; i < 20; i += 1) {
      await Promise.all([rig.client.ask(old), rig.client.ask(changed, { replica: 1 })]);
    }
    const jobs = trial.backends.jobsOf(project);
    trial.note(`${rig.client.summary()}; ${jobs} jobs`);
    trial.expectEqual(jobs, 2, 'jobs');
  } finally {
    release.remove();
  }
}

/** What goes wrong among replicas. */
export const REPLICAS: readonly Fault[] = [
  {
    id: 'P1',
    fault: 'a replica is killed while it runs what another waits for',
    expected: 'the other takes over when the lock of 2 s has gone',
    run: holderDies,
  },
  {
    id: 'P2',
    fault: 'a replica freezes while it holds a lock, and goes on later',
    expected: 'the other takes over; the late result is not written',
    run: holderFreezes,
  },
  {
    id: 'P3',
    fault: '1000 callers ask two replicas for a key that nobody has',
    expected: 'one job',
    run: dogPile,
  },
  {
    id: 'P4',
    fault: `${FLOOD} different cold questions within some seconds`,
    expected:
      '40 run on each replica and 200 wait, the rest is 503 or 429 at once; kept rows answer',
    run: flood,
  },
  {
    id: 'P5',
    fault: 'two releases of which one has changed a query share a Redis',
    expected: 'each answers its own rows only',
    run: newRelease,
  },
];
