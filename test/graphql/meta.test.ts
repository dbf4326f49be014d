import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import { settled } from '../support/cached.ts';
import { cachedServer } from '../support/cached-server.ts';
import { graphqlServer } from '../support/graphql-server.ts';

const FIELD = 'usageApiCounts(project: "p", interval: DAILY)';
const META =
  '{ rowCount truncated meta { cacheStatus computedAt ageSeconds bytesBilled bytesSaved } }';

/** One row of statistics: a bucket, and four counts. */
const ROW = ['2026-07-01T10:00:00', 1, 2, 3, 4];

async function server(run: Parameters<typeof cachedServer>[0]) {
  const made = await cachedServer(run);
  const ask = async (query = `{ answer: ${FIELD} ${META} }`) => {
    const response = await made.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': made.key },
      payload: { query },
    });
    await settled();
    return response.json().data;
  };
  return { ...made, ask };
}

test('meta follows rows through their life: computed, kept, stale, computed anew', async () => {
  const { ask, clock } = await server(() => ({ rows: [ROW], truncated: true, bytesBilled: 10 }));
  const answer = (meta: object) => ({ answer: { rowCount: 1, truncated: true, meta } });
  const first = '2026-07-01T12:00:00.000000Z';

  expect(await ask()).toEqual(
    answer({
      cacheStatus: 'MISS',
      computedAt: first,
      ageSeconds: 0,
      bytesBilled: 10,
      bytesSaved: 0,
    }),
  );
  clock.advance(1.999999);
  expect(await ask()).toEqual(
    answer({
      cacheStatus: 'HIT',
      computedAt: first,
      ageSeconds: 1,
      bytesBilled: 0,
      bytesSaved: 10,
    }),
  );
  clock.advance(900);
  expect(await ask()).toEqual(
    answer({
      cacheStatus: 'STALE',
      computedAt: first,
      ageSeconds: 901,
      bytesBilled: 0,
      bytesSaved: 10,
    }),
  );
  // Computed in the background meanwhile.
  expect(await ask()).toEqual(
    answer({
      cacheStatus: 'HIT',
      computedAt: '2026-07-01T12:15:01.999999Z',
      ageSeconds: 0,
      bytesBilled: 0,
      bytesSaved: 10,
    }),
  );
});

test('stale rows stand in for a run that fails, and say so', async () => {
  let fails = false;
  const { ask, clock } = await server(() => {
    if (fails) throw new FieldstoneError('ENGINE_UNAVAILABLE', 'Not now');
    return { rows: [ROW] };
  });
  await ask();
  fails = true;

  clock.advance(1_300);
  const standIn = await ask();
  clock.advance(3_300);

  expect(standIn.answer).toMatchObject({ meta: { cacheStatus: 'STALE', ageSeconds: 1_300 } });
  expect(await ask()).toEqual({ answer: null });
});

test('fields that share a run say which of them it is billed for', async () => {
  const { ask } = await server(() => ({ rows: [ROW], bytesBilled: 10 }));
  const meta = '{ meta { cacheStatus bytesBilled bytesSaved redacted } }';

  const shared = await ask(`{ a: ${FIELD} ${meta} b: ${FIELD} ${meta} }`);
  const kept = await ask(
    `{ a: ${FIELD} ${meta} b: ${FIELD.replace(')', ', redactPii: true)')} ${meta} }`,
  );

  expect(shared).toEqual({
    a: { meta: { cacheStatus: 'MISS', bytesBilled: 10, bytesSaved: 0, redacted: false } },
    b: { meta: { cacheStatus: 'COLLAPSED', bytesBilled: 0, bytesSaved: 0, redacted: false } },
  });
  expect(kept).toEqual({
    a: { meta: { cacheStatus: 'HIT', bytesBilled: 0, bytesSaved: 10, redacted: false } },
    b: { meta: { cacheStatus: 'HIT', bytesBilled: 0, bytesSaved: 10, redacted: true } },
  });
});

interface Versioned {
  readonly name: string;
  readonly definitionVersion: string;
}

test('every answer of an endpoint has the version that the list of endpoints has', async () => {
  const { post } = await graphqlServer();
  const version = '{ meta { definitionVersion } }';
  const logs = 'project: "p", projectTier: PRO';

  const { body } = await post({
    query: `{
      logsAll(${logs}) ${version}
      logsAllViews(${logs}) { edge ${version} auth ${version} }
      sandbox(endpoint: "logs.all", arguments: { project: "p" }, sql: "SELECT 1") ${version}
      ${FIELD} ${version}
      endpoints { name definitionVersion }
    }`,
  });

  const { endpoints, ...answers } = body.data ?? {};
  const answerOf = (endpoint: string) => {
    const listed = (endpoints as Versioned[]).find(({ name }) => name === endpoint);
    return { meta: { definitionVersion: listed?.definitionVersion } };
  };
  const ofLogs = answerOf('logs.all');
  expect(ofLogs).not.toEqual(answerOf('usage.api-counts'));
  expect(answers).toEqual({
    logsAll: ofLogs,
    logsAllViews: { edge: ofLogs, auth: ofLogs },
    sandbox: ofLogs,
    usageApiCounts: answerOf('usage.api-counts'),
  });
});

test('a key with a pinned tenant learns nothing of the bytes of all tenants', async () => {
  const { app, keys } = await cachedServer(() => ({ rows: [ROW], bytesBilled: 10 }));
  const pinned = keys.add({ pins: new Map([['project', 'p']]) });
  const ask = async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': pinned },
      payload: { query: `{ answer: ${FIELD} { meta { cacheStatus bytesBilled bytesSaved } } }` },
    });
    return response.json().data.answer.meta;
  };

  expect(await ask()).toEqual({ cacheStatus: 'MISS', bytesBilled: null, bytesSaved: null });
  expect(await ask()).toEqual({ cacheStatus: 'HIT', bytesBilled: 0, bytesSaved: null });
});
