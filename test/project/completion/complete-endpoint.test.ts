import { expect, test } from 'vitest';
import type { EndpointDeclaration } from '../../../src/endpoint/endpoint-spec.ts';
import { SqlError } from '../../../src/googlesql/index.ts';
import { completed } from '../../support/endpoints.ts';

const SQL = `-- Counts.
SELECT COUNT(*) AS n FROM UNNEST([1, 2]) AS x WHERE x > @least`;

/** What is wrong with an endpoint: the message, and the text at its place if it has one. */
function problemOf(sql: string, declaration: EndpointDeclaration = {}): readonly string[] {
  try {
    completed('x.count', sql, declaration);
  } catch (error) {
    const { message, offset } = error as SqlError;
    return error instanceof SqlError && offset !== undefined
      ? [message, sql.slice(offset, offset + 12)]
      : [message];
  }
  return expect.unreachable();
}

test('an endpoint has what its SQL and its head comment say', () => {
  const { columns, derive, parameters, ...endpoint } = completed('x.count', SQL);

  expect(endpoint).toMatchObject({ name: 'x.count', field: 'xCount', description: 'Counts.' });
  expect(Object.keys(parameters)).toEqual(['least']);
  expect(columns.map(({ name }) => name)).toEqual(['n']);
  expect(derive.compute({}, 0n)).toEqual({});
});

test('an endpoint without an id has the UUID of version 5 of its name', () => {
  // By `uuidgen --sha1 --namespace @url --name fieldstone:x.count`.
  expect(completed('x.count', SQL).id).toBe('1f355753-54bb-5fcd-a6ee-811b0d1c01f6');
});

test('settings are those of the head comment, of endpoint.ts, or the defaults', () => {
  const sql =
    '-- @cache 15m\n-- @warm off\n-- @sandbox\n-- @maxBytes 10GB\nWITH t AS (SELECT 1 AS n) SELECT n FROM t';
  const { settings } = completed('x', sql, { settings: { maxRows: 7, redactPii: true } });

  expect(settings).toEqual({
    maxRows: 7,
    cacheSeconds: 900,
    warmSeconds: undefined,
    sandbox: true,
    redactPii: true,
    shape: false,
    maxBytesBilled: settings.maxBytesBilled,
  });
  expect(settings.maxBytesBilled).toBeGreaterThanOrEqual(10e9);
});

test.each([
  ['SQL that does not parse', SQL.replace('COUNT(*)', 'COUNT('), 'Syntax error', 'AS n FROM UN'],
  ['an unknown column', SQL.replace('x > ', 'y > '), 'Unrecognized name: y', 'y > @least'],
  [
    'an unknown table',
    SQL.replace('UNNEST([1, 2])', '`mysql.logs`'),
    'Table not found: `mysql.logs`',
    '`mysql.logs`',
  ],
])('%s is refused at its place', (_, sql, message, place) => {
  const [problem, text] = problemOf(sql);

  expect(problem).toContain(message);
  expect(text).toBe(place);
});

test.each<[EndpointDeclaration, string, string]>([
  [{ id: '5b0f4c56-1f0e-4c7e-8f55-0f7d3f7b3c12' }, 'The id is', '5b0f4c56-1f0'],
  [{ description: 'Adds.' }, 'The description is "Counts." here, and "Adds."', '-- Counts.\n-'],
  [{ deprecated: 'Old.' }, 'What is deprecated is "Use y." here, and "Old."', 'Use y.\n-- @'],
  [{ returns: 'many' }, 'What it returns is "one" here, and "many"', 'one\n-- @cach'],
  [{ settings: { cacheSeconds: 60 } }, '@cache is 900 here, and 60', '15m\n-- @warm'],
  [{ settings: { warmSeconds: undefined } }, '@warm is 300 here, and "off"', '5m\n-- @maxRo'],
  [{ settings: { maxRows: 8 } }, '@maxRows is 9 here, and 8', '9\n-- @sandbo'],
  [{ settings: { sandbox: false } }, '@sandbox is true here, and false', '@sandbox\nWIT'],
])('what %j says differently is refused at its tag', (declaration, message, place) => {
  const tags = [
    'Counts.',
    '@id 5b0f4c56-1f0e-4c7e-8f55-0f7d3f7b3c11',
    '@deprecated Use y.',
    '@returns one',
    '@cache 15m',
    '@warm 5m',
    '@maxRows 9',
    '@sandbox',
  ];
  const sql = `${tags.map((tag) => `-- ${tag}\n`).join('')}WITH t AS (SELECT 1 AS n) SELECT n FROM t`;

  const [problem, text] = problemOf(sql, declaration);

  expect(problem).toContain(message);
  expect(problem).toContain('in endpoint.ts');
  expect(text).toContain(place);
});

test('what both say alike is said once', () => {
  expect(completed('x', SQL, { description: 'Counts.' }).description).toBe('Counts.');
});

test('a derived parameter that the query does not use is refused', () => {
  const derive = { uses: [], parameters: { until: 'INT64!' }, compute: () => ({}) } as const;

  expect(problemOf(SQL, { derive })).toEqual([
    'its query does not use the derived parameter "until"',
  ]);
});
