import { setTimeout as sleep } from 'node:timers/promises';
import { delay, status } from '../../support/bigquery/replies.ts';
import type { Fault, Trial } from '../fault.ts';
import { kept, type Question, resultOf } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { FakeClock, noFakeClock } from '../tools/fake-clock.ts';
import { nextProject } from '../world.ts';
import { tokenClocks } from './token-clocks.ts';

type Clocks = readonly [FakeClock, FakeClock];

/** Two replicas, each with a clock that can be set. */
async function withClocks(
  trial: Trial,
  environments: readonly [Record<string, string>, Record<string, string>],
  work: (rig: Rig, clocks: Clocks) => Promise<void>,
): Promise<void> {
  const clocks: Clocks = [new FakeClock(), new FakeClock()];
  try {
    const rig = await trial.openRig({
      replicas: clocks.map(({ environment }, i) => ({
        environment: { ...environment, ...environments[i] },
      })),
    });
    await work(rig, clocks);
  } finally {
    for (const clock of clocks) clock.remove();
  }
}

function onClocks(
  work: (trial: Trial, rig: Rig, clocks: Clocks) => Promise<void>,
  ...environments: [Record<string, string>?, Record<string, string>?]
): Fault['run'] {
  const [first = {}, second = first] = environments;
  return async (trial) => {
    if (noFakeClock !== undefined) return trial.skip(noFakeClock);
    await withClocks(trial, [first, second], (rig, clocks) => work(trial, rig, clocks));
  };
}

const HOUR = 3_600;

async function askBoth({ client }: Rig, questions: readonly Question[]): Promise<void> {
  for (const replica of [0, 1]) {
    for (const answer of await client.askAll(questions, { replica })) {
      const age = answer.headers['age'];
      const isNegative = age !== undefined && Number(age) < 0;
      if (isNegative) client.count('undocumented', `Age: ${age}`);
    }
  }
}

async function jumps(trial: Trial, rig: Rig, [first, second]: Clocks): Promise<void> {
  const projects = Array.from({ length: 10 }, nextProject);
  const jobs = () => projects.reduce((sum, project) => sum + trial.backends.jobsOf(project), 0);
  const counts: number[] = [];
  const step = async (firstShift: number, secondShift: number) => {
    first.shift(firstShift);
    second.shift(secondShift);
    const before = jobs();
    await askBoth(rig, projects.map(kept));
    // What is served while it is refreshed has its job behind the answer.
    await sleep(1_000);
    counts.push(jobs() - before);
  };
  await step(0, 0);
  await step(HOUR, HOUR);
  await step(0, 0);
  await step(0, 0);
  await step(0, 0);
  await step(240, 0);
  trial.note(
    `jobs of 10 keys at first, +1 h, back, twice again, 4 min apart: ${counts.join(', ')}`,
  );
  trial.expectEqual(counts[0], 10, 'jobs at first');
  trial.expect(Math.max(...counts) <= 2 * 10, 'a flood of jobs');
  trial.expectEqual(counts[4], 0, 'jobs when all is settled');
  trial.expectEqual(counts[5], 0, 'jobs because of the skew');
  const project = nextProject();
  trial.backends.script(delay(1_500));
  const slow = rig.client.ask(kept(project));
  await sleep(300);
  first.shift(-HOUR);
  const { ms, code } = await slow;
  trial.backends.bigquery.script([]);
  first.shift(0);
  trial.note(`a question over a jump of -1 h: ${code} after ${(ms / 1_000).toFixed(1)} s`);
  await trial.recover(rig);
}

/** Beyond freshness and the time in which old rows answer while new ones are fetched. */
const STALE_SECONDS = 1_500;

async function staleInOutage(trial: Trial, rig: Rig, clocks: Clocks): Promise<void> {
  const projects = Array.from({ length: 10 }, nextProject);
  await askBoth(rig, projects.map(kept));
  for (const clock of clocks) clock.shift(STALE_SECONDS);
  let stale = 0;
  for (const [code, reason] of [
    [503, 'backendError'],
    [403, 'quotaExceeded'],
  ] as const) {
    trial.backends.script(status(code, reason));
    for (const replica of [0, 1]) {
      const answers = await rig.client.askAll(projects.map(kept), { replica });
      stale += answers.filter(({ headers }) =>
        String(headers['cache-status']).includes('fwd=stale; fwd-status=503'),
      ).length;
    }
  }
  trial.note(`${stale} of 40 answers say that they are stale`);
  trial.expectEqual(stale, 40, 'stale answers');
}

