import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS, type Fault as WireFault } from '../../engines/bigquery/faults.ts';
import { delay, status } from '../../support/bigquery/replies.ts';
import { percentile } from '../../walls/exchange.ts';
import { SUBMIT } from '../backends.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept } from '../questions.ts';
import { nextProject } from '../world.ts';

const TRIES = 3;

/** Tries faults of the wire that the adapter's own test knows, each on a replica that has forgotten the last one. */
async function tryOnWire(trial: Trial, faults: readonly WireFault[]): Promise<void> {
  const { rig, backends } = trial;
  backends.bigquery.pageRows = 2;
  for (const [i, fault] of faults.entries()) {
    const replica = i % 2;
    await rig.calm(rig.replica(replica));
    const project = nextProject();
    const { counters } = backends.bigquery;
    const before = counters.allCancels;
    backends.bigquery.script(fault.rules);
    const { code } = await rig.client.ask(cold(project), {
      replica,
      allow: fault.code === 'OK' ? [] : [fault.code],
    });
    backends.bigquery.script([]);
    trial.expectEqual(code, fault.code, fault.name);
    const { cancels = 0, submissions } = fault;
    if (submissions !== undefined) {
      trial.expectEqual(backends.submissionsOf(project), submissions, `${fault.name}: submissions`);
    }
    if (cancels !== 'any') {
      // It is sent beside the answer.
      await until(() => counters.allCancels - before >= cancels);
      trial.expectEqual(counters.allCancels - before, cancels, `${fault.name}: cancellations`);
    }
    trial.expect(backends.jobsOf(project) <= 1, `${fault.name}: more than one job`);
  }
  backends.bigquery.pageRows = undefined;
  trial.note(`${faults.length} kind${faults.length > 1 ? 's' : ''}: ${rig.client.summary()}`);
}

async function until(isMet: () => boolean, maxMs = 2_000): Promise<void> {
  const begin = performance.now();
  while (!isMet() && performance.now() - begin < maxMs) await sleep(10);
}

function onWire(id: string, fault: string, expected: string, numbers: readonly number[]): Fault {
  return {
    id,
    fault,
    expected,
    run: async (trial) => {
      await tryOnWire(
        trial,
        FAULTS.filter(({ number }) => numbers.includes(number)),
      );
      await trial.recover();
    },
  };
}

/** Kept and cold questions on all replicas for some seconds. */
async function askFor(trial: Trial, ms: number, warm: readonly string[]): Promise<number> {
  const { client, rig } = trial;
  const end = performance.now() + ms;
  let right = 0;
  const ask = async (replica: number) => {
    for (let i = 0; performance.now() < end; i += 1) {
      const answer = await client.ask(kept(warm[i % warm.length] ?? ''), { replica });
      right += answer.code === 'OK' ? 1 : 0;
      await client.ask(cold(nextProject()), { replica, allow: ['ENGINE_UNAVAILABLE'] });
      await sleep(20);
    }
  };
  await Promise.all(rig.replicas.map((_, replica) => ask(replica)));
  return right;
}

async function burst(trial: Trial): Promise<void> {
  const { client, backends } = trial;
  const warm = Array.from({ length: 10 }, nextProject);
  for (const replica of [0, 1]) await client.askAll(warm.map(kept), { replica });
  backends.script(status(503, 'backendError'));
  const right = await askFor(trial, 5_000, warm);
  trial.note(`${right} kept answers right; in all ${client.summary()}`);
  trial.expect(
    (client.codes.get('ENGINE_UNAVAILABLE') ?? 0) > 0,
    'no cold question met the outage',
  );
  await trial.recover();
}

/** Refusals are faster than rows: of many at once the first to end would all be refused. */
const AT_ONCE = 5;

async function rateLimited(trial: Trial): Promise<void> {
  const { backends } = trial;
  await tryOnWire(
    trial,
    FAULTS.filter(({ number }) => number === 3),
  );
  const rig = await trial.openRig({});
  const { client } = rig;
  const { counters } = backends.bigquery;
  const before = counters.requests(SUBMIT);
  const questions = Array.from({ length: 300 }, () => cold(nextProject()));
  // Two of five fail, so that no breaker opens: what is counted are the retries.
  let seen = 0;
  backends.bigquery.script([
    {
      match: ({ route }) => route === SUBMIT && ++seen % 5 < 2,
      reply: status(429, 'rateLimitExceeded'),
    },
  ]);
  for (let i = 0; i < questions.length; i += AT_ONCE) {
    await client.askAll(questions.slice(i, i + AT_ONCE), { allow: ['ENGINE_UNAVAILABLE'] });
  }
  const sent = counters.requests(SUBMIT) - before;
  trial.note(
    `${questions.length} questions, two of five tries refused: ${sent} submissions; ${client.summary()}`,
  );
  // Ten retries are kept for times of little traffic.
  trial.expect(sent <= questions.length * 1.1 + 10, `${sent} submissions are too many retries`);
  await trial.recover(rig);
}

const QUOTA_SECONDS = 60;

