import { expect, test } from 'vitest';
import { type EntryState, isOfState } from '../../src/cache/entry.ts';

const STATE = { shared: 'a', local: 'a1' };

test.each<[entry: EntryState | undefined, now: EntryState | undefined, isSame: boolean]>([
  [undefined, undefined, true],
  [undefined, STATE, false],
  [STATE, undefined, false],
  [STATE, STATE, true],
  [STATE, { shared: 'a', local: 'a2' }, false],
  [{ shared: 'a' }, undefined, false],
  [{ shared: 'a' }, STATE, true],
  [{ shared: 'b' }, STATE, false],
])('rows of the state %j answer at %j: %s', (dataState, now, isSame) => {
  expect(isOfState({ dataState }, now)).toBe(isSame);
});
