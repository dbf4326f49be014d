import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';

/** A store behind Keyv, and what it has as Keyv has given it: names and `{ value }`. */
export interface StoreUnderTest<Value> {
  readonly keyv: Keyv<Value>;
  list(): AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
}

/** A kind of store. */
export interface StoresUnderTest<Value> {
  /** Opens a store for a namespace, beside the others of this test. */
  open(namespace: string): StoreUnderTest<Value>;
  /** A value of the kind that the store keeps. */
  make(text: string): Value;
}

const NAMES = ['a', 'b', '{key}:entry', 'with: colon', 'ö', '__proto__', '*', 'a::b'];

type Step =
  | { readonly do: 'set'; readonly name: string; readonly text: string }
  | { readonly do: 'delete' | 'get' | 'has'; readonly name: string }
  | { readonly do: 'clear' };

const name = fc.constantFrom(...NAMES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('set'), name, text: fc.string() }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constantFrom('delete', 'get', 'has'), name }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('clear') }), weight: 1 },
);

/** What every store of the cache does behind Keyv. */
export function describeCacheStore<Value>(
  title: string,
  setUp: () => Promise<StoresUnderTest<Value>>,
  { isSkipped = false, numRuns = 200 } = {},
): void {
  const open = async () => {
    const stores = await setUp();
    const namespace = `test-${randomUUID()}`;
    return { ...stores, namespace, ...stores.open(namespace) };
  };
  describe.skipIf(isSkipped)(title, () => {
    checkValues(open);
    checkNamespaces(open);
    checkModel(open, numRuns);
  });
}

type Open<Value> = () => Promise<
  StoresUnderTest<Value> & StoreUnderTest<Value> & { namespace: string }
>;

function checkValues<Value>(openOne: Open<Value>): void {
  test('has nothing under a name that nobody wrote', async () => {
    const { keyv } = await openOne();

    expect(await keyv.get('absent')).toBeUndefined();
    expect(await keyv.has('absent')).toBe(false);
    expect(await keyv.delete('absent')).toBe(false);
  });

  test('gives a value back as it is', async () => {
    const { keyv, make } = await openOne();

    expect(await keyv.set('a', make('\ud800 \0 text'))).toBe(true);

    expect(await keyv.get('a')).toStrictEqual(make('\ud800 \0 text'));
  });

  test('gives many values back in the order of their names', async () => {
    const { keyv, make } = await openOne();
    await keyv.set('a', make('first'));
    await keyv.set('c', make('third'));

    const many = await keyv.get(['c', 'b', 'a']);

    expect(many).toStrictEqual([make('third'), undefined, make('first')]);
    expect(await keyv.delete(['a', 'c'])).toBe(true);
    expect(await keyv.get('c')).toBeUndefined();
  });
}

function checkNamespaces<Value>(openOne: Open<Value>): void {
  test('keeps namespaces apart', async () => {
    const { keyv: one, namespace, open, make } = await openOne();
    const { keyv: two } = open(`${namespace}-2`);
    await one.set('a', make('of one'));
    await two.set('a', make('of two'));
    await two.set('b', make('of two'));

    expect(await one.get('a')).toStrictEqual(make('of one'));
    expect(await one.get('b')).toBeUndefined();
    await one.clear();
    expect(await one.get('a')).toBeUndefined();
    expect(await two.get('a')).toStrictEqual(make('of two'));
  });

  test('lists what it has', async () => {
    const { keyv, list, make } = await openOne();
    for (const text of NAMES) await keyv.set(text, make(text));

    const listed = new Map<unknown, unknown>();
    for await (const [key, stored] of list()) {
      listed.set(key, (stored as { value: unknown }).value);
    }

    expect(listed).toEqual(new Map(NAMES.map((text) => [text, make(text)])));
  });
}

function checkModel<Value>(openOne: Open<Value>, numRuns: number): void {
  test('does what a map does, whatever is asked of it', async () => {
    const { keyv, make } = await openOne();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const model = new MapModel<Value>();
        await keyv.clear();
        for (const each of steps) {
          expect(await take(keyv, make, each)).toStrictEqual(take(model, make, each));
        }
      }),
      { numRuns },
    );
  });
}

/** A map, asked as Keyv is. */
class MapModel<Value> {
  readonly #map = new Map<string, Value>();

  set(key: string, value: Value): boolean {
    this.#map.set(key, value);
    return true;
  }

  get(key: string): Value | undefined {
    return this.#map.get(key);
  }

  has(key: string): boolean {
    return this.#map.has(key);
  }

  delete(key: string): boolean {
    return this.#map.delete(key);
  }

  clear(): void {
    this.#map.clear();
  }
}

function take<Value>(
  store: MapModel<Value> | Pick<Keyv<Value>, 'set' | 'get' | 'has' | 'delete' | 'clear'>,
  make: (text: string) => Value,
  each: Step,
): unknown {
  switch (each.do) {
    case 'set':
      return store.set(each.name, make(each.text));
    case 'get':
      return store.get(each.name);
    case 'has':
      return store.has(each.name);
    case 'delete':
      return store.delete(each.name);
    case 'clear':
      return store.clear();
  }
}
