import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTable } from '../../../src/googlesql/table.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { compile, openDatabase, rowsOf, type Sources } from './compile.ts';

const table = parseTable(
  'logs',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'project', type: 'STRING' },
    { name: 'id', type: 'STRING' },
    { name: 'message', type: 'STRING' },
    {
      name: 'metadata',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'ref', type: 'STRING' },
        {
          name: 'request',
          type: 'RECORD',
          mode: 'REPEATED',
          fields: [{ name: 'path', type: 'STRING' }],
        },
      ],
    },
  ],
  { tenant: ['project'], time: 'timestamp' },
);
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-pushdown-'));
const from = `read_parquet('${join(folder, 'logs.parquet')}')`;
const sources: Sources = {
  tables: { logs: { table, from } },
  parameters: { from: SCALARS.TIMESTAMP, project: SCALARS.STRING },
};
const values = { from: 8_000_000n, project: 'p1' };
const connection = await openDatabase();

beforeAll(async () => {
  await connection.run(`COPY (SELECT make_timestamptz(i * 1000000) AS timestamp, 'p' || i % 3 AS project,
    'id' || i AS id, 'message ' || i AS message,
    [{'ref': 'r' || i % 2, 'request': [{'path': '/a' || i}, {'path': '/b'}]}] AS metadata
    FROM range(10) AS t(i)) TO '${join(folder, 'logs.parquet')}'`);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Plan {
  readonly name: string;
  readonly extra_info: {
    readonly Filters?: string;
    readonly Projections?: string | readonly string[];
  };
  readonly children: readonly Plan[];
}

/** The operators of a statement's plan, from the top. */
async function planOf(sql: string): Promise<readonly Plan[]> {
  const printed = compile(sql, sources);
  const used = Object.fromEntries(
    Object.entries(values).filter(([name]) => printed.parameters.includes(name)),
  );
  const reader = await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${printed.sql}`, used);
  const found: Plan[] = [];
  const pending: Plan[] = JSON.parse(String(reader.getRows()[0]?.[1]));
  for (let next = pending.pop(); next; next = pending.pop()) {
    found.push({ ...next, name: next.name.trim() });
    pending.push(...next.children);
  }
  return found;
}

/** The scan of the Parquet file in a statement's plan. */
async function scanOf(sql: string): Promise<Plan['extra_info']> {
  const scan = (await planOf(sql)).find(({ name }) => name === 'READ_PARQUET');
  if (!scan) throw new Error('No scan of a file');
  return scan.extra_info;
}

const VIEW =
  'WITH v AS (SELECT t.* FROM logs AS t WHERE t.timestamp > @from AND t.project = @project)';

test.each<[string, string, string[]]>([
  ['a view', `${VIEW} SELECT id FROM v`, ['id']],
  ['a view read twice', `${VIEW} SELECT a.id FROM v AS a JOIN v AS b ON a.id = b.id`, ['id']],
  [
    'nested arrays',
    `SELECT r.path FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r
     WHERE t.timestamp > @from AND project = @project AND r.path = '/b'`,
    ['metadata'],
  ],
  [
    'left-joined arrays',
    `SELECT COUNT(*) AS n FROM logs AS t LEFT JOIN UNNEST(t.metadata) AS m LEFT JOIN UNNEST(m.request) AS r
     WHERE t.timestamp > @from AND project = @project`,
    ['metadata'],
  ],
  [
    'a filtered left-joined array',
    `SELECT id, m.ref FROM logs AS t LEFT JOIN UNNEST(t.metadata) AS m ON m.ref = 'r1'
     WHERE t.timestamp > @from AND project = @project`,
    ['id', 'metadata'],
  ],
  [
    'subqueries over arrays',
    `SELECT id, (SELECT MAX(r.path) FROM UNNEST(t.metadata) AS m, UNNEST(m.request) AS r) AS path FROM logs AS t
     WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.ref = 'r0')
     AND t.timestamp > @from AND project = @project`,
    ['id', 'metadata'],
  ],
  [
    'windows and sets',
    `SELECT id, message FROM (SELECT id, message, project FROM logs WHERE timestamp > @from
       UNION ALL SELECT id, message, project FROM logs WHERE timestamp > @from) WHERE project = @project`,
    ['id', 'message'],
  ],
])('printDuckDb lets filters and columns reach the file under %s', async (_, sql, columns) => {
  const scan = await scanOf(sql);

  const filters = String(scan.Filters).replaceAll(/\s/g, '');
  expect(filters).toContain("timestamp>'1970-01-0100:00:08+00'");
  expect(filters).toContain("project='p1'");
  const read = [scan.Projections ?? []].flat();
  expect(read.filter((name) => !['timestamp', 'project'].includes(name)).sort()).toEqual(columns);
});

test('printDuckDb drops parents of unnested arrays as soon as nobody needs them', () => {
  const { sql } = compile(
    'SELECT t.id, r.path FROM logs AS t, t.metadata AS m, m.request AS r',
    sources,
  );

  const shape = sql.replace(from, 'logs').replaceAll(/\b([stv])\d+/g, '$1');
  expect(shape).toBe(
    'SELECT CAST(s.v AS VARCHAR) AS c0, CAST(s.v."path" AS VARCHAR) AS c1 FROM (SELECT s.v AS v, unnest(s.v."request") AS v FROM ' +
      '(SELECT t."id" AS v, unnest(t."metadata") AS v FROM logs AS t) AS s) AS s',
  );
});

test('printDuckDb prints an outer join of an array ON TRUE like one without a condition', () => {
  const sql = (condition: string) =>
    compile(`select m.ref from logs as t left join unnest(t.metadata) as m ${condition}`, sources)
      .sql;
  expect(sql('on true')).toBe(sql(''));
  expect(sql('on false')).not.toBe(sql(''));
});

test('printDuckDb evaluates subqueries over arrays without a join', () => {
  const { sql } = compile(
    `SELECT id FROM logs AS t WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m
       WHERE EXISTS (SELECT 1 FROM UNNEST(m.request) AS r WHERE r.path IN (SELECT n.ref FROM UNNEST(t.metadata) AS n)))`,
    sources,
  );

  expect(sql.match(/SELECT/g)).toHaveLength(1);
});

test('printDuckDb finds rows by parameters', async () => {
  const printed = compile(`${VIEW} SELECT id, timestamp FROM v`, sources);

  expect(printed.parameters).toEqual(['from', 'project']);
  expect(await rowsOf(connection, printed, { from: 3_000_000n, project: 'p1' })).toEqual([
    ['id4', 4_000_000],
    ['id7', 7_000_000],
  ]);
});

test.each([
  ['a seal', 'AND RAND() < 2', ['FILTER', 'PROJECTION']],
  ['a bare guard, which is none', '', ['PROJECTION', 'FILTER']],
])('DuckDB moves a condition no further than %s', async (_, seal, order) => {
  const plan = await planOf(`SELECT id FROM (SELECT CASE WHEN own THEN id END AS id FROM
    (SELECT id, project = @project ${seal} AS own FROM logs)) WHERE id = 'id1'`);

  const names = plan.map(({ name }) => name).filter((name) => order.includes(name));
  expect(names.slice(-2)).toEqual(order);
});
