import { expect, test } from 'vitest';
import { prepareEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import type { EndpointSpec } from '../../src/endpoint/endpoint-spec.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import { loadProject } from '../../src/project/load-project.ts';
import { compiled } from '../support/compiled.ts';
import { defined } from '../support/endpoints.ts';
import { foreignFolder } from '../support/foreign-project.ts';
import { PROJECT } from '../support/project.ts';
import { projectFolder } from '../support/project-folder.ts';

const TABLES = PROJECT.tables;

const RIGHT = `-- Counts.
WITH entries AS (
  SELECT t.id FROM \`postgres.logs\` AS t
  WHERE t.timestamp >= @since AND t.timestamp < @until AND t.project = @project
)
SELECT COUNT(*) AS n FROM entries ORDER BY n`;

function prepare(sql: string, change: Partial<EndpointSpec> = {}) {
  const spec: EndpointSpec = {
    id: 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1aa',
    description: 'Counts.',
    parameters: { project: { type: 'STRING!', description: 'The project.', example: 'demo' } },
    tenant: { parameter: 'project', match: 'equal' },
    derive: {
      uses: [],
      parameters: { since: 'TIMESTAMP!', until: 'TIMESTAMP!' },
      compute: (_, now) => ({ since: now - 1n, until: now }),
    },
    columns: { n: { type: 'INT64!', description: 'A number.' } },
    settings: {
      maxRows: 10,
      cacheSeconds: undefined,
      warmSeconds: undefined,
      sandbox: true,
      redactPii: false,
    },
    ...change,
  };
  return prepareEndpoint(defined('postgres.count', sql, spec), TABLES);
}

test('prepareEndpoint infers the result columns', () => {
  expect(prepare(RIGHT).columns).toEqual([{ name: 'n', type: { kind: 'INT64' } }]);
});

test('prepareEndpoint guards a scan in a derived table of a CTE', () => {
  const sql = `-- Counts.
    WITH entries AS (
      SELECT x.id FROM (
        SELECT t.id FROM \`postgres.logs\` AS t
        WHERE t.timestamp >= @since AND t.timestamp <= @until AND t.project = @project
      ) AS x
    )
    SELECT COUNT(*) AS n FROM entries`;

  const { tree } = compiled(prepare(sql).pinned.statement);

  expect(printQuery(tree)).toMatch(/t\.project = @_tenant AS _own/);
});

test('prepareEndpoint guards a scan outside the CTEs', () => {
  const sql = `-- Counts.
SELECT COUNT(*) AS n FROM \`postgres.logs\` AS t
WHERE t.timestamp >= @since AND t.timestamp < @until AND t.project = @project ORDER BY n`;

  expect(printQuery(compiled(prepare(sql).pinned.statement).tree)).toMatch(
    /t\.project = @_tenant AS _own/,
  );
});

test('prepareEndpoints gives another version where a default of INT64 differs', async () => {
  const versions = await Promise.all(
    [5, 6].map(async (most) => {
      const sql = `-- @param {INT64!} most = ${most}\nSELECT n FROM UNNEST([1]) AS n LIMIT @most`;
      const folder = projectFolder({ 'fieldstone.json': '{}', 'endpoints/first.sql': sql });
      return prepareEndpoints(await loadProject(folder))[0]?.version;
    }),
  );

  expect(versions[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(versions[1]).not.toBe(versions[0]);
});

test('prepareEndpoints accepts what is committed', () => {
  expect(prepareEndpoints(PROJECT).map(({ definition }) => definition)).toEqual(PROJECT.endpoints);
});

const WRONG: readonly [what: string, sql: string, message: string][] = [
  [
    'no lower time bound',
    RIGHT.replace('t.timestamp >= @since', '@since < @until'),
    'from below and from above',
  ],
  [
    'no upper time bound',
    RIGHT.replace('t.timestamp < @until', '@since < @until'),
    'from below and from above',
  ],
  [
    'a bound on a computed timestamp',
    RIGHT.replace('t.timestamp >=', 'TIMESTAMP_ADD(t.timestamp, INTERVAL 1 DAY) >='),
    'from below and from above',
  ],
  [
    'no tenant predicate',
    RIGHT.replace('t.project = @project', "@project = 'demo'"),
    'has no condition on its tenant',
  ],
  [
    'a tenant predicate under OR',
    RIGHT.replace('t.project = @project', '(t.project = @project OR TRUE)'),
    'has no condition on its tenant',
  ],
  [
    'a negated tenant predicate',
    RIGHT.replace('t.project = @project', 'NOT t.project = @project'),
    'has no condition on its tenant',
  ],
  [
    'another column as tenant',
    RIGHT.replace('t.project = @project', 't.identifier = @project'),
    'has no condition on its tenant',
  ],
  [
    'a second scan in a subquery of the CTE',
    RIGHT.replace('SELECT t.id', 'SELECT (SELECT MAX(u.id) FROM `postgres.logs` AS u) AS id'),
    'its scan of "postgres.logs"',
  ],
  [
    'a table joined in the CTE',
    RIGHT.replace('AS t\n', 'AS t CROSS JOIN `gotrue.logs.prod` AS u\n'),
    'its scan of',
  ],
];

test.each(WRONG)('prepareEndpoint refuses %s', (_, sql, message) => {
  expect(() => prepare(sql)).toThrow(/^Cannot use endpoint "postgres.count": /);
  expect(() => prepare(sql)).toThrow(message);
});

test('prepareEndpoint compares parameters without regard to case', () => {
  const sql = RIGHT.replace('t.id FROM', 't.id, @Project AS p FROM');
  const parameters = { Project: { description: 'The project.', example: 'demo' } };
  const tenant = { parameter: 'PROJECT', match: 'equal' } as const;

  const { open, tenancy } = prepare(sql, { parameters, tenant });

  expect(tenancy.parameter).toBe('Project');
  expect(printQuery(compiled(open.statement).tree)).toContain('t.project = @project AS _own');
});

test('prepareEndpoint takes a tenant inside an array only from an EXISTS that compares it', () => {
  const nested = (condition: string) =>
    RIGHT.replace('postgres.logs', 'deno-relay-logs').replace('t.project = @project', condition);
  const right =
    'EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project_ref = @project AND m.version IS NULL)';

  expect(prepare(nested(right)).columns).toHaveLength(1);
  for (const wrong of [
    `NOT ${right}`,
    right.replace('m.project_ref', 'm.version'),
    right.replace('= @project', '!= @project'),
    right.replace('WHERE', 'WHERE TRUE OR'),
    'EXISTS (SELECT COUNT(*) FROM UNNEST(t.metadata) AS m WHERE m.project_ref = @project)',
  ]) {
    expect(() => prepare(nested(wrong))).toThrow('has no condition on its tenant');
  }
});

test('prepareEndpoint filters every scan of the pinned statement', () => {
  const text = printQuery(compiled(prepare(RIGHT).pinned.statement).tree);

  expect(text).toContain('AND t.project = @project AND t.project = @_tenant)');
});

test('prepareEndpoint gives a definition that changes another version', () => {
  const version = prepare(RIGHT).version;

  expect(prepare(RIGHT).version).toBe(version);
  expect(prepare(RIGHT.replace('COUNT(*)', 'COUNT(id)')).version).not.toBe(version);
  expect(
    prepare(RIGHT, {
      settings: {
        maxRows: 11,
        cacheSeconds: undefined,
        warmSeconds: undefined,
        sandbox: true,
        redactPii: false,
      },
    }).version,
  ).not.toBe(version);
});

test('prepareEndpoint gives another version for another default', () => {
  const versionOf = (tag: string) =>
    prepare(
      RIGHT.replace('-- Counts.\n', `-- Counts.\n-- ${tag}\n`).replace(
        'COUNT(*)',
        'COUNT(*) + @more',
      ),
    ).version;

  expect(versionOf('@param more = 1')).not.toBe(versionOf('@param more = 2'));
});

test('Registry refuses two endpoints with one id, and aliases of what is not there', () => {
  const endpoint = prepare(RIGHT);

  expect(() => new Registry([endpoint, endpoint])).toThrow('share the name or id "postgres.count"');
  expect(
    () => new Registry([endpoint], { 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1ab': 'nosuch' }),
  ).toThrow('"nosuch"');
});

test('prepareEndpoints prepares an endpoint whose version has a default of INT64', async () => {
  const versionOf = async (value: string) => {
    const sql = `-- @param {INT64} most = ${value}\nSELECT 1 AS n LIMIT @most`;
    const { endpoints, tables } = await loadProject(foreignFolder({ counted: sql }));
    return prepareEndpoints({ endpoints, tables })[0]?.version;
  };

  expect(await versionOf('5')).not.toBe(await versionOf('6'));
});
