import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { gateway } from '../../support/gateway.ts';
import { projectFolder } from '../../support/project-folder.ts';

const FROM = `FROM UNNEST([STRUCT('a' AS name, 1 AS n, 9 AS hidden), ('b', 2, 7), ('c', 1, 8), ('d', 2, 6), ('e', 1, 5)]) AS t`;

/** Statements whose own order is by columns that they have and have not, and which cut their rows or do not. */
const STATEMENTS = {
  plain: `SELECT t.name, t.n ${FROM} ORDER BY t.hidden`,
  limited: `SELECT t.name, t.n ${FROM} ORDER BY t.hidden LIMIT 4`,
  shifted: `WITH all_rows AS (SELECT * ${FROM}) SELECT t.name, t.n FROM all_rows AS t ORDER BY t.hidden DESC LIMIT 3 OFFSET 1`,
  distinct: `SELECT DISTINCT t.name, t.n ${FROM} ORDER BY name DESC LIMIT 4`,
  grouped: `SELECT MIN(t.name) AS name, t.n ${FROM} GROUP BY t.n, t.hidden ORDER BY t.hidden LIMIT 4`,
  united: `SELECT t.name, t.n ${FROM} UNION ALL SELECT 'f', 1 ORDER BY name DESC LIMIT 5`,
  parenthesised: `WITH all_rows AS (SELECT * ${FROM}) (SELECT t.name, t.n FROM all_rows AS t ORDER BY t.hidden LIMIT 4)`,
  piped: `${FROM} |> ORDER BY hidden |> SELECT name, n |> LIMIT 4`,
};

/** The names of the rows that an endpoint gives. */
async function namesOf(sql: string, cache: string, query: Readonly<Record<string, string>>) {
  const folder = projectFolder({
    'fieldstone.json': JSON.stringify({ defaults: { cache } }),
    'endpoints/t.sql': sql,
  });
  const { rest } = await gateway({ endpoints: prepareEndpoints(await loadProject(folder)) });
  const { body, status } = await rest('t', query);
  expect(status).toBe(200);
  return body.result.map(({ name }) => name).join('');
}

test.each(Object.entries(STATEMENTS))(
  'rows of a %s statement that are equal in the order of the caller are in its own',
  async (_, sql) => {
    const own = await namesOf(sql, 'off', {});
    const all: string[] = [];

    for (const order_by of ['n', '-n', 'name']) {
      const ordered = await namesOf(sql, 'off', { order_by });
      expect(await namesOf(sql, '1h', { order_by })).toBe(ordered);
      all.push(ordered);
      expect(ordered.length).toBe(own.length);
      const limited = await namesOf(sql, 'off', { order_by, limit: '2' });
      expect(limited).toBe(ordered.slice(0, 2));
    }
    expect(new Set(all).size).toBeGreaterThan(1);
  },
);
