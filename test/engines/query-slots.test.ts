import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunBounds, SlotQuery } from '../../src/engines/engine.ts';
import { QuerySlots } from '../../src/engines/query-slots.ts';

const NEVER = new AbortController().signal;

/** What a key asks, a stored query where nothing else is said. */
function asked(keyId = 'key', isCallersSql = false, bounds: RunBounds = {}): SlotQuery {
  return { purpose: { endpoint: 'test', keyId, via: 'rest' }, isCallersSql, bounds };
}

/** A queue whose runs end when the test says so, in a list of their names. */
function watched(slots: QuerySlots) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, query: SlotQuery) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return slots.use(query, NEVER, async () => {
      running.push(name);
      await promise;
      running.splice(running.indexOf(name), 1);
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { running, ask, end };
}

/** Lets everything happen that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until it is told to end. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    hasBegun: false,
    end: resolve,
    run: () => {
      work.hasBegun = true;
      return promise;
    },
  };
  return work;
}

test('QuerySlots runs as much as its limit and the rest in the order of asking', async () => {
  const slots = new QuerySlots({ running: 2, waiting: 2 });
  const query = asked('key', false, { maxRunning: 2, maxWaiting: 2 });
  const works = [heldWork(), heldWork(), heldWork(), heldWork()];
  const ends = works.map((work) => slots.use(query, NEVER, work.run));
  const begun = () => works.map(({ hasBegun }) => hasBegun);
  await expect.poll(begun).toEqual([true, true, false, false]);

  works[1]?.end();
  await ends[1];
  await expect.poll(begun).toEqual([true, true, true, false]);
  for (const { end } of works) end();

  await Promise.all(ends);
  expect(begun()).toEqual([true, true, true, true]);
});

test('QuerySlots refuses with OVERLOADED and Retry-After when too many wait', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 1 });
  const query = asked('key', false, { maxWaiting: 2 });
  const work = heldWork();
  const ends = [slots.use(query, NEVER, work.run), slots.use(query, NEVER, work.run)];

  await expect(slots.use(query, NEVER, work.run)).rejects.toMatchObject({
    code: 'OVERLOADED',
    status: 503,
    headers: { 'Retry-After': '1' },
  });
  work.end();
  await Promise.all(ends);
});

test('QuerySlots says beforehand what it would refuse, and that it would start at once what may', async () => {
  const slots = new QuerySlots({ running: 3, waiting: 3, runningCallersSql: 1 });
  const narrow = asked('a', true, { maxWaiting: 1 });
  const work = heldWork();
  const ends = [narrow, narrow].map((query) => slots.use(query, NEVER, work.run));

  expect(() => slots.check(narrow)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  expect(() => slots.check(asked('a', false))).not.toThrow();
  expect(() => slots.check(asked('b', true))).not.toThrow();
  for (const key of ['b', 'c']) ends.push(slots.use(asked(key, true), NEVER, work.run));
  expect(() => slots.check(asked('d', true))).toThrow(
    expect.objectContaining({ code: 'OVERLOADED' }),
  );

  work.end();
  await Promise.all(ends);
  expect(() => slots.check(asked('d', true))).not.toThrow();
});

test('QuerySlots gives up waiting when the signal is aborted and passes the place on', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 1 });
  const first = heldWork();
  const running = slots.use(asked(), NEVER, first.run);
  const leaver = new AbortController();
  const left = slots.use(asked(), leaver.signal, heldWork().run);
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(slots.use(asked(), AbortSignal.abort(new Error('late')), first.run)).rejects.toThrow(
    'late',
  );

  const next = heldWork();
  const waiting = slots.use(asked(), NEVER, next.run);
  first.end();
  next.end();

  await Promise.all([running, waiting]);
  expect(next.hasBegun).toBe(true);
});

test('QuerySlots frees the slot of work that fails', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 0 });

  await expect(slots.use(asked(), NEVER, () => Promise.reject(new Error('bad')))).rejects.toThrow(
    'bad',
  );

  expect(await slots.use(asked(), NEVER, () => Promise.resolve('next'))).toBe('next');
});

test('QuerySlots gives a free slot to the key that has fewest running, and then to the one served longest ago', async () => {
  const slots = new QuerySlots({ running: 3, waiting: 100 });
  const { ask, end, running } = watched(slots);
  const ends = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name, asked('a')));
  ends.push(ask('b1', asked('b')), ask('b2', asked('b')), ask('c1', asked('c')));
  await settle();
  expect(running).toEqual(['a1', 'a2', 'b1']);

  await end('a1');
  expect(running).toEqual(['a2', 'b1', 'c1']);
  await end('a2');
  expect(running).toEqual(['b1', 'c1', 'a3']);
  await end('c1');
  expect(running).toEqual(['b1', 'a3', 'b2']);
  for (const name of ['b1', 'a3', 'b2', 'a4', 'a5']) await end(name);
  await Promise.all(ends);
});

test('QuerySlots leaves a slot to other keys and to stored queries', async () => {
  const slots = new QuerySlots({ running: 4, waiting: 100, runningCallersSql: 2 });
  const { ask, end, running } = watched(slots);
  const ends = ['a1', 'a2', 'a3'].map((name) => ask(name, asked('a', true)));
  ends.push(ask('b1', asked('b', true)), ask('b2', asked('b', true)));
  ends.push(ask('a4', asked('a')), ask('c1', asked('c')));
  await settle();

  expect(running).toEqual(['a1', 'b1', 'a4', 'c1']);
  for (const name of ['a1', 'a4', 'c1', 'b1', 'a2', 'b2', 'a3']) await end(name);
  await Promise.all(ends);
});

test('QuerySlots refuses with RATE_LIMITED what a key has waiting beyond its bound, and nobody else', async () => {
  const { ask, end } = watched(new QuerySlots({ running: 1, waiting: 100 }));
  const narrow = asked('a', false, { maxWaiting: 1 });
  const ends = [ask('a1', narrow), ask('a2', narrow)];

  await expect(ask('a3', narrow)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    headers: { 'Retry-After': '1' },
  });
  ends.push(ask('b1', asked('b')), ask('a4', asked('a', false, { maxWaiting: 2 })));
  for (const name of ['a1', 'b1', 'a2', 'a4']) await end(name);
  await Promise.all(ends);
});

test('QuerySlots gives a key two thirds of the slots and half of the queue, unless it has bounds of its own', async () => {
  const { ask, end, running } = watched(new QuerySlots({ running: 6, waiting: 4 }));
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
  const ends = names.map((name) => ask(name, asked('a')));
  await settle();
  expect(running).toEqual(['a1', 'a2', 'a3', 'a4']);

  await expect(ask('a7', asked('a'))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  for (const name of names) await end(name);
  await Promise.all(ends);
});

test('QuerySlots obeys the bound of a key of its own', async () => {
  const { ask, end, running } = watched(new QuerySlots({ running: 3, waiting: 100 }));
  const narrow = asked('a', false, { maxRunning: 1 });
  const wide = asked('b', false, { maxRunning: 3 });
  const ends = [ask('a1', narrow), ask('a2', narrow)];
  await settle();
  expect(running).toEqual(['a1']);

  ends.push(ask('b1', wide), ask('b2', wide), ask('b3', wide));
  await settle();
  expect(running).toEqual(['a1', 'b1', 'b2']);
  for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) await end(name);
  await Promise.all(ends);
});

test('QuerySlots counts all refreshes that nobody waits for as one key', async () => {
  const { ask, end, running } = watched(new QuerySlots({ running: 3, waiting: 100 }));
  const refresh = (keyId: string): SlotQuery => ({
    ...asked(keyId),
    purpose: { endpoint: 'test', keyId, via: 'warm' },
  });
  const ends = ['a', 'b', 'c'].map((keyId) => ask(`${keyId} warm`, refresh(keyId)));
  ends.push(ask('a', asked('a')));
  await settle();

  expect(running).toEqual(['a warm', 'b warm', 'a']);
  for (const name of ['a warm', 'b warm', 'a', 'c warm']) await end(name);
  await Promise.all(ends);
});

test('QuerySlots makes room for a key that has few waiting at the cost of the one that has most', async () => {
  const { ask, end } = watched(new QuerySlots({ running: 1, waiting: 7 }));
  const wide = asked('a', false, { maxWaiting: 7 });
  const names = Array.from({ length: 7 }, (_, i) => `a${i}`);
  const ends = names.map((name) => ask(name, wide));
  const newest = ask('newest', wide);

  const other = ask('b1', asked('b'));

  await expect(newest).rejects.toMatchObject({ code: 'OVERLOADED' });
  await expect(ask('b2', asked('b'))).rejects.toMatchObject({ code: 'OVERLOADED' });
  for (const name of ['a0', 'b1', ...names.slice(1)]) await end(name);
  await Promise.all([...ends, other]);
});

const LIMITS = { running: 4, waiting: 6, runningCallersSql: 3 };
const BOUNDS = { maxRunning: 2, maxWaiting: 3 };

/** A name says its key, and whether it is callers' SQL. */
const isCallers = (name: string) => name[1] === '+';

function expectFair(running: readonly string[], waiting: readonly string[]): void {
  const callers = running.filter(isCallers).length;
  expect(running.length).toBeLessThanOrEqual(LIMITS.running);
  expect(callers).toBeLessThanOrEqual(LIMITS.runningCallersSql);
  expect(waiting.length).toBeLessThanOrEqual(LIMITS.waiting);
  for (const key of 'abcd') {
    const ofKey = running.filter((name) => name[0] === key).length;
    const idle = waiting.filter((name) => name[0] === key);
    expect(ofKey).toBeLessThanOrEqual(BOUNDS.maxRunning);
    expect(idle.length).toBeLessThanOrEqual(BOUNDS.maxWaiting);
    const hasRoom = running.length < LIMITS.running && ofKey < BOUNDS.maxRunning;
    const callersOfKey = running.filter((name) => name[0] === key && isCallers(name)).length;
    const fits = (name: string) =>
      !isCallers(name) ||
      (callers < LIMITS.runningCallersSql && callersOfKey < LIMITS.runningCallersSql - 1);
    expect(hasRoom && idle.some(fits)).toBe(false);
  }
}

test('QuerySlots keeps its bounds and leaves no slot free that somebody may have', async () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    isCallersSql: fc.boolean(),
    /** Which of those that run ends before. */
    ended: fc.option(fc.nat(10), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { ask, end, running } = watched(new QuerySlots(LIMITS));
      const present = new Set<string>();
      for (const [index, { key, isCallersSql, ended }] of steps.entries()) {
        const name = `${key}${isCallersSql ? '+' : '-'}${index}`;
        present.add(name);
        const leave = () => void present.delete(name);
        ask(name, asked(key, isCallersSql, BOUNDS)).then(leave, leave);
        if (ended !== undefined) await end(running[ended % running.length] ?? '');
        await settle();
        expectFair(
          running,
          [...present].filter((each) => !running.includes(each)),
        );
      }
    }),
    { numRuns: 200 },
  );
});
