import { expect, test } from 'vitest';
import type { BoundParameter, EngineQuery } from '../../../../src/engines/engine.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import type { Event } from '../../../fuzz/newest-first/questions.ts';
import type { Received } from '../../../support/bigquery/counters.ts';
import {
  EVENTS,
  type EventTableOptions,
  openEvents,
} from '../../../support/bigquery/event-tables.ts';
import { incomplete } from '../../../support/bigquery/replies.ts';
import { compileQuery } from '../../compile-query.ts';

const NEVER = new AbortController().signal;
const DAY = 86_400_000;
/** Noon of the newest day. */
const NOON = Date.UTC(2026, 6, 10, 12);

const SQL = `SELECT t.at, t.id FROM ${EVENTS} AS t WHERE t.n = 1 AND t.at >= @since ORDER BY t.at DESC, t.id LIMIT 3`;

/** Events of days before the newest one, each at noon. */
function eventsAgo(...days: readonly (number | null)[]): readonly Event[] {
  return days.map((ago, i) => ({
    at: ago === null ? null : (NOON - ago * DAY) * 1_000,
    id: `e${i}`,
    n: 1,
    tags: [{ k: 'a', v: i }],
  }));
}

async function openRig(events: readonly Event[], options?: EventTableOptions) {
  const rig = await openEvents(options);
  rig.fill(events);
  rig.clock.ms = NOON;
  const engine = await rig.open();
  const { counters } = rig.server;
  /** The answer's ids, and by job its partitions, the leaves that it reads, and its request. */
  const ask = async (sql = SQL, more: Partial<EngineQuery> = {}, daysAgo = 60) => {
    const since = { type: SCALARS.TIMESTAMP, value: (NOON - daysAgo * DAY) * 1_000 };
    const parameters = { since, ...Object.fromEntries(more.parameters ?? []) };
    const query = compileQuery(sql, parameters, {
      tables: rig.tables,
      isCallersSql: false,
      ...more,
    });
    const [charges, requests] = [counters.charges.length, counters.log.length];
    const { bytesBilled, rows, truncated } = await engine.run(query, { signal: NEVER });
    const scans = counters.charges.slice(charges).map((charge) => charge.scans[0]);
    return {
      ids: rows.map((row) => row[1]),
      truncated,
      bytesBilled,
      partitions: scans.map((scan) => scan?.partitions),
      leaves: scans.map((scan) => scan?.leaves),
      requests: counters.log.slice(requests).filter(isQuery).map(bodyOf),
    };
  };
  return { ...rig, ask };
}

/** Not the dry runs that tell what steps save. */
function isQuery({ route }: Received): boolean {
  return route === 'POST /queries';
}

function bodyOf({ body }: Received): {
  readonly query: string;
  readonly maximumBytesBilled: string;
} {
  return body as { readonly query: string; readonly maximumBytesBilled: string };
}

test('the newest partition is enough where it has the rows, those of the future among them', async () => {
  const { ask } = await openRig(eventsAgo(-2, 0, 0, 0, 1, 5));

  expect(await ask()).toMatchObject({
    ids: ['e0', 'e1', 'e2'],
    partitions: [['20260710', '20260712']],
  });
});

test('three jobs read each partition down to the last row once, and the probe no more than it needs', async () => {
  const { ask } = await openRig(eventsAgo(0, 3, 3, 7, 30, 50));
  const { ids, leaves, partitions, requests } = await ask();

  expect(ids).toEqual(['e0', 'e1', 'e2']);
  expect(partitions[0]).toEqual(['20260710']);
  expect(partitions[2]).toEqual(['20260707']);
  expect(leaves).toEqual([
    ['at', 'id', 'n'],
    ['at', 'n'],
    ['at', 'id', 'n'],
  ]);
  const moment = /FOR SYSTEM_TIME AS OF TIMESTAMP '([^']+)\+00'/;
  expect(requests[0]?.query).not.toMatch(moment);
  expect(moment.exec(requests[1]?.query ?? '')?.[1]).toBe(
    moment.exec(requests[2]?.query ?? '')?.[1],
  );
  expect(moment.exec(requests[1]?.query ?? '')?.[1]).toBeDefined();
});

