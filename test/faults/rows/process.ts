import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { delay } from '../../support/bigquery/replies.ts';
import { percentile } from '../../walls/exchange.ts';
import { rollingRestart } from '../../walls/rolling-restart.ts';
import type { Answer } from '../client.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { nextProject } from '../world.ts';

const HOOK = new URL('../tools/hook.ts', import.meta.url).href;
const WITH_HOOK = { environment: { NODE_OPTIONS: `--import=${HOOK}` } };

/** Lets the first replica of a rig with the hook do something. */
function tell({ folder, first }: Rig, what: string): void {
  writeFileSync(join(folder, 'fault'), what);
  first.signal('SIGUSR2');
}

async function rolling(trial: Trial): Promise<void> {
  const found = await rollingRestart.run({ long: true, flags: new Set() });
  trial.note(found);
}

const KILLS = 6;

async function kills(trial: Trial): Promise<void> {
  const { rig, client } = trial;
  const warm = Array.from({ length: 5 }, nextProject);
  for (let i = 0; i < KILLS; i += 1) {
    const replica = i % 2;
    const project = nextProject();
    const asked = client.askAll([kept(project), ...warm.map(kept), cold(project)], {
      replica,
      allow: ['CUT'],
    });
    await sleep(5 * i);
    await rig.replica(replica).end('SIGKILL');
    await asked;
    // The other one has the locks and the results of the dead one before it.
    await client.askAll([kept(project), ...warm.map(kept)], { replica: 1 - replica });
    await rig.replica(replica).start();
  }
  trial.note(`${KILLS} times, 7 questions each: ${client.summary()}`);
  await trial.recover();
}

/** Stops replicas by SIGTERM while they run questions. */
async function stops(trial: Trial): Promise<void> {
  const { backends } = trial;
  const rig = await trial.openRig({});
  const { client } = rig;
  backends.script(delay(1_500));
  const running = client.askAll(Array.from({ length: 20 }, () => cold(nextProject())));
  await sleep(300);
  const begin = performance.now();
  const code = await rig.first.end('SIGTERM');
  const seconds = (performance.now() - begin) / 1_000;
  await running;
  trial.note(`${client.summary()}, exit ${code} after ${seconds.toFixed(1)} s`);
  trial.expectEqual(code, 0, 'exit code');
  trial.expect(seconds < 30, 'it takes too long to end');
  await rig.first.start();
  await trial.recover(rig);
}

async function blocked(trial: Trial): Promise<void> {
  const rig = await trial.openRig(WITH_HOOK);
  const warm = nextProject();
  await rig.client.ask(kept(warm));
  tell(rig, 'block');
  await sleep(50);
  const [alive] = await Promise.all([
    fetch(`${rig.first.url}/livez`),
    rig.client.askAll([kept(warm), cold(nextProject())]),
  ]);
  trial.note(`blocked for 2 s: /livez ${alive.status}; ${rig.client.summary()}`);
  tell(rig, 'busy');
  const answers: Answer[] = [];
  for (const end = performance.now() + 4_000; performance.now() < end; ) {
    const asked = [kept(warm), cold(nextProject())];
    answers.push(...(await rig.client.askAll(asked, { allow: ['OVERLOADED'] })));
  }
  const shed = answers.filter(({ code }) => code === 'OVERLOADED').length;
  trial.note(
    `busy for 4 s: ${shed} of ${answers.length / 2} cold questions shed; in all ${rig.client.summary()}`,
  );
  trial.expect(shed > 0, 'nothing was shed');
  await trial.recover(rig);
}

async function bugs(trial: Trial): Promise<void> {
  const rig = await trial.openRig(WITH_HOOK);
  trial.backends.script(delay(1_000));
  const running = rig.client.askAll(Array.from({ length: 10 }, () => cold(nextProject())));
  await sleep(300);
  tell(rig, 'reject');
  const code = await rig.first.ended();
  await running;
  trial.backends.bigquery.script([]);
  await rig.client.askAll([kept(nextProject()), cold(nextProject())], { replica: 1 });
  trial.note(`${rig.client.summary()}, exit ${code}`);
  trial.expectEqual(code, 1, 'exit code');
  await rig.first.start();
  await trial.recover(rig);
}

async function hangingScrapes(trial: Trial): Promise<void> {
  const { rig, client } = trial;
  const { metricsPort } = rig.first;
  const scrapes = Array.from({ length: 50 }, () => {
    const socket = connect(metricsPort, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    socket.pause();
    return socket;
  });
  const warm = nextProject();
  await client.ask(kept(warm));
  const answers: Answer[] = [];
  for (let i = 0; i < 50; i += 1) answers.push(await client.ask(kept(warm)));
  const text = await rig.first.metrics();
  for (const socket of scrapes) socket.destroy();
  trial.note(
    `50 scrapers that do not read: kept answers p99 ${percentile(answers, 0.99).toFixed(0)} ms, metrics of ${text.split('\n').length} lines for the next`,
  );
  await trial.recover();
}

/** What goes wrong with a replica's process. */
export const PROCESS: readonly Fault[] = [
  {
    id: 'S1',
    fault: 'rolling restart by SIGTERM and SIGHUP under load, behind a balancer',
    expected: '0 failed of 50 000; exit 0 within 30 s',
    run: rolling,
  },
  {
    id: 'S2',
    fault: 'SIGTERM while questions run',
    expected: 'they are finished; exit 0 within 30 s',
    run: stops,
  },
  {
    id: 'S3',
    fault: 'SIGKILL under load, again and again',
    expected: 'what ran is cut, and nothing else; right answers after each start',
    run: kills,
  },
  {
    id: 'S4',
    fault: 'the event loop is blocked for 2 s; it is busy for 4 s',
    expected: '/livez answers later; cold questions are shed with 503 OVERLOADED, kept rows answer',
    run: blocked,
  },
  {
    id: 'S5',
    fault: 'an unhandled rejection',
    expected: 'what runs is finished, exit 1; the other replica does not notice',
    run: bugs,
  },
  {
    id: 'S6',
    fault: 'scrapers of metrics do not read what they asked for',
    expected: 'nobody notices',
    run: hangingScrapes,
  },
];