async function quota(trial: Trial): Promise<void> {
  const { client, backends } = trial;
  const warm = nextProject();
  await client.ask(kept(warm));
  backends.script(status(403, 'quotaExceeded'));
  const projects = Array.from({ length: 20 }, nextProject);
  for (const project of projects)
    await client.ask(cold(project), { allow: ['ENGINE_UNAVAILABLE'] });
  const sent = projects.reduce((sum, project) => sum + backends.submissionsOf(project), 0);
  await client.ask(kept(warm));
  trial.note(`20 cold questions: ${sent} submission; kept ones answered; ${client.summary()}`);
  trial.expectEqual(sent, 1, 'submissions');
  await trial.recover(trial.rig, QUOTA_SECONDS + 5);
}

async function slow(trial: Trial): Promise<void> {
  const { client, backends, rig } = trial;
  const project = nextProject();
  const warm = nextProject();
  await client.ask(kept(warm));
  backends.bigquery.script([
    { match: ({ body }) => JSON.stringify(body).includes(`"${project}"`), reply: delay(2_000) },
  ]);
  const asked = Promise.all(
    rig.replicas.map((_, replica) =>
      client.askAll(
        Array.from({ length: 250 }, () => kept(project)),
        { replica },
      ),
    ),
  );
  const others = [];
  for (let i = 0; i < 20; i += 1) {
    await sleep(50);
    others.push(await client.ask(kept(warm)), await client.ask(cold(nextProject())));
  }
  await asked;
  const jobs = backends.jobsOf(project);
  trial.note(
    `500 callers: ${jobs} job; others meanwhile p99 ${percentile(others, 0.99).toFixed(0)} ms`,
  );
  trial.expectEqual(jobs, 1, 'jobs');
  trial.expect(percentile(others, 0.99) < 1_000, 'others were delayed');
  await tryOnWire(
    trial,
    FAULTS.filter(({ number }) => number === 5),
  );
  await trial.recover();
}

const EDGES = `SELECT 9007199254740993 AS large, -9223372036854775808 AS least, CAST('nan' AS FLOAT64) AS nan,
  CAST('-inf' AS FLOAT64) AS infinite, -0.0 AS zero, CAST(NULL AS INT64) AS nothing FROM requests LIMIT 1`;
const EDGE_ROW =
  '{"large":9007199254740993,"least":-9223372036854775808,"nan":null,"infinite":null,"zero":0,"nothing":null}';

/** The same values computed, from the memory of a replica and from Redis, as the same bytes. */
async function edges(trial: Trial): Promise<void> {
  const question = {
    method: 'POST',
    path: '/api/endpoints/query/usage.api-counts',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project: nextProject(), interval: 'daily', sql: EDGES }),
    isRight: (body: string) => body.replace('-0', '0') === `{"result":[${EDGE_ROW}]}`,
  } as const;
  const answers = [];
  for (const replica of [0, 0, 1]) answers.push(await trial.client.ask(question, { replica }));
  const from = answers.map(
    ({ headers }) => /fwd=\w+|hit/.exec(String(headers['cache-status']))?.[0],
  );
  trial.note(`${from.join(', ')}: ${new Set(answers.map(({ body }) => body)).size} text`);
  trial.expect(new Set(answers.map(({ body }) => body)).size === 1, 'the texts differ');
}

/** What goes wrong between a replica and BigQuery. */
export const BIGQUERY: readonly Fault[] = [
  {
    id: 'B1',
    fault: '503 for 5 s, under load of kept and cold questions',
    expected: 'kept: 200; cold: retries, then 503 ENGINE_UNAVAILABLE with Retry-After',
    run: burst,
  },
  onWire(
    'B2',
    '500, 502, 504, 408, connection reset, twice and for ever',
    `${TRIES} tries of one request id: the right answer, or 503`,
    [1, 2],
  ),
  {
    id: 'B3',
    fault: '429 and 403 rateLimitExceeded',
    expected: 'retries after random waits, a tenth of the requests at most, then 503',
    run: rateLimited,
  },
  {
    id: 'B4',
    fault: '403 quotaExceeded',
    expected:
      'no retry, nothing sent for a minute, kept rows answer, else 503; normal when the minute is over',
    run: quota,
  },
  {
    id: 'B5',
    fault: 'answers come after 2 s, and after the deadline',
    expected:
      '500 callers of one question on two replicas: one job; others are not delayed; 504 at the deadline',
    run: slow,
  },
  onWire(
    'B6',
    'a job that never completes',
    '504 QUERY_TIMEOUT at the deadline, one cancellation',
    [6],
  ),
  onWire('B7', 'a job that says three times that it is not complete', 'the right rows', [7]),
  onWire(
    'B8',
    'a page fails, is cut, lacks rows, names itself or nothing',
    'the whole answer, or an error; never a short answer',
    [8],
  ),
  onWire(
    'B9',
    'body cut, wrong content-length, HTML or half of a JSON text',
    'the right answer on a retry, else 502 ENGINE_FAILED',
    [9],
  ),
  onWire(
    'B10',
    'columns missing, renamed or of another type; NULL where none may be',
    '502 ENGINE_FAILED',
    [10],
  ),
  {
    id: 'B11',
    fault: 'INT64 beyond 2^53, NaN, infinity, -0, NULL',
    expected: 'all digits, null for what JSON has not; the same bytes computed and kept',
    run: edges,
  },
  onWire(
    'B12',
    'invalidQuery, notFound, accessDenied and others for a stored query',
    '502 ENGINE_FAILED with a request id; no SQL and no names',
    [12],
  ),
  onWire('B13', 'bytesBilledLimitExceeded', '422 COST_LIMIT_EXCEEDED, no retry', [13]),
];
