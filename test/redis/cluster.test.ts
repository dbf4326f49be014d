import { expect, test } from 'vitest';
import { openLevelUp } from '../support/redis-level.ts';
import { freePort, hasRedisServer, RedisServer, until } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testPlan } from '../support/test-plan.ts';

const ENTRY = { rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n };

/** A level on a cluster of one node, which refuses commands and scripts whose keys are of several slots. */
async function openOnCluster() {
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', `${await freePort()}`];
  const server = await RedisServer.start(...settings, '--dir', temporaryFolder());
  await server.send('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  const level = await openLevelUp(server.url);
  const info = () => level.link.call((client) => client.sendCommand(['CLUSTER', 'INFO']));
  await until(async () => String(await info()).includes('cluster_state:ok'));
  return level;
}

test.skipIf(!hasRedisServer)(
  'A level works on a node of a cluster, where a script takes only keys of one slot',
  async () => {
    const { counter, counters, locks, shared } = await openOnCluster();
    const kept = Array.from({ length: 10 }, (_, i) => testPlan(`kept ${i}`));
    const unkept = kept.map(({ key }, i) => testPlan(`${i}`, { key, lifetime: undefined }));

    for (const plan of [...kept, ...unkept]) {
      const claim = await locks.claim(plan);
      const taken = await locks.claim(plan);
      if (claim.kind !== 'mine' || taken.kind !== 'taken') throw new Error(claim.kind);
      await claim.lease.publish(ENTRY);
      expect(await locks.look(plan, taken.holder)).toEqual({ kind: 'ended', entry: ENTRY });
    }

    for (const plan of kept) expect(await shared.get(plan)).toEqual(ENTRY);
    expect(await counter.add('sum', 2, 60)).toBe(2);
    expect([...counters.entries()]).toEqual([
      ['shared_written', 20],
      ['shared_hit', 10],
    ]);
  },
);
