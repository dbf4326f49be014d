import { expect, onTestFinished, test } from 'vitest';
import { mergeQuery } from '../../../src/catalog/merging/merge-query.ts';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { type Member, splitRows } from '../../../src/sources/batching/merging.ts';
import { compileQuery } from '../../engines/compile-query.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { PROJECT } from '../../support/project.ts';

const CALLS = `calls AS (
  SELECT t.id, m.function_id, m.project_ref, m.execution_time_ms AS ms, r.status_code AS status
  FROM \`deno-relay-logs\` AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.response) AS r
)`;
const MINE = 'mine AS (SELECT id, project_ref, ms, status FROM calls WHERE function_id = @p)';
const FAILED =
  'failed AS (SELECT project_ref, COUNT(*) AS n FROM calls WHERE function_id = @p AND status >= 400 GROUP BY project_ref)';

const FUNCTIONS = ['fn-hello', 'fn-mail', 'fn-ünï', 'nosuch'];

const SHAPES: readonly [what: string, sql: string, members: readonly Member[]][] = [
  [
    'a filter and a group',
    `WITH ${CALLS} SELECT status, COUNT(*) AS n, MAX(ms) AS ms FROM calls WHERE function_id = @p GROUP BY status ORDER BY status`,
    FUNCTIONS,
  ],
  [
    'the parameter in the result, in the groups and in HAVING',
    `WITH ${CALLS} SELECT CONCAT(@p, '!') AS p, project_ref > @p AS is_it, COUNT(*) AS n FROM calls WHERE function_id = @p OR project_ref = @p GROUP BY is_it HAVING LENGTH(@p) < 8 ORDER BY is_it`,
    FUNCTIONS,
  ],
  [
    'a LEFT JOIN of all projects with groups of the member',
    `WITH ${CALLS}, projects AS (SELECT project_ref FROM calls GROUP BY project_ref), ${FAILED}
     SELECT p.project_ref, f.n FROM projects AS p LEFT JOIN failed AS f ON f.project_ref = p.project_ref ORDER BY p.project_ref`,
    FUNCTIONS,
  ],
  [
    'two dependent sides and an independent one',
    `WITH ${CALLS}, projects AS (SELECT project_ref FROM calls GROUP BY project_ref), ${MINE}, ${FAILED}
     SELECT p.project_ref, m.id, f.n FROM projects AS p LEFT JOIN mine AS m ON m.project_ref = p.project_ref
     LEFT JOIN failed AS f ON f.project_ref = m.project_ref ORDER BY p.project_ref, m.id, f.n`,
    FUNCTIONS,
  ],
  [
    'inner joins from an independent side, and a comma',
    `WITH ${CALLS}, projects AS (SELECT project_ref FROM calls GROUP BY project_ref), ${MINE}, ${FAILED}
     SELECT p.project_ref, m.id, f.n FROM projects AS p JOIN mine AS m USING (project_ref), failed AS f ORDER BY 1 + 0, p.project_ref, m.id, f.n`,
    FUNCTIONS,
  ],
  [
    'a derived table over a dependent CTE',
    `WITH ${CALLS}, ${MINE} SELECT d.status, SUM(d.n) AS n FROM (SELECT status, project_ref, COUNT(*) AS n FROM mine GROUP BY status, project_ref) AS d
     WHERE d.n > 1 GROUP BY d.status ORDER BY status DESC`,
    FUNCTIONS,
  ],
  [
    'subqueries over the row',
    `SELECT t.id, (SELECT MAX(m.execution_time_ms) FROM UNNEST(t.metadata) AS m WHERE m.function_id = @p) AS ms,
       ARRAY(SELECT IFNULL(m.function_id, '') = @p FROM UNNEST(t.metadata) AS m) AS is_it
     FROM \`deno-relay-logs\` AS t WHERE EXISTS(SELECT 1 FROM t.metadata AS m WHERE @p IN (m.function_id, m.project_ref)) ORDER BY t.timestamp, t.id`,
    [...FUNCTIONS, 'alpha'],
  ],
  [
    'INT64 members',
    `WITH ${CALLS} SELECT function_id, COUNT(*) AS n, SUM(@p) AS p FROM calls WHERE status = @p GROUP BY function_id ORDER BY function_id`,
    [200, 404, 9_007_199_254_740_993n, -1, 500],
  ],
];

test.each(SHAPES)(
  'a merged query gives the rows of single ones for %s',
  async (_, sql, members) => {
    const engine = new DuckDbEngine({
      files: await fixtureStore(),
      processes: sharedProcesses(),
    });
    onTestFinished(() => engine.close());
    const { signal } = new AbortController();
    const run = (text: string, bound: Readonly<Record<string, BoundParameter>>) => {
      const query = compileQuery(text, bound, { tables: PROJECT.tables });
      return engine.run({ ...query, maxRows: 10_000 }, { signal });
    };
    const type = typeof members[0] === 'string' ? SCALARS.STRING : SCALARS.INT64;

    const merged = await run(printQuery(mergeQuery(parseQuery(sql), 'p')), {
      _members: { type: { kind: 'ARRAY', element: type }, value: members },
      _rows: { type: SCALARS.INT64, value: 10_001n },
    });
    const split = splitRows(merged, members.length, 10_000);
    const single: (readonly Row[])[] = [];
    for (const value of members) single.push((await run(sql, { p: { type, value } })).rows);

    expect(split.map((one) => one?.rows)).toEqual(single);
    expect(merged.rows.length).toBeGreaterThan(0);
  },
);
