import { expect, onTestFinished, test } from 'vitest';
import { EventLoopLoad, refuseOverload } from '../../src/async/event-loop-load.ts';

/** A load whose looks come when the test says so, each so late, in a thread that works a part of the time. */
function scripted(part = 1) {
  let now = 0;
  const load = new EventLoopLoad({ now: () => now, worked: () => now * part });
  // Its own timer must not look in between.
  load.close();
  onTestFinished(() => load.close());
  const look = (lateMs: number, times = 1) => {
    for (let i = 0; i < times; i += 1) {
      now += 20 + lateMs;
      load.look();
    }
  };
  return { load, look };
}

test('EventLoopLoad takes a lasting delay for overload, and one long pause not', () => {
  const { load, look } = scripted();

  look(2_000);
  look(1, 3);
  look(30, 20);
  expect(load.isOverloaded).toBe(false);
  look(60, 9);
  expect(load.isOverloaded).toBe(false);
  look(60);
  expect(load.isOverloaded).toBe(true);
  look(1);
  expect(load.isOverloaded).toBe(false);
});

test('EventLoopLoad takes no delay for overload while its thread waits for a core', () => {
  const { load, look } = scripted(0.1);

  look(1);
  look(200, 50);

  expect(load.isOverloaded).toBe(false);
});

test('refuseOverload throws OVERLOADED with Retry-After under overload alone', () => {
  expect(() => refuseOverload({ isOverloaded: false })).not.toThrow();
  expect(() => refuseOverload({ isOverloaded: true })).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', headers: { 'Retry-After': '1' } }),
  );
});
