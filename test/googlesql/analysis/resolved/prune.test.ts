import { expect, test } from 'vitest';
import type { Scan } from '../../../../src/googlesql/analysis/resolved/resolved.ts';
import { expressionsOf, inputsOf } from '../../../../src/googlesql/analysis/resolved/traverse.ts';
import { resolve } from '../outcome.ts';

/** The columns that each read of a table or CTE lists, in the order in which the scans stand in the tree. */
function readColumns(scan: Scan): readonly string[] {
  const own =
    scan.kind === 'table' || scan.kind === 'with_ref'
      ? [scan.columns.map(({ name }) => name).join(' ')]
      : [];
  const nested = expressionsOf(scan).flatMap((expression) =>
    expression.kind === 'subquery' ? readColumns(expression.scan) : [],
  );
  return [...own, ...inputsOf(scan).flatMap(readColumns), ...nested];
}

const reads = (sql: string): readonly string[] => readColumns(resolve(sql).scan);

test('prune keeps the columns of a table that are named', () => {
  expect(reads('select y from hits where x > 1')).toEqual(['x y']);
  expect(reads('select count(*) as n from hits')).toEqual(['']);
  expect(reads('select id from hits order by x')).toEqual(['id x']);
  expect(reads('select hits from hits')).toEqual(['id x y']);
});

test('prune keeps the columns that subqueries name', () => {
  expect(reads('select (select max(z) from users where users.id = hits.x) as m from hits')).toEqual(
    ['x', 'id z'],
  );
  expect(reads('select id from hits where exists(select 1 from users where z > 1)')).toEqual([
    'id',
    'z',
  ]);
});

test('prune keeps the offset that only the condition of a join names', () => {
  const { scan } = resolve(
    'select a from unnest([1]) a with offset i join unnest([2]) b with offset j on i = j',
  );
  const join = scan.kind === 'array' ? scan : expect.fail('No array scan');

  expect(join.offset?.name).toBe('j');
  expect(join.columns.map(({ name }) => name)).toEqual(['a']);
});

test('prune drops the columns of a CTE and a derived table that nobody reads', () => {
  expect(
    reads('with h as (select * from hits) select a.id from h a join h b on a.x = b.id'),
  ).toEqual(['id x', 'id x', 'id']);
  expect(reads('select q.y from (select * from hits) q')).toEqual(['y']);
});

test('prune lets the references to a CTE follow its columns', () => {
  const { scan } = resolve('with h as (select * from hits) select y from h');
  if (scan.kind !== 'with') expect.fail('No WITH');
  const [cte] = scan.ctes;
  const reference = scan.body.kind === 'with_ref' ? scan.body : expect.fail('No reference');

  expect(cte?.columns.map(({ name }) => name)).toEqual(['y']);
  expect(reference.sources).toEqual([0]);
});

test('prune keeps all columns where rows are compared, and for a CTE that reads itself', () => {
  expect(reads('select q.y from (select * from hits union distinct select * from hits) q')).toEqual(
    ['id x y', 'id x y'],
  );
  expect(reads('select q.y from (select * from hits union all select * from hits) q')).toEqual([
    'y',
    'y',
  ]);
  expect(
    reads(
      'with recursive n as (select id, x from hits union all select id, x from n where x < 9) select id from n',
    ),
  ).toEqual(['id x', 'id x', 'id']);
});

test('prune drops aggregates and window functions that nobody reads', () => {
  const { scan } = resolve(
    'select q.y from (select y, sum(x) as s, rank() over (order by id) as r from hits group by y, id) q',
  );

  expect(JSON.stringify(scan, (key, value) => (key === 'table' ? undefined : value))).not.toMatch(
    /"SUM"|"RANK"/,
  );
});
