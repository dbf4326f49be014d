import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Ask,
  CACHED,
  CACHED_MAX_MS,
  coldQuery,
  Report,
  type Scene,
  statement,
  times,
  withScene,
} from './callers.ts';
import { type Exchange, repeat, type Sent, statuses } from './exchange.ts';
import { limitFor, type WallOptions } from './part.ts';

/** What other callers' uncached answers may take while one is greedy. */
const UNCACHED_MAX_MS = 15_000;

const expensive = (number: number) =>
  `SELECT COUNT(*) + ${number} AS n FROM edge_logs AS a CROSS JOIN edge_logs AS b WHERE STARTS_WITH(a.id, SUBSTR(b.id, 1, 3)) AND a.event_message < b.event_message`;

/** A caller whose questions are few and small, beside one who asks for all that there is. */
interface Calm {
  readonly cached: readonly Exchange[];
  readonly stored: readonly Exchange[];
  readonly sandbox: readonly Exchange[];
}

let number = 0;

async function askCalmly(ask: Ask, ms: number): Promise<Calm> {
  const every = (pauseMs: number, path: () => string) =>
    repeat({ workers: 1, ms }, async () => {
      await sleep(pauseMs);
      return ask(path());
    });
  const [cached, stored, sandbox] = await Promise.all([
    every(5, () => CACHED),
    every(100, () => coldQuery(++number)),
    every(100, () => statement(`SELECT ${++number} AS n FROM edge_logs LIMIT 1`)),
  ]);
  return { cached, stored, sandbox };
}

/** Resolves when what asks in the meantime may stop. */
async function beside(ask: Ask, ms: number, greedy: () => Promise<Exchange>, workers: number) {
  let isOver = false;
  const asked: Exchange[] = [];
  const work = async () => {
    while (!isOver) {
      const exchange = await greedy();
      asked.push(exchange);
      // As a client does that is told to try again.
      if (exchange.status !== 200) await sleep(500);
    }
  };
  const greediness = Array.from({ length: workers }, work);
  await sleep(500);
  const calm = await askCalmly(ask, ms);
  isOver = true;
  void Promise.all(greediness).catch(() => undefined);
  return { calm, asked };
}

/** What the answers of a calm caller are held to. */
interface Bounds {
  readonly cachedMaxMs: number;
  readonly isStrict: boolean;
}

function check(
  report: Report,
  when: string,
  { cached, stored, sandbox }: Calm,
  { cachedMaxMs, isStrict }: Bounds,
): void {
  const kinds = { 'cached answers': cached, 'stored queries': stored, 'small statements': sandbox };
  report.note(`${when}:`);
  for (const [kind, exchanges] of Object.entries(kinds)) {
    report.note(`  ${kind}: ${times(exchanges)}`);
    // A machine that has other work too sheds what is not kept.
    const statuses = exchanges === cached || isStrict ? [200] : [200, 503];
    report.expectStatuses(`${when}, ${kind}`, exchanges, statuses);
    const [part, most] = exchanges === cached ? [0.99, cachedMaxMs] : [1, UNCACHED_MAX_MS];
    report.expectWithin(`${when}, ${kind}`, exchanges, part, most);
  }
}

function operation(aliases: number): Partial<Sent> {
  const field = (i: number) =>
    `a${i}: sandbox(endpoint: "logs.all", arguments: {project: "demo", project_tier: "PRO"}, sql: ${JSON.stringify(expensive(++number))}) { rows }`;
  const query = `{ ${Array.from({ length: aliases }, (_, i) => field(i)).join(' ')} }`;
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify({ query }) };
}

async function attack(scene: Scene, ms: number, bounds: Bounds): Promise<string> {
  const [calm, greedy] = scene.callers;
  if (!calm || !greedy) throw new Error('There are too few callers');
  const report = new Report();
  check(report, 'alone', await askCalmly(calm, Math.min(ms, 3_000)), bounds);
  const attacks: Readonly<Record<string, readonly [workers: number, () => Promise<Exchange>]>> = {
    'beside 200 expensive statements': [200, () => greedy(statement(expensive(++number)))],
    'beside operations of 20 expensive statements': [4, () => greedy('/graphql', operation(20))],
    'beside operations of 58 expensive statements': [4, () => greedy('/graphql', operation(58))],
    'beside wrong keys': [50, () => scene.stranger(CACHED)],
  };
  for (const [when, [workers, ask]] of Object.entries(attacks)) {
    const { calm: found, asked } = await beside(calm, ms, ask, workers);
    check(report, when, found, bounds);
    report.note(`  the other was answered with ${JSON.stringify(statuses(asked))}`);
  }
  return report.finish();
}

/** One key that asks for more than there is does not keep others waiting; nor do wrong keys. */
export const fairness = {
  name: 'fairness',
  run: ({ long }: Pick<WallOptions, 'long'>): Promise<string> =>
    withScene(2, (scene) =>
      attack(scene, long ? 45_000 : 5_000, {
        cachedMaxMs: limitFor(CACHED_MAX_MS, { long }),
        isStrict: long,
      }),
    ),
};
