import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  printRoute,
  type Route,
  readRoute,
} from '../../../../src/pages/console/navigation/route.ts';

const values = fc
  .array(fc.tuple(fc.string({ minLength: 1 }), fc.string()))
  .map((members) => new URLSearchParams(members));

const route: fc.Arbitrary<Route> = fc.record({
  endpoint: fc.string({ minLength: 1 }),
  part: fc.constantFrom('query' as const, 'sql' as const),
  view: fc.constant(undefined),
  values,
});

test('a place is the same after it was an address', () => {
  fc.assert(
    fc.property(route, (place) => {
      const read = readRoute(printRoute(place));
      expect([read.endpoint, read.part, read.view]).toEqual([
        place.endpoint,
        place.part,
        undefined,
      ]);
      expect([...read.values]).toEqual([...place.values]);
    }),
  );
});

test('a view is part of the address', () => {
  const place = readRoute('#/endpoint/logs.all/views/edge%20logs?project=demo');

  expect(place).toMatchObject({ endpoint: 'logs.all', part: 'views', view: 'edge logs' });
  expect(printRoute(place)).toBe('#/endpoint/logs.all/views/edge%20logs?project=demo');
});

test.each(['', '#', '#/', '#/nosuch/x', '#key=fsk_1', '#/endpoint/', '#/%E0%A4%A'])(
  '%s is the list of endpoints',
  (fragment) => {
    expect(readRoute(fragment).endpoint).toBeUndefined();
  },
);
