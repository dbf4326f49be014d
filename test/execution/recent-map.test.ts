import { expect, test } from 'vitest';
import { RecentMap } from '../../src/execution/recent-map.ts';

test('RecentMap forgets the entry that was used least recently', () => {
  const map = new RecentMap<number>({ entries: 2, weight: 100 });
  map.set('a', 1, 1);
  map.set('b', 2, 1);
  map.get('a');
  map.set('c', 3, 1);

  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

test('RecentMap keeps the sum of weights within its limit', () => {
  const map = new RecentMap<number>({ entries: 10, weight: 10 });
  map.set('a', 1, 4);
  map.set('b', 2, 4);
  map.set('c', 3, 4);

  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 2, 3]);
});

test('RecentMap keeps nothing that alone is too heavy', () => {
  const map = new RecentMap<number>({ entries: 10, weight: 10 });
  map.set('a', 1, 11);

  expect(map.get('a')).toBeUndefined();
});

test('RecentMap counts an entry once that is set again', () => {
  const map = new RecentMap<number>({ entries: 10, weight: 10 });
  map.set('a', 1, 6);
  map.set('a', 2, 6);
  map.set('b', 3, 4);

  expect(['a', 'b'].map((key) => map.get(key))).toEqual([2, 3]);
});
