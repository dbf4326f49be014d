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

const REQUESTS = `edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r`;

/** What a statement may do with the elements of arrays; `{}` stands for a condition. */
const SHAPES: readonly string[] = [
  `SELECT t.id, r.path, r.host FROM ${REQUESTS} WHERE {}`,
  `SELECT t.id, COUNT(*) AS n FROM ${REQUESTS} WHERE {} GROUP BY 1`,
  `SELECT t.id, r FROM ${REQUESTS} WHERE {}`,
  `SELECT t.id, r.* FROM ${REQUESTS} WHERE {}`,
  `SELECT t.id, h FROM ${REQUESTS} LEFT JOIN UNNEST(r.headers) AS h WHERE {}`,
  `SELECT t.id, m.request FROM edge_logs AS t LEFT JOIN UNNEST(t.metadata) AS m WHERE {}`,
  `SELECT t.id, ARRAY_LENGTH(m.request) AS n, o FROM edge_logs AS t, UNNEST(t.metadata) AS m WITH OFFSET o WHERE {}`,
  `SELECT t.id, t.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path AS p FROM edge_logs AS t WHERE {}`,
  `SELECT t.id, TO_JSON_STRING(m) AS j FROM edge_logs AS t, UNNEST(t.metadata) AS m WHERE {}`,
  `SELECT t.id, (SELECT MAX(s.status_code) FROM UNNEST(m.response) AS s) AS top, r.method
    FROM ${REQUESTS} WHERE {} AND EXISTS (SELECT 1 FROM UNNEST(m.response) AS s WHERE s.origin_time IS NOT NULL)`,
  `WITH a AS (SELECT t.id, r FROM ${REQUESTS} WHERE {}), b AS (SELECT id, r.headers AS hs, r.path FROM a)
    SELECT a.id, b.path, a.r.method, h.user_agent FROM a JOIN b ON a.id = b.id, UNNEST(b.hs) AS h`,
  `SELECT t.id, ARRAY(SELECT r.path FROM UNNEST(m.request) AS r
      UNION ALL SELECT CAST(s.status_code AS STRING) FROM UNNEST(m.response) AS s) AS a
    FROM edge_logs AS t, UNNEST(t.metadata) AS m WHERE {}`,
  `SELECT t.id, IF(t.id > 'm', r, NULL).path AS p, LAG(r.host) OVER (ORDER BY t.id, r.path) AS before FROM ${REQUESTS} WHERE {}`,
  `SELECT t.id, x.path FROM edge_logs AS t, UNNEST(ARRAY(SELECT r FROM UNNEST(t.metadata) AS m, UNNEST(m.request) AS r)) AS x WHERE {}`,
];

test.each(SHAPES)(
  'a statement that may raise an error reads the fields that it names: %s',
  async (shape) => {
    const answers: (string | undefined)[] = [];
    for (const condition of ['TRUE', 'DIV(1, LENGTH(t.id) + 1) >= 0']) {
      const sql = `SELECT * FROM (${shape.replace('{}', condition)}) AS q ORDER BY TO_JSON_STRING(q)`;
      // One after the other: sorting whole records takes much of the memory that they would share.
      for (const world of worlds) {
        const { text } = await ask(world, restSql('logs.all', sql), OWN);
        answers.push(text.split('\n').at(-1));
      }
    }
    const [first, ...others] = answers;
    expect(first).toMatch(/^{"result":\[{"id"/);
    for (const other of others) expect(other).toBe(first);
  },
);
