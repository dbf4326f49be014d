import { expect, test } from 'vitest';
import { Cursors, cursorKey } from '../../src/execution/paging/view-cursor.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';
import { type Answer, NOW, PAGE } from '../support/view-page.ts';

const ROWS = {
  'cloudflare.logs.prod': [3, 2, 1].map((second) =>
    edgeRow({ at: `2026-07-01T11:00:0${second}Z`, id: `${second}` }),
  ),
};

interface Asked {
  readonly view?: string;
  readonly tier?: string;
  readonly args?: string;
  readonly after?: string | null;
  readonly limit?: number;
  readonly key?: string;
}

async function pageOf(
  { app, key: everything }: Gateway,
  { view = 'edge', tier = 'PRO', args = '', after = null, limit = 1, key = everything }: Asked,
) {
  const query = `query ($after: String) {
    logsAllViews(project: "demo", projectTier: ${tier} ${args}) {
      ${view}(limit: ${limit}, after: $after) { rows { id eventMessage } ${PAGE} }
    }
  }`;
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key },
    payload: { query, variables: { after } },
  });
  const { data, errors }: { data?: Answer; errors?: readonly object[] } = response.json();
  return { page: data?.logsAllViews?.[view], errors };
}

const REFUSED = [
  {
    message: expect.stringMatching(/^Argument "after" is not a cursor of this question/),
    extensions: { code: 'BAD_USER_INPUT' },
  },
];

const WINDOW = 'isoTimestampEnd: "2026-07-01T12:00:00Z"';

test.each<[string, Asked, Asked]>([
  ['view', {}, { view: 'postgres' }],
  ['window', {}, { args: WINDOW }],
  ['tier', {}, { tier: 'FREE' }],
  ['redaction', {}, { args: 'redactPii: true' }],
  ['plain rows', { args: 'redactPii: true' }, {}],
])('a cursor is refused for another question: %s', async (_, first, then) => {
  const asked = await gateway({ rows: ROWS, now: NOW });
  const { page } = await pageOf(asked, first);
  if (!page?.endCursor) throw new Error('there is no cursor');

  const own = await pageOf(asked, { ...first, after: page.endCursor, limit: 2 });
  const other = await pageOf(asked, { ...then, after: page.endCursor });

  expect(own.page?.rows.map(({ id }) => id)).toEqual(['2', '1']);
  expect(other.errors).toMatchObject(REFUSED);
});

test('a cursor of an open key is none of a pinned one, and the other way round', async () => {
  const asked = await gateway({ rows: ROWS, now: NOW });
  const pinned = asked.keys.add({ pins: new Map([['project', 'demo']]) });
  const same = asked.keys.add({ pins: new Map([['project', 'demo']]) });
  const ofOpen = (await pageOf(asked, {})).page?.endCursor ?? null;
  const ofPinned = (await pageOf(asked, { key: pinned })).page?.endCursor ?? null;

  expect((await pageOf(asked, { key: pinned, after: ofOpen })).errors).toMatchObject(REFUSED);
  expect((await pageOf(asked, { after: ofPinned })).errors).toMatchObject(REFUSED);
  expect((await pageOf(asked, { key: same, after: ofPinned })).page?.rows).toMatchObject([
    { id: '2' },
  ]);
});

test('a key that redacts cannot compare hidden ids with texts of its choice', async () => {
  const hidden = edgeRow({ at: '2026-07-01T11:00:00Z', id: '203.0.113.77' });
  const asked = await gateway({ rows: { 'cloudflare.logs.prod': [hidden] }, now: NOW });
  const key = asked.keys.add({ redact: true, sandbox: false });
  const { page } = await pageOf(asked, { key });
  const [version, position, code] = page?.endCursor?.split('.') ?? [];
  const [timestamp] = JSON.parse(Buffer.from(position ?? '', 'base64url').toString());

  expect(page?.rows).toMatchObject([{ id: 'REDACTED' }]);
  for (const guess of ['203', '204', null]) {
    const text = Buffer.from(JSON.stringify([timestamp, 0, guess])).toString('base64url');
    const { errors, page: next } = await pageOf(asked, {
      key,
      after: [version, text, code].join('.'),
    });
    expect(next).toBeNull();
    expect(errors).toMatchObject(REFUSED);
  }
});

test('a cursor is good at a service with the same secret alone', async () => {
  const withSecret = (secret: string) =>
    gateway({ rows: ROWS, now: NOW, cursors: new Cursors(() => [cursorKey(secret)]) });
  const [one, same, other] = await Promise.all(
    ['a', 'a', 'b'].map((letter) => withSecret(letter.repeat(32))),
  );
  if (!one || !same || !other) throw new Error('there are three');
  const after = (await pageOf(one, {})).page?.endCursor ?? null;

  expect((await pageOf(same, { after })).page?.rows).toMatchObject([{ id: '2' }]);
  expect((await pageOf(other, { after })).errors).toMatchObject(REFUSED);
});
