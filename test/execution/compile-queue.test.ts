import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { FieldstoneError } from '../../src/errors.ts';
import { CompileQueue } from '../../src/execution/compile-queue.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import { PROJECT } from '../support/project.ts';
import { testCaller } from '../support/test-caller.ts';

const { signal } = new AbortController();
const ROOM = { checkRoom: () => {} };

const [ENDPOINT] = prepareEndpoints(PROJECT);

function requestOf(keyId: string): RunRequest {
  if (!ENDPOINT) throw new Error('There is no endpoint');
  const caller = testCaller({ keyId, name: keyId });
  return {
    endpoint: ENDPOINT,
    caller,
    arguments: {},
    sql: 'SELECT 1',
    redact: false,
    via: 'rest',
  };
}

test('CompileQueue compiles one statement a round of the event loop, round robin by key', async () => {
  const queue = new CompileQueue({ isOverloaded: false }, ROOM);
  const done: string[] = [];
  const tick = () => {
    done.push('|');
    if (done.length < 100) setImmediate(tick);
  };
  const compile = (keyId: string) => queue.use(requestOf(keyId), signal, () => done.push(keyId));

  setImmediate(tick);
  await Promise.all(['a', 'a', 'a', 'b'].map(compile));

  expect(done.join('').replaceAll(/\|+/g, '|')).toMatch(/^\|?a\|b\|a\|a$/);
});

test('CompileQueue refuses what a key has waiting beyond its bound', async () => {
  const queue = new CompileQueue({ isOverloaded: false }, ROOM);
  const compile = () => queue.use(requestOf('a'), signal, () => 'made');

  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, compile));

  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
});

test('CompileQueue compiles nothing under overload', async () => {
  const queue = new CompileQueue({ isOverloaded: true }, ROOM);
  let isCompiled = false;
  const compile = () => {
    isCompiled = true;
  };

  await expect(queue.use(requestOf('a'), signal, compile)).rejects.toMatchObject({
    code: 'OVERLOADED',
  });
  expect(isCompiled).toBe(false);
});

test('CompileQueue does not compile what the engine has no room for, nor what it has none for any more', async () => {
  let room = 2;
  const full = new FieldstoneError('RATE_LIMITED', 'This key has enough waiting');
  const checkRoom = () => {
    if (room === 0) throw full;
  };
  const queue = new CompileQueue({ isOverloaded: false }, { checkRoom });
  let compiled = 0;
  const compile = () =>
    queue.use(requestOf('a'), signal, () => {
      compiled += 1;
      room -= 1;
    });

  const outcomes = await Promise.allSettled([compile(), compile(), compile()]);
  await expect(compile()).rejects.toBe(full);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(outcomes[2]).toMatchObject({ reason: full });
  expect(compiled).toBe(2);
});

test('CompileQueue compiles nothing of those who have left, and all of the others', async () => {
  const asked = fc.record({
    keyId: fc.constantFrom('a', 'b'),
    leaves: fc.constantFrom('before', 'while it waits', 'never', 'never'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 20, size: 'max' }), async (callers) => {
      const queue = new CompileQueue({ isOverloaded: false }, ROOM);
      const compiled: number[] = [];
      const outcomes = callers.map(({ keyId, leaves }, i) => {
        const leaving = new AbortController();
        const leave = () => leaving.abort(new Error('left'));
        if (leaves === 'before') leave();
        const outcome = queue.use(requestOf(keyId), leaving.signal, () => compiled.push(i));
        if (leaves === 'while it waits') leave();
        return outcome;
      });
      const settled = await Promise.allSettled(outcomes);

      const stay = callers.flatMap(({ leaves }, i) => (leaves === 'never' ? [i] : []));
      expect(compiled.toSorted((left, right) => left - right)).toEqual(stay);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(stay.length);
    }),
  );
});
