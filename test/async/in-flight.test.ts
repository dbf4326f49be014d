import { expect, test } from 'vitest';
import { InFlight, shareRunning } from '../../src/async/in-flight.ts';

test('InFlight runs work once for all who ask meanwhile, and again for who asks later', async () => {
  const flights = new InFlight<string, number>();
  let runs = 0;
  const work = async () => {
    await Promise.resolve();
    return ++runs;
  };

  const [first, second, other] = await Promise.all([
    flights.share('a', work),
    flights.share('a', work),
    flights.share('b', work),
  ]);

  expect([first, second, other]).toEqual([1, 1, 2]);
  expect(await flights.share('a', work)).toBe(3);
});

test('InFlight fails for all who wait, and then has forgotten it', async () => {
  const flights = new InFlight<string, number>();
  const fail = () => Promise.reject(new Error('down'));

  const asked = await Promise.allSettled([flights.share('a', fail), flights.share('a', fail)]);

  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.share('a', async () => 1)).toBe(1);
});

test('shareRunning runs work once for all calls while it lasts, and again afterwards', async () => {
  let runs = 0;
  const work = shareRunning(async () => ++runs);

  expect(await Promise.all([work(), work()])).toEqual([1, 1]);
  expect(await work()).toBe(2);
});
