import { expect, test } from 'vitest';
import { banner } from '../../../src/server/lifecycle/banner.ts';

const URL = 'http://127.0.0.1:4000';

test.each([
  ['answers', async () => ({ notes: 0, isAnswering: true }), 'Fieldstone is ready.'],
  ['is away', async () => ({ notes: 0, isAnswering: false }), 'not ready yet: http'],
  ['is not set up', () => Promise.reject(new Error('refused')), 'not ready yet: http'],
  ['hangs', () => new Promise<never>(() => {}), `not ready yet: ${URL}/readyz says why`],
])('the banner is honest when the engine %s', async (_, check, says) => {
  expect(await banner(URL, 'a key', { check }, '/a', 20)).toContain(says);
});

test.each([
  ['/api/endpoints/query/a?b=1', `${URL}/api/endpoints/query/a?b=1`],
  [undefined, `${URL}/api/endpoints\n`],
])('the banner shows the example %s, without one the list of endpoints', async (path, says) => {
  const check = async () => ({ notes: 0, isAnswering: true });

  expect(await banner(URL, 'a key', { check }, path)).toContain(says);
});
