import { Counters } from '../../src/cache/counters.ts';
import { openRedisLevel } from '../../src/redis/connect.ts';
import { ReplicaSingleFlight } from '../../src/sources/replica-single-flight.ts';
import { live } from './live.ts';
import { testPlan } from './test-plan.ts';

/** A process that runs a question without end, says so, and waits for its death. */
const [url = '', namespace = '', identity = ''] = process.argv.slice(2);
const counters = new Counters();
let isAsked = false;
const level = openRedisLevel({
  url,
  namespace,
  counters,
  timeoutMs: 5_000,
  onState: (state) => {
    if (state === 'up' && !isAsked) void ask();
  },
});

function ask(): Promise<unknown> {
  isAsked = true;
  const flight = new ReplicaSingleFlight({
    source: {
      answer: () => {
        process.stdout.write('running\n');
        return new Promise(() => {});
      },
    },
    locks: level.locks,
    counters,
    clock: () => 0n,
  });
  return flight.answer(testPlan(identity), live());
}

setInterval(() => {}, 60_000);
