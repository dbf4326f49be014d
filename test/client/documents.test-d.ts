import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { expectTypeOf, test } from 'vitest';
import type { Overview } from './documents.ts';

type Data = ResultOf<typeof Overview>;
type Variables = VariablesOf<typeof Overview>;
type Entry = NonNullable<Data['logsAll']>['rows'][number];

test('a row has exact types, and nulls only where a value can be null', () => {
  expectTypeOf<Entry['timestamp']>().toEqualTypeOf<string>();
  expectTypeOf<Entry['id']>().toEqualTypeOf<string | null>();
  expectTypeOf<Entry['metadataJson']>().toEqualTypeOf<unknown>();
  expectTypeOf<Entry['metadata'][number]['request'][number]['cf'][number]['asn']>().toEqualTypeOf<
    number | string | null
  >();
});

test('a wrong field does not compile', () => {
  // @ts-expect-error: the document does not ask for `search`.
  expectTypeOf<Entry['search']>();
});

interface Right {
  project: string;
  window: 'ONE_HOUR';
  period: 'HOURLY';
  tier: 'PRO';
}

test('a missing or wrongly typed argument does not compile', () => {
  expectTypeOf<Right>().toExtend<Variables>();
  expectTypeOf<Omit<Right, 'tier'>>().not.toExtend<Variables>();
  expectTypeOf<Omit<Right, 'project'> & { project: number }>().not.toExtend<Variables>();
  // @ts-expect-error: there is no argument `since`.
  expectTypeOf<Variables['since']>();
});

test('a wrong enum value does not compile', () => {
  expectTypeOf<Omit<Right, 'window'> & { window: '1hr' }>().not.toExtend<Variables>();
});
