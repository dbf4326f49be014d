import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCursors } from '../../../src/execution/paging/open-cursors.ts';
import type { SharedSecretPlace } from '../../../src/execution/paging/shared-cursor-secret.ts';
import { type Cursors, START } from '../../../src/execution/paging/view-cursor.ts';
import { openLevelUp } from '../../support/redis-level.ts';
import { hasRedisServer, RedisServer, until } from '../../support/redis-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCOPE = {
  endpoint: 'logs.all',
  view: 'edge',
  arguments: { project: 'demo' },
  tenant: undefined,
  redact: false,
};

/** Cursors that are closed when the test ends, with the reasons why their key is of this process alone. */
async function opened(places: Partial<Parameters<typeof openCursors>[0]>) {
  const reasons: string[] = [];
  const { cursors, close } = await openCursors({
    configured: undefined,
    redis: undefined,
    dataDir: temporaryFolder(),
    onOwn: (reason) => reasons.push(reason),
    ...places,
  });
  onTestFinished(close);
  return { cursors, reasons };
}

function accepts(reader: Cursors, issuer: Cursors): boolean {
  return reads(reader, issuer.of(SCOPE).issue(START));
}

function reads(reader: Cursors, cursor: string): boolean {
  try {
    reader.of(SCOPE).read(cursor);
    return true;
  } catch {
    return false;
  }
}

const SECRETS = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

test('CURSOR_SECRET comes first: its second secret only checks', async () => {
  const [a, b, c] = SECRETS;
  const before = await opened({ configured: [a] });
  const rotating = await opened({ configured: [b, a] });
  const after = await opened({ configured: [b] });
  const other = await opened({ configured: [c] });

  expect(accepts(rotating.cursors, before.cursors)).toBe(true);
  expect(accepts(after.cursors, rotating.cursors)).toBe(true);
  expect(accepts(before.cursors, rotating.cursors)).toBe(false);
  expect(accepts(other.cursors, before.cursors)).toBe(false);
  expect(before.reasons).toEqual([]);
});

test('a secret in the data folder outlives the process, for this user alone', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const first = await opened({ dataDir });
  const second = await opened({ dataDir });
  const elsewhere = await opened({});
  const file = join(dataDir, 'cursor.key');

  expect(accepts(second.cursors, first.cursors)).toBe(true);
  expect(accepts(elsewhere.cursors, first.cursors)).toBe(false);
  expect(readdirSync(dataDir)).toEqual(['cursor.key']);
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(first.reasons).toEqual([]);
});

test('processes that start at once have one secret', async () => {
  const dataDir = join(temporaryFolder(), 'data');

  const all = await Promise.all(Array.from({ length: 8 }, () => opened({ dataDir })));

  for (const one of all)
    expect(all.every(({ cursors }) => accepts(one.cursors, cursors))).toBe(true);
  expect(readdirSync(dataDir)).toEqual(['cursor.key']);
});

test.each([
  ['a folder that is a file', (folder: string) => writeFileSync(join(folder, 'data'), '')],
  [
    'a file that is cut off',
    (folder: string) => {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'data/cursor.key'), 'short\n');
    },
  ],
])(
  'without a usable file the secret is of this process, and why is said once: %s',
  async (_, make) => {
    const folder = temporaryFolder();
    make(folder);
    const dataDir = join(folder, 'data');

    const one = await opened({ dataDir });
    const other = await opened({ dataDir });

    expect(one.reasons).toHaveLength(1);
    expect(accepts(one.cursors, one.cursors)).toBe(true);
    expect(accepts(other.cursors, one.cursors)).toBe(false);
  },
);

test.skipIf(!hasRedisServer)('replicas on one Redis accept the cursors of each other', async () => {
  const { url } = await RedisServer.start();
  const redis = await openLevelUp(url);
  const same = await openLevelUp(url, { namespace: redis.namespace });
  const [one, two, other] = await Promise.all(
    [redis, same, await openLevelUp(url)].map((level) => opened({ redis: level })),
  );
  if (!one || !two || !other) throw new Error('there are three');

  expect(accepts(one.cursors, two.cursors)).toBe(true);
  expect(accepts(two.cursors, one.cursors)).toBe(true);
  expect(accepts(other.cursors, one.cursors)).toBe(false);
  expect([one, two, other].flatMap(({ reasons }) => reasons)).toEqual([]);
});

test.skipIf(!hasRedisServer)('a secret that Redis lost is put back by who has it', async () => {
  const server = await RedisServer.start();
  const redis = await openLevelUp(server.url);
  const name = `${redis.namespace}::cursor-secret`;
  const place = { link: redis.link, namespace: redis.namespace, pollMs: 10 };
  const one = await opened({ redis: place });
  const before = await redis.link.call((client) => client.get(name));

  await redis.link.call((client) => client.flushAll());
  await until(async () => (await redis.link.call((client) => client.get(name))) !== null);

  expect(await redis.link.call((client) => client.get(name))).toBe(before);
  const late = await opened({ redis: place });
  expect(accepts(late.cursors, one.cursors)).toBe(true);
});

test.skipIf(!hasRedisServer)(
  'a replica that came up without Redis accepts its own cursors for an hour after it took the shared secret',
  async () => {
    const redis = await openLevelUp((await RedisServer.start()).url);
    let isReachable = false;
    let now = Date.now();
    const link: SharedSecretPlace['link'] = {
      get isUp() {
        return isReachable && redis.link.isUp;
      },
      run: (...args) => redis.link.run(...args),
    };
    const place = { link, namespace: redis.namespace, pollMs: 10, now: () => now };
    const early = await opened({ redis: place });
    const own = early.cursors.of(SCOPE).issue(START);
    const other = await opened({ redis });
    expect(early.reasons).toEqual(['Redis does not answer, or refuses it']);
    expect(accepts(other.cursors, early.cursors)).toBe(false);

    isReachable = true;
    await until(() => accepts(other.cursors, early.cursors));

    now += 3_590_000;
    expect(reads(early.cursors, own)).toBe(true);
    now += 20_000;
    expect(reads(early.cursors, own)).toBe(false);
    expect(accepts(early.cursors, other.cursors)).toBe(true);
  },
);
