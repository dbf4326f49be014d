import { expect, test } from 'vitest';
import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { PROJECT } from '../../support/project.ts';
import { outcome, PARAMETERS, resolve, TABLES } from './outcome.ts';

const STORED = parseQuery(`
  with edge_logs as (
    select * from \`cloudflare.logs.prod\` t where t.project = @project and t.timestamp > @since
  ), auth_logs as (select id, timestamp from \`gotrue.logs.prod\`)
  select id from edge_logs`);

const PRELUDE = {
  with: STORED.with ?? expect.fail('No WITH'),
  tables: PROJECT.tables,
  parameters: new Map([
    ['project', SCALARS.STRING],
    ['since', SCALARS.TIMESTAMP],
  ]),
};

test('analyze refuses columns of the same name, whatever their case', () => {
  expect(outcome('select id, x as ID, y from hits')).toBe(
    'Duplicate column names in the result are not supported. Found duplicate(s): ID',
  );
  expect(outcome('select q.y from (select id, id, y from hits) q')).toBe('y:STRING');
});

test('analyze refuses a name of more than 300 characters in the result, at any depth', () => {
  const long = 'n'.repeat(301);
  const refusal = `Invalid field name "${'n'.repeat(200)}…". Fields must be at most 300 characters long`;

  expect(outcome(`select id as ${long} from hits`)).toBe(refusal);
  expect(outcome(`select [struct(id as ${long})] as a from hits`)).toBe(refusal);
  expect(outcome(`select q.${long} as id from (select id as ${long} from hits) q`)).toBe(
    'id:INT64',
  );
  expect(outcome(`select id as ${'n'.repeat(300)} from hits`)).toMatch(/:INT64$/);
});

test('analyze collects the parameters that a query uses', () => {
  const { parameters } = resolve('select @P_INT as n from hits where y = @p_str or y = @p_str');

  expect([...parameters].sort()).toEqual(['p_int', 'p_str']);
});

test('analyze shows a query the views of its prelude, whatever their case', () => {
  expect(outcome('select id, project from Edge_Logs', PRELUDE)).toBe('id:STRING, project:STRING');
  expect(outcome('with a as (select id from auth_logs) select * from a', PRELUDE)).toBe(
    'id:STRING',
  );
});

test('analyze shows a query nothing else than the prelude', () => {
  expect(outcome('select id from `cloudflare.logs.prod`', PRELUDE)).toBe(
    'Table not found: `cloudflare.logs.prod` [at 1:16]',
  );
  expect(outcome('select id from cloudflare.logs.prod', PRELUDE)).toBe(
    'Table not found: cloudflare.logs.prod [at 1:16]',
  );
  expect(outcome('select id from edge_log', PRELUDE)).toBe(
    'Table not found: edge_log; Did you mean edge_logs? [at 1:16]',
  );
  expect(outcome('select @project as p from edge_logs', PRELUDE)).toBe(
    "Query parameter 'project' not found [at 1:8]",
  );
});

test('analyze refuses a CTE that takes the name of a view', () => {
  expect(outcome('with EDGE_LOGS as (select 1 as x) select x from edge_logs', PRELUDE)).toBe(
    'Duplicate alias EDGE_LOGS for WITH subquery [at 1:6]',
  );
});

test('analyze puts the prelude around the query and its own CTEs', () => {
  const { scan, parameters } = resolve('with a as (select 1 as x) select x from a', PRELUDE);

  expect(scan.kind === 'with' && scan.ctes.map(({ name }) => name)).toEqual([
    'edge_logs',
    'auth_logs',
  ]);
  expect(scan.kind === 'with' && scan.body.kind).toBe('with');
  expect([...parameters].sort()).toEqual(['project', 'since']);
});

test('analyze resolves chains of thousands of operators', () => {
  const limits = { maxTokens: 100_000, maxNodes: 100_000 };
  const options = { tables: TABLES, parameters: PARAMETERS };
  const chains = [
    `select x from hits where ${Array(10_000).fill('x = 1').join(' or ')}`,
    `select ${Array(10_000).fill('x').join(' + ')} as s, count(*) as n from hits group by x`,
    `select ${Array(10_000).fill('y').join(' || ')} as s from hits`,
  ];

  for (const sql of chains) {
    const query = parseQuery(sql, { ...limits, maxBytes: sql.length });
    expect(analyze(query, options).output.length).toBeGreaterThan(0);
  }
});

test('analyze refuses short texts that grow into huge trees', () => {
  const stars = Array(60).fill('*').join(', ');
  const rows = Array.from({ length: 40 }, (_, i) => `a${i + 1} as (select a, a as b from a${i} a)`);
  const forward = Array.from({ length: 300 }, (_, i) => `a${i} as (select * from a${i + 1})`);
  const sum = Array(900).fill('x').join(' + ');
  const repeated = Array(900).fill('s = 1').join(' or ');
  const statements = [
    `select count(*) as n from (select ${stars} from (select ${stars} from events))`,
    `with a0 as (select 1 as x), ${rows.join(', ')} select a from a40 a`,
    `with recursive ${forward.join(', ')}, a300 as (select 1 as x) select x from a0`,
    `select sum(${sum}) + ${sum.replaceAll('x', '1')} as s from hits having ${repeated}`,
  ];

  for (const sql of statements) {
    expect(outcome(sql)).toMatch(/^Query is too complex|^WITH entries refer to each other/);
  }
});
