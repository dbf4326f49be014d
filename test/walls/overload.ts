import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Ask,
  CACHED,
  CACHED_MAX_MS,
  coldQuery,
  Report,
  type Scene,
  times,
  withScene,
} from './callers.ts';
import { type Exchange, repeat, send, statuses } from './exchange.ts';
import { limitFor } from './part.ts';

/** What half of the refusals may take: some of the others waited, and gave way to callers with less. */
const REFUSED_MAX_MS = 10;
const FACTOR = 5;
const CALLERS = 20;

let number = 0;

/** Cold questions that are answered in a second, asked by as many as the engine can serve. */
async function capacity(report: Report, callers: readonly Ask[], ms: number): Promise<number> {
  const answered = await repeat({ workers: 8, ms }, (i) => {
    const ask = callers[i % callers.length];
    if (!ask) throw new Error('There is no caller');
    return ask(coldQuery(++number));
  });
  report.expectStatuses('At the load that it can take, cold questions', answered, [200]);
  return (answered.length * 1_000) / ms;
}

/** Asks so often whether or not answers come. */
async function askAtRate(
  callers: readonly Ask[],
  perSecond: number,
  ms: number,
): Promise<readonly Exchange[]> {
  const asked: Promise<Exchange>[] = [];
  const start = performance.now();
  for (let now = 0; now < ms; now = performance.now() - start) {
    while (asked.length < (now * perSecond) / 1_000) {
      const ask = callers[asked.length % callers.length];
      if (ask) asked.push(ask(coldQuery(++number)));
    }
    await sleep(2);
  }
  return Promise.all(asked);
}

async function overloadScene({ callers, port }: Scene, long: boolean): Promise<string> {
  const ms = long ? 60_000 : 12_000;
  const [calm, ...others] = callers;
  if (!calm) throw new Error('There is no caller');
  const report = new Report();
  const paced = (path: string, ask: (path: string) => Promise<Exchange>, during = ms) =>
    repeat({ workers: 1, ms: during }, async () => {
      await sleep(5);
      return ask(path);
    });
  const baseline = await paced(CACHED, calm, 3_000);
  const rate = await capacity(report, others, 4_000);
  const [cold, cached, health] = await Promise.all([
    askAtRate(others, rate * FACTOR, ms),
    paced(CACHED, calm),
    paced('/livez', (path) => send({ port, path })),
  ]);
  const refused = cold.filter(({ status }) => status !== 200);
  const served = cold.filter(({ status }) => status === 200);
  report.note(
    `${Math.round(rate)} cold questions a second are answered; at ${FACTOR} times as many:`,
  );
  report.note(`cached, before: ${times(baseline)}`);
  report.note(`cached: ${times(cached)}`);
  report.note(`cold, answered: ${times(served)}`);
  report.note(`cold, refused: ${times(refused)}, ${JSON.stringify(statuses(refused))}`);
  report.note(`/livez: ${times(health)}`);
  report.expectStatuses('Refused questions', refused, [429, 503]);
  report.expectStatuses('Cached answers', cached, [200]);
  report.expectStatuses('Health checks', health, [200]);
  const mute = refused.filter(({ headers }) => headers['retry-after'] === undefined);
  if (mute.length > 0) report.expectStatuses('Refusals without Retry-After', mute, []);
  report.expectWithin('Cached answers', cached, 0.99, limitFor(CACHED_MAX_MS, { long }));
  report.expectWithin('Refusals', refused, 0.5, limitFor(REFUSED_MAX_MS, { long }));
  return report.finish();
}

/** At five times what the engine can do kept answers stay fast, and the rest is refused at once. */
export const overload = {
  name: 'overload',
  run: ({ long }: { readonly long: boolean }): Promise<string> =>
    withScene(CALLERS + 1, (scene) => overloadScene(scene, long)),
};
