import { expect, test } from 'vitest';
import { readSingleRecords } from '../../../../src/engines/duckdb/records/read-single-records.ts';
import {
  allScans,
  conjunctsOf,
  everyExpression,
} from '../../../../src/googlesql/analysis/resolved/traverse.ts';
import { resolve } from '../../../googlesql/analysis/outcome.ts';

const SINGLE = new Set(['metadata', 'metadata.request', 'metadata.response']);

/** A view of a tenant's rows, as a security barrier exposes them. */
const VIEW = `with logs as (
  select case when own then timestamp end as timestamp, case when own then id end as id,
    case when own then metadata end as metadata
  from (select timestamp, id, metadata, project = @p_str as own from edge_logs t
    where t.timestamp > @p_ts and t.project = @p_str))`;

const RECORDS =
  'logs t cross join unnest(metadata) m cross join unnest(m.request) r left join unnest(m.response) s';

/** The fields of records that are compared by the filters of a statement's tables. */
function compared(sql: string): string[] {
  const { resolved } = readSingleRecords(resolve(sql), () => SINGLE);
  return [...allScans(resolved.scan)].flatMap((scan) => {
    if (scan.kind !== 'filter' || scan.input.kind !== 'table') return [];
    return [...everyExpression(conjunctsOf(scan.condition), 'own')].flatMap((part) => {
      const isField = part.kind === 'get_field' && part.struct.type.kind === 'STRUCT';
      if (!isField || part.type.kind === 'STRUCT') return [];
      return part.struct.type.kind === 'STRUCT'
        ? (part.struct.type.fields[part.index]?.name ?? '')
        : [];
    });
  });
}

test.each([
  ['equal', "r.method = 'get'", 'method'],
  ['equal, the other way round', "'get' = r.method", 'method'],
  ['unequal', "r.method != 'get'", 'method'],
  ['a parameter', 'r.method = @p_str', 'method'],
  ['greater', 's.status_code >= 500', 'status_code'],
  ['between', 's.status_code between 400 and 499', 'status_code'],
  ['in', "r.method in ('GET', 'PUT')", 'method'],
  ['a prefix', "starts_with(r.path, '/rest')", 'path'],
])('a comparison reaches the table: %s', (_, condition, field) => {
  expect(compared(`${VIEW} select id from ${RECORDS} where ${condition}`)).toEqual([field]);
});

test.each([
  ['several', `select id from ${RECORDS} where r.method = 'get' and s.status_code > 1`, 2],
  [
    'an order',
    `select id from (select id, r.path from ${RECORDS} order by id) where path = 'x'`,
    1,
  ],
  ['a subquery', `select 1 in (select 1 from ${RECORDS} where r.method = 'get') as a`, 1],
  [
    'a join',
    `select u.id from (select id, r.path from ${RECORDS}) as u left join postgres_logs as p on p.id = u.id
      where u.path = 'x'`,
    1,
  ],
] as const)('a comparison reaches the table through %s', (_, sql, count) => {
  expect(compared(`${VIEW} ${sql}`)).toHaveLength(count);
});

test.each([
  ['of a column', `select id from ${RECORDS} where id = 'x'`],
  ['with another field', `select id from ${RECORDS} where r.method = r.path`],
  ['that is one of two', `select id from ${RECORDS} where r.method = 'get' or id = 'x'`],
  ['for NULL', `select id from ${RECORDS} where r.method is null`],
  ['of a computed value', `select id from ${RECORDS} where lower(r.method) = 'get'`],
  ['with a long text', `select id from ${RECORDS} where r.method = '${'x'.repeat(201)}'`],
  ['with many values', `select id from ${RECORDS} where r.method in (${"'x', ".repeat(20)}'x')`],
  ['above a limit', `select id from (select id, r.path from ${RECORDS} limit 5) where path = 'x'`],
  [
    'of one of two reads of a view',
    `select id from ${RECORDS} where r.method = 'get' union all select id from logs`,
  ],
  [
    'that may raise an error',
    `select cast(id as int64) as n from ${RECORDS} where r.method = 'get'`,
  ],
])('a comparison stays where it is: %s', (_, sql) => {
  expect(compared(`${VIEW} ${sql}`)).toEqual([]);
});