/** Beyond the interval of warming, its jitter included. */
const WARM_SECONDS = 310;

async function warming(trial: Trial, rig: Rig, clocks: Clocks): Promise<void> {
  const projects = Array.from({ length: 20 }, nextProject);
  for (let i = 0; i < 2; i += 1) await askBoth(rig, projects.map(kept));
  for (const clock of clocks) clock.shift(WARM_SECONDS);
  const jobs = () => projects.map((project) => trial.backends.jobsOf(project));
  for (let i = 0; i < 100 && Math.min(...jobs()) < 2; i += 1) await sleep(100);
  await sleep(2_000);
  const each = jobs();
  trial.note(`20 keys that both replicas warm: ${each.reduce((sum, n) => sum + n, -20)} jobs`);
  trial.expect(Math.min(...each) === 2, 'a key was not warmed');
  trial.expect(Math.max(...each) === 2, 'a key was warmed twice');
}

const DAY_MS = 86_400_000;
const MOMENTS: readonly string[] = [
  '2027-03-14T06:59:40Z',
  '2027-03-14T07:00:20Z',
  '2027-03-28T01:00:20Z',
  '2027-10-31T00:59:40Z',
  '2027-11-07T06:00:20Z',
  '2028-02-29T12:00:20Z',
  '2028-12-31T23:59:20Z',
  '2029-01-01T00:00:20Z',
];

/** The buckets of an interval lie one behind the other, at UTC, up to the moment. */
function buckets(
  project: string,
  interval: string,
  stepMs: number,
  count: number,
  moment: string,
): Question {
  const path = `/api/endpoints/query/functions.invocation-stats?project=${project}&interval=${interval}`;
  return {
    method: 'GET',
    path,
    isRight: (body) => {
      const rows = resultOf(body) as readonly { readonly timestamp: number }[];
      const times = rows.map(({ timestamp }) => timestamp / 1_000);
      const [first = 0, last = 0] = [times[0], times.at(-1)];
      const isContiguous = times.every((time, i) => time === first + i * stepMs);
      const late = Date.parse(moment) - last;
      // A busy machine may ask some seconds after the moment.
      return (
        isContiguous &&
        times.length === count &&
        first % stepMs === 0 &&
        late < stepMs &&
        late > -30_000
      );
    },
  };
}

async function calendar(trial: Trial, rig: Rig, clocks: Clocks): Promise<void> {
  for (const moment of MOMENTS) {
    for (const clock of clocks) clock.set(moment);
    const project = nextProject();
    await askBoth(rig, [
      buckets(project, '7day', DAY_MS, 8, moment),
      buckets(project, '1day', DAY_MS / 24, 25, moment),
      buckets(project, '1hr', 60_000, 61, moment),
    ]);
  }
  const leap =
    '/api/endpoints/query/logs.all?project=p&project_tier=PRO&iso_timestamp_end=2016-12-31T23:59:60Z';
  const { status: seen } = await rig.client.ask(
    { method: 'GET', path: leap, isRight: () => false },
    { allow: ['BAD_USER_INPUT'] },
  );
  trial.note(
    `${MOMENTS.length} moments, 6 answers each: ${rig.client.summary()}; 23:59:60 is ${seen}`,
  );
}

/** What goes wrong with time. */
export const TIME: readonly Fault[] = [
  {
    id: 'T1',
    fault:
      'clocks jump by an hour and back, also while a question runs; replicas differ by 4 minutes',
    expected: 'right rows, no flood of jobs, no negative age; deadlines do not see the jump',
    run: onClocks(jumps),
  },
  {
    id: 'T2',
    fault: 'BigQuery is away, or its quota used up, when kept rows are 25 minutes old',
    expected: '200 with the old rows; Cache-Status says stale and why',
    run: onClocks(staleInOutage),
  },
  {
    id: 'T3',
    fault: 'two replicas warm the same keys at the same time',
    expected: 'one job for each key and period',
    run: onClocks(warming, { WARM_DAILY_BYTES: '100GB' }),
  },
  {
    id: 'T4',
    fault:
      'both changes of daylight saving time, leap day, year end, leap second, servers in New York and Kolkata',
    expected: 'buckets follow one another in UTC: 8, 25 and 61; `:60` is 400',
    run: onClocks(calendar, { TZ: 'America/New_York' }, { TZ: 'Asia/Kolkata' }),
  },
  {
    id: 'T5',
    fault:
      "callers' tokens while the clocks of issuer and replica differ by 20 s, and by 10 minutes",
    expected: 'taken within 30 s, else 401; taken again when the clock is right',
    run: tokenClocks,
  },
];
