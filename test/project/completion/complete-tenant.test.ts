import { expect, test } from 'vitest';
import type { TenantSpec } from '../../../src/endpoint/endpoint-spec.ts';
import { completed } from '../../support/endpoints.ts';

const SQL = 'SELECT x FROM UNNEST([1, 2]) AS x WHERE x = @Member';

function tenantOf(sql: string, tenant?: TenantSpec) {
  return completed('x', sql, { tenant }).tenant;
}

const MEMBER = { parameter: 'member', match: 'equal' } as const;

test('the tenant is in the parameter that a tag or endpoint.ts names, without regard to case', () => {
  const expected = { parameter: 'Member', match: 'equal' };

  expect(tenantOf(SQL)).toBeUndefined();
  expect(tenantOf(`-- @tenant MEMBER\n${SQL}`)).toEqual(expected);
  expect(tenantOf(SQL, MEMBER)).toEqual(expected);
  expect(tenantOf(`-- @tenant member\n${SQL}`, MEMBER)).toEqual(expected);
});

test.each<[what: string, sql: string, tenant: TenantSpec | undefined, message: string]>([
  ['a tag of none', `-- @tenant ref\n${SQL}`, undefined, 'parameter @ref is not one of the query'],
  ['a declaration of none', SQL, { ...MEMBER, parameter: 'ref' }, '"ref" is not one of the query'],
  [
    'two parameters',
    `-- @tenant member\n${SQL} AND x > @least`,
    { ...MEMBER, parameter: 'least' },
    'parameter @member is "least" in endpoint.ts',
  ],
  [
    'a pattern over a number',
    SQL,
    { ...MEMBER, match: 'pattern' },
    'is INT64, and a tenant is STRING',
  ],
  [
    'another type',
    `${SQL.replace('@Member', 'CAST(@Member AS FLOAT64)')}`,
    MEMBER,
    'is FLOAT64, and a tenant is STRING, INT64, DATE, BYTES, BOOL',
  ],
  [
    'one that may be absent',
    `${SQL} OR @Member IS NULL`,
    MEMBER,
    'may be absent: write "-- @param {INT64!} Member" in the head comment',
  ],
])('%s is refused', (_, sql, tenant, message) => {
  expect(() => tenantOf(sql, tenant)).toThrow(message);
});
