import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { ODD_BODIES, ODD_HEADERS } from '../mcp/odd-messages.ts';
import { type Ask, Report, type Scene, times, withScene } from './callers.ts';
import { type Exchange, send, statuses } from './exchange.ts';
import { limitFor, type WallOptions } from './part.ts';

/** What 99 of 100 health checks may take beside the messages, in milliseconds. */
const HEALTH_MAX_MS = 100;

const MESSAGES = { bounded: 2_000, long: 10_000 };

/** Messages that are sent at the same time. */
const WORKERS = 8;

const LEAVES_AFTER_MS = 20;

/** One message of so many is too large, and one is cut. */
const EVERY = { large: 50, cut: 10 };

const LARGE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(2 ** 20) });

/** Wrong versions, batches, unknown methods, halves and large ones: none is a fault, and the service stays awake. */
export const oddMessages = {
  name: 'odd-messages',
  run: ({ long }: Pick<WallOptions, 'long'>): Promise<string> =>
    withScene(1, (scene) => sendMessages(scene, long)),
};

async function sendMessages({ callers, port }: Scene, long: boolean): Promise<string> {
  const [ask] = callers;
  if (!ask) throw new Error('There is no caller');
  const count = long ? MESSAGES.long : MESSAGES.bounded;
  const odd = fc.sample(fc.tuple(ODD_BODIES, ODD_HEADERS), { numRuns: count, seed: 48 });
  const answers: Exchange[] = [];
  let next = 0;
  const cut: Exchange[] = [];
  const work = async () => {
    while (next < odd.length) {
      const number = next;
      next += 1;
      const [body, headers] = odd[number] ?? ['', {}];
      if (number % EVERY.cut === 0) cut.push(await sendHalf(ask, body));
      answers.push(await sendOne(ask, number % EVERY.large === 0 ? LARGE : body, headers));
    }
  };
  const sending = Promise.all(Array.from({ length: WORKERS }, work));
  const health = await watchHealth(port, sending);
  const report = new Report();
  const { 200: right = 0, ...wrong } = statuses(answers);
  report.note(
    `${answers.length} messages: ${right} answered, ${JSON.stringify(wrong)}; ${cut.length} cut`,
  );
  report.expectStatuses('odd messages', answers, [200, 202, 400, 404, 406, 413, 415]);
  report.expectStatuses('messages that are cut', cut, [0]);
  report.note(`health checks beside them: ${times(health)}`);
  report.expectStatuses('health checks', health, [200]);
  report.expectWithin('health checks', health, 0.99, limitFor(HEALTH_MAX_MS, { long }));
  return report.finish();
}

function sendOne(ask: Ask, body: string, headers: object): Promise<Exchange> {
  return ask('/mcp', { method: 'POST', body, headers: { ...headers } });
}

/** Sends a message that is announced to be longer, and leaves. */
function sendHalf(ask: Ask, body: string): Promise<Exchange> {
  return ask('/mcp', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body) + 100}`,
    },
    signal: AbortSignal.timeout(LEAVES_AFTER_MS),
  });
}

/** Health checks until something has ended. */
async function watchHealth(port: number, work: Promise<unknown>): Promise<readonly Exchange[]> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const health: Exchange[] = [];
  while (!isOver) {
    health.push(await send({ port, path: '/livez' }));
    await sleep(2);
  }
  await ended;
  return health;
}
