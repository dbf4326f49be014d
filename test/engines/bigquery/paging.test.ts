import { expect, test } from 'vitest';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import {
  emptyPage,
  missingToken,
  nextToken,
  repeatedToken,
  shortPage,
  wrongTotal,
} from '../../support/bigquery/page-faults.ts';
import { cut, edit, status } from '../../support/bigquery/replies.ts';
import type { Rule } from '../../support/bigquery/script.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const NEVER = new AbortController().signal;
const FIVE = compileQuery(
  'SELECT n FROM UNNEST([1, 2, 3, 4, 5]) AS n ORDER BY n',
  {},
  { isCallersSql: false },
);
const PAGE = 'GET /queries/{jobId}';
const FIRST = 'POST /queries';

/** Five rows in pages of two. */
async function openPaged(rules: readonly Rule[] = []) {
  const server = await openBigQueryServer();
  server.pageRows = 2;
  server.script(rules);
  return { server, engine: openEngine(server.url, { resilience: { random: () => 0 } }) };
}

const pages = (server: BigQueryServer) => server.counters.requests(PAGE);

test('BigQueryEngine reads all pages in order', async () => {
  const { engine, server } = await openPaged();

  const { rows, truncated } = await engine.run(FIVE, { signal: NEVER });

  expect(rows).toEqual([[1], [2], [3], [4], [5]]);
  expect(truncated).toBe(false);
  expect([server.counters.requests(FIRST), pages(server)]).toEqual([1, 2]);
});

test('BigQueryEngine reads no page past the rows that it keeps', async () => {
  const { engine, server } = await openPaged();

  const result = await engine.run({ ...FIVE, maxRows: 3 }, { signal: NEVER });

  expect(result).toMatchObject({ rows: [[1], [2], [3]], truncated: true });
  expect(pages(server)).toBe(1);
});

test('BigQueryEngine reads a page again that failed', async () => {
  const { engine, server } = await openPaged([
    { match: PAGE, times: 1, reply: status(503, 'backendError') },
    { match: PAGE, after: 1, times: 1, reply: cut(20) },
  ]);

  expect((await engine.run(FIVE, { signal: NEVER })).rows).toHaveLength(5);
  expect([server.counters.jobs, pages(server)]).toEqual([1, 4]);
});

test.each<[string, Rule]>([
  ['repeats its token', { match: PAGE, reply: repeatedToken() }],
  ['is short', { match: PAGE, reply: shortPage() }],
  ['is empty', { match: PAGE, reply: emptyPage() }],
  ['lacks the token to the next', { match: PAGE, reply: missingToken() }],
  ['is the first and lacks its token', { match: FIRST, reply: missingToken() }],
  [
    'leads back to one that was read',
    {
      match: PAGE,
      after: 1,
      reply: edit((body) => ({ ...body, pageToken: 'again' })),
    },
  ],
  [
    'has a token that is no text',
    { match: FIRST, reply: edit((body) => ({ ...body, pageToken: 7 })) },
  ],
  ['leads nowhere', { match: FIRST, reply: nextToken('nowhere') }],
  ['promises more rows than there are', { match: FIRST, reply: wrongTotal(6) }],
  ['promises fewer rows than there are', { match: FIRST, reply: wrongTotal(4) }],
  [
    'does not say how many rows there are',
    {
      match: FIRST,
      reply: edit(({ totalRows, ...body }) => body),
    },
  ],
  ['is not complete', { match: PAGE, reply: edit((body) => ({ ...body, jobComplete: false })) }],
  ['has rows that are none', { match: PAGE, reply: edit((body) => ({ ...body, rows: 'x' })) }],
])('BigQueryEngine gives no rows at all when a page %s', async (_, rule) => {
  const { engine, server } = await openPaged([rule]);

  await expect(engine.run(FIVE, { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_FAILED',
    status: 502,
    message: 'The query failed',
  });
  expect(server.counters.requests(FIRST) + pages(server)).toBeLessThan(5);
});