test('a first job that takes long says when it was made', async () => {
  const { ask, server } = await openRig(eventsAgo(0, 3, 3));
  server.script([{ match: 'POST /queries', times: 1, reply: incomplete(2) }]);
  const texts = (await ask()).requests.map((request) => request?.query ?? '');

  expect(texts.filter((text) => text.includes('FOR SYSTEM_TIME AS OF'))).toHaveLength(2);
});

test('two jobs are enough where there is no other row', async () => {
  const { ask } = await openRig(eventsAgo(0, 0));
  const { ids, partitions } = await ask();

  expect(ids).toEqual(['e0', 'e1']);
  expect(partitions).toEqual([['20260710'], []]);
});

test('the bytes of all jobs are billed, and each may read what is left of the limit', async () => {
  const { ask } = await openRig(eventsAgo(0, 3, 3));
  const { bytesBilled, requests } = await ask(SQL, { limits: { endpointBytes: 50 * 2 ** 20 } });

  expect(bytesBilled).toBe(30 * 2 ** 20);
  expect(requests.map(({ maximumBytesBilled }) => Number(maximumBytesBilled) / 2 ** 20)).toEqual([
    50, 40, 30,
  ]);
});

test('what the last run of a question needed is read first, until another partition begins', async () => {
  const { ask, clock } = await openRig(eventsAgo(0, 3, 3, 7));
  const needed = ['20260707', '20260710'];
  await ask(SQL, { question: 'mine' });

  expect((await ask(SQL, { question: 'mine' })).partitions).toEqual([needed]);
  // The same SQL of another tenant, and a run that says of no question.
  expect((await ask(SQL, { question: 'theirs' })).partitions).toHaveLength(3);
  expect((await ask(SQL)).partitions).toHaveLength(3);
  clock.ms += DAY;
  expect((await ask(SQL, { question: 'mine' })).partitions).toHaveLength(3);
});

test('rows without a time are the last, and their partition is read where they are needed', async () => {
  const { ask } = await openRig(eventsAgo(0, null, 3, null));
  const sql = `SELECT t.at, t.id FROM ${EVENTS} AS t ORDER BY t.at DESC, t.id LIMIT`;

  expect(await ask(`${sql} 2`)).toMatchObject({ ids: ['e0', 'e2'] });
  expect((await ask(`${sql} 2`)).partitions[2]).toEqual(['20260707']);
  expect(await ask(`${sql} 3`)).toMatchObject({ ids: ['e0', 'e2', 'e1'] });
  // The server for tests leaves out no partition by a condition with OR.
  expect((await ask(`${sql} 3`)).partitions[2]).toEqual(
    expect.arrayContaining(['20260707', '__NULL__']),
  );
});

test('a bound before all times is no newest partition', async () => {
  const { ask } = await openRig(eventsAgo(0, 3));
  const sql = SQL.replace('t.n = 1', "t.at < TIMESTAMP '0001-01-01 00:00:00+00'");

  expect(await ask(sql)).toMatchObject({ ids: [], partitions: [[]] });
});

test('a bound in the past ends the newest partition', async () => {
  const { ask } = await openRig(eventsAgo(0, 4, 4, 4, 5));
  const sql = SQL.replace('t.n = 1', "t.at < TIMESTAMP '2026-07-07 00:00:00+00'");

  expect(await ask(sql)).toMatchObject({ ids: ['e1', 'e2', 'e3'], partitions: [['20260706']] });
});

test('rows beyond maxRows are cut and said so, whichever step has them', async () => {
  const { ask } = await openRig(eventsAgo(0, 3, 3, 7));
  const whole = SQL.replace(' LIMIT 3', '');

  expect(await ask(whole, { maxRows: 2 })).toMatchObject({ ids: ['e0', 'e1'], truncated: true });
  expect(await ask(whole, { maxRows: 4 })).toMatchObject({
    ids: ['e0', 'e1', 'e2', 'e3'],
    truncated: false,
  });
});

