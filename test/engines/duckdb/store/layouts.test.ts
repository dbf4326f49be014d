import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { ask, restSql, type Seen } from '../../../walls/ask-world.ts';
import { questions } from '../../../walls/questions.ts';
import { foreignRows, mixed, OWN, ownRows, type Rows } from '../../../walls/tenant-worlds.ts';
import { openWorld, type World } from '../../../walls/world.ts';

const COUNT = 8;
const own = ownRows(COUNT, 'single');

/** The same rows of one's own: as single records, as lists, and half of them as each. */
let worlds: readonly World[];

/** Every second row of each table, beginning with one of the first two. */
function half(rows: Rows, first: number): Rows {
  return new Map([...rows].map(([table, all]) => [table, all.filter((_, i) => i % 2 === first)]));
}

beforeAll(async () => {
  const processes = sharedProcesses(1);
  // Rows of others with none or several elements make the store keep lists.
  const lists = (rows: Rows) => mixed(rows, foreignRows(COUNT, 2, 3));
  worlds = await Promise.all([
    openWorld({ processes, fill: (store) => fillRows(store, own) }),
    openWorld({ processes, fill: (store) => fillRows(store, lists(own)) }),
    openWorld({
      processes,
      fill: async (store) => {
        await fillRows(store, half(own, 0));
        await fillRows(store, lists(half(own, 1)));
      },
    }),
  ]);
}, 120_000);

/** What may depend on the order of rows, which files decide where a statement does not. */
const ORDERED = /LIMIT|_AGG|ANY_VALUE|ROW_NUMBER|RANK|LAG|LEAD|FIRST|LAST|NTH|OFFSET|OVER/i;

/** The answer with its rows in a fixed order. Which of several rows raises an error depends on theirs. */
function comparable({ status, text }: Seen): string {
  if (text.includes('"errors":')) return `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`;
  return `${status} ${text
    .split(/(?<=[}\]]),|(?<=[[])/)
    .sort()
    .join('\n')}`;
}

afterAll(async () => {
  for (const world of worlds) await world.close();
});

test('answers are the same whether records are stored as lists, as single records, or as both', {
  timeout: 300_000,
}, async () => {
  // Far from the questions of other tests over such worlds; `npm run test:walls` asks hundreds.
  for (const question of questions(700_000, 30)) {
    if (ORDERED.test(question.what)) continue;
    const [single, ...others] = await Promise.all(
      worlds.map(async (world) => comparable(await ask(world, question, OWN))),
    );
    for (const other of others) expect(other, question.what).toEqual(single);
  }
});

const LEVEL = 't.metadata[SAFE_OFFSET(0)].level';

test.each([
  ['calls', (depth: number) => `${'LOWER('.repeat(depth)}${LEVEL}${')'.repeat(depth)}`],
  ['subqueries', (depth: number) => `${'(SELECT '.repeat(depth)}${LEVEL}${')'.repeat(depth)}`],
])('nested %s meet the limits of planning at the same depth', async (_, nested) => {
  const told = [];
  for (const depth of [2, 8, 11, 12, 14, 18, 26, 40, 49, 60]) {
    const question = restSql('logs.all', `SELECT ${nested(depth)} AS a FROM function_logs AS t`);
    const answers = await Promise.all(worlds.map((world) => ask(world, question, OWN)));
    const [single = 0, ...others] = answers.map(({ status }) => status);
    expect(others, `${depth} levels`).toEqual(others.map(() => single));
    told.push(single);
  }
  // The first is within every limit, and the last is not.
  expect([told[0], told.at(-1)]).toEqual([200, 400]);
});
