import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStore, openKeyv } from '../../src/cache/keyv.ts';
import { describeCacheStore } from './contract.ts';

interface Note {
  readonly text: string;
  bytes: number;
}

const note = (text: string, bytes = 1): Note => ({ text, bytes });

describeCacheStore('MemoryStore', async () => ({
  open: (namespace) => {
    const store = new MemoryStore<Note>(1_000);
    return { keyv: openKeyv<Note>(store, namespace), list: () => store.entries() };
  },
  make: (text: string) => note(text),
}));

test('MemoryStore does not keep what is larger than it is, nor what that should replace', async () => {
  const store = new MemoryStore<Note>(10);
  const keyv = openKeyv<Note>(store, 'test');
  await keyv.set('a', note('small'));

  await keyv.set('a', note('large', 11));

  expect(store.get('a')?.value).toBeUndefined();
  expect(store.calculatedSize).toBe(0);
});

test('MemoryStore counts what it drops for lack of room, and nothing else', async () => {
  const store = new MemoryStore<Note>(3);
  const keyv = openKeyv<Note>(store, 'test');
  const grown = note('grown');

  await keyv.set('a', note('replaced'));
  await keyv.set('a', note('deleted'));
  await keyv.delete('a');
  await keyv.set('large', note('too large', 4));
  expect(store.usage).toEqual({ bytes: 0, maxBytes: 3, entries: 0, evictions: 0 });
  for (const name of ['b', 'c', 'd', 'e']) await keyv.set(name, note(name));
  expect(store.usage).toEqual({ bytes: 3, maxBytes: 3, entries: 3, evictions: 1 });
  await keyv.set('f', grown);
  grown.bytes = 3;
  store.resize('f', grown);
  expect(store.usage).toEqual({ bytes: 3, maxBytes: 3, entries: 1, evictions: 4 });
});

test('a Keyv over a store throws its errors, and passes names on as they are', async () => {
  const names: string[] = [];
  class Failing extends MemoryStore<Note> {
    override get(name: string) {
      names.push(name);
      if (name.startsWith('bad')) throw new Error('Not now');
      return super.get(name);
    }
  }
  const keyv = openKeyv<Note>(new Failing(10), 'space');

  await expect(keyv.get('bad:name')).rejects.toThrow('Not now');
  expect(await keyv.get('{good}:name')).toBeUndefined();
  expect(names).toEqual(['bad:name', '{good}:name']);
});

test('MemoryStore.resize leaves alone what was replaced or has gone', async () => {
  const store = new MemoryStore<Note>(10);
  const keyv = openKeyv<Note>(store, 'test');
  const [old, young] = [note('old'), note('young')];
  await keyv.set('a', old);
  await keyv.set('a', young);

  old.bytes = 5;
  store.resize('a', old);
  store.resize('b', old);

  expect(store.get('a')?.value).toBe(young);
  expect([store.calculatedSize, [...store.values()].map(({ value }) => value)]).toEqual([
    1,
    [young],
  ]);
});

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const MAX_BYTES = 10;
interface Step {
  readonly do: 'set' | 'read' | 'grow' | 'delete';
  readonly name: string;
  readonly bytes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('set', 'read', 'grow', 'delete'),
  name: fc.constantFrom(...NAMES),
  bytes: fc.integer({ min: 1, max: MAX_BYTES + 2 }),
});

/** The same in the plainest way: a list, of which the last was used last. */
class Model {
  notes: { readonly name: string; readonly note: Note }[] = [];

  use(name: string): Note | undefined {
    const found = this.notes.find((each) => each.name === name);
    if (found) this.notes = [...this.notes.filter((each) => each !== found), found];
    return found?.note;
  }

  put(name: string, note: Note): void {
    this.remove(name);
    if (note.bytes > MAX_BYTES) return;
    this.notes.push({ name, note });
    while (this.bytes > MAX_BYTES) this.notes.shift();
  }

  remove(name: string): boolean {
    const before = this.notes.length;
    this.notes = this.notes.filter((each) => each.name !== name);
    return this.notes.length < before;
  }

  get bytes(): number {
    return this.notes.reduce((sum, { note }) => sum + note.bytes, 0);
  }
}

/** Does the same to a store and to the model of it. */
async function take(store: MemoryStore<Note>, model: Model, each: Step, text: string) {
  const { name, bytes } = each;
  const kept = store.get(name)?.value;
  expect(model.use(name)?.text).toBe(kept?.text);
  if (each.do === 'set') {
    await openKeyv<Note>(store, 'test').set(name, note(text, bytes));
    model.put(name, note(text, bytes));
  }
  if (each.do === 'grow' && kept) {
    kept.bytes += bytes;
    store.resize(name, kept);
    model.put(name, kept);
  }
  if (each.do === 'delete') expect(await store.delete(name)).toBe(model.remove(name));
}

test('MemoryStore never holds more than its bytes, and forgets what was not used for the longest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const store = new MemoryStore<Note>(MAX_BYTES);
      const model = new Model();

      for (const [i, each] of steps.entries()) {
        await take(store, model, each, `${i}`);
        expect(store.calculatedSize).toBeLessThanOrEqual(MAX_BYTES);
        expect(store.calculatedSize).toBe(model.bytes);
        expect([...store.values()].map(({ value }) => value)).toEqual(
          model.notes.map((kept) => kept.note).toReversed(),
        );
      }
    }),
    { numRuns: 500 },
  );
});