test.each([
  ['a window within one partition', SQL, {}, 0.4],
  ['a table of less than 10 MB', SQL, { numBytes: 9e6 }, 60],
  ['an expression that may raise an error', SQL.replace('t.n = 1', '10 / t.n > 2'), {}, 60],
])('%s is read by one job', async (_, sql, options, daysAgo) => {
  const { ask } = await openRig(eventsAgo(0, 0.2, 3), options);

  expect((await ask(sql, {}, daysAgo)).requests).toHaveLength(1);
});

test('a view of a table is read in steps too, of which each has the rows of its own time', async () => {
  const rig = await openRig(eventsAgo(0, 3, 3, 7));
  const { server } = rig;
  server.catalog.addTable('logs', {
    ...server.catalog.table('logs', EVENTS),
    tableReference: { tableId: 'below' },
  });
  server.catalog.makeView('logs', EVENTS, {
    projectId: 'fieldstone-test',
    datasetId: 'logs',
    tableId: 'below',
  });
  const engine = await rig.open();
  const since = { type: SCALARS.TIMESTAMP, value: (NOON - 60 * DAY) * 1_000 };
  const query = compileQuery(SQL, { since }, { tables: rig.tables, isCallersSql: false });
  const before = server.counters.log.length;
  const { rows } = await engine.run(query, { signal: NEVER });
  const texts = server.counters.log
    .slice(before)
    .filter(isQuery)
    .map((received) => bodyOf(received).query);

  expect(rows.map((row) => row[1])).toEqual(['e0', 'e1', 'e2']);
  expect(texts).toHaveLength(3);
  expect(texts.join()).not.toContain('SYSTEM_TIME');
});

test.each([
  `WITH _source_1 AS (SELECT t.at, t.id FROM ${EVENTS} AS t WHERE t.at >= @since) SELECT _source_1.at, _source_1.id FROM _source_1 ORDER BY _source_1.at DESC, id LIMIT 3`,
  `SELECT _rows.at AS _time, _rows.id AS least FROM ${EVENTS} AS _rows WHERE _rows.at >= @since ORDER BY _time DESC, least LIMIT 3`,
  `SELECT _time.at, _time.id AS _time FROM ${EVENTS} AS _time WHERE _time.at >= @since ORDER BY 1 DESC, 2 LIMIT 3`,
  `WITH _rows AS (SELECT found.at AS timed, found.id AS _time FROM ${EVENTS} AS found WHERE found.at >= @since) SELECT _rows.timed, _rows._time FROM _rows WHERE _rows._time != 'x' ORDER BY timed DESC, _time LIMIT 3`,
  `SELECT item.at, item.id FROM ${EVENTS} AS item, UNNEST(item.tags) AS place WITH OFFSET AS _time WHERE item.at >= @since AND _time = 0 ORDER BY item.at DESC, item.id LIMIT 3`,
])('names that steps add may be those of the statement: %s', async (sql) => {
  const { ask } = await openRig(eventsAgo(0, 3, 3, 7, 30));

  expect(await ask(sql)).toMatchObject({
    ids: ['e0', 'e1', 'e2'],
    partitions: [['20260710'], expect.anything(), ['20260707']],
  });
});

test('parameters that steps add are not those of the statement', async () => {
  const { ask } = await openRig(eventsAgo(0, 3, 3, 7, 30));
  const own = ['own_newest_from', 'own_newest_until', 'own_newest_rows'];
  const terms = own.map((name) => `t.id != @${name}`).join(' AND ');
  const sql = SQL.replace('t.n = 1', terms);
  const value = { type: SCALARS.STRING, value: 'e1' };
  const since = { type: SCALARS.TIMESTAMP, value: (NOON - 60 * DAY) * 1_000 };
  const all = new Map<string, BoundParameter>([
    ['since', since],
    ...own.map((name) => [name, value] as const),
  ]);

  expect(await ask(sql, { parameters: all })).toMatchObject({ ids: ['e0', 'e2', 'e3'] });
});
