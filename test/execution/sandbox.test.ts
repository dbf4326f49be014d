import { expect, test } from 'vitest';
import { ownProcesses } from '../support/engine-processes.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';
import { OWN, tenantRows } from '../support/tenant-rows.ts';
import { askSandbox, INTERFACES } from './attacks/ask.ts';

const AT = '2026-07-01T11:00:00Z';

/** What every interface answers; they must agree. */
async function askAll(
  asked: Gateway,
  sql: string,
): Promise<readonly [code: string, message: string]> {
  const answers = await Promise.all(INTERFACES.map((via) => askSandbox(asked, sql, via)));
  const verdicts = new Set(answers.map(({ code, message }) => JSON.stringify([code, message])));
  expect(verdicts.size, [...verdicts].join()).toBe(1);
  return [answers[0]?.code ?? '', answers[0]?.message ?? ''];
}

const NULL_ELEMENT =
  ': a NULL element of an array is not supported in a result; leave it out with IGNORE NULLS or WHERE ... IS NOT NULL';

test.each([
  ['SELECT 1 / 0 AS x', 'division by zero: 1 / 0'],
  ["SELECT CAST('x' AS INT64) AS x", 'Bad int64 value: x'],
  ['SELECT [1][OFFSET(9)] AS x', 'Array index 9 is out of bounds'],
  [
    'SELECT 9223372036854775807 + LENGTH(id) AS x FROM edge_logs',
    'int64 overflow: 9223372036854775807 + 16',
  ],
  [
    'SELECT ARRAY_AGG(x) FROM UNNEST([1, NULL, 3]) AS x',
    `Array cannot have a null element; error in writing field f0_${NULL_ELEMENT}`,
  ],
  [
    'SELECT 1 AS n, [STRUCT(ARRAY_AGG(NULLIF(x, 2) ORDER BY x) AS b)] AS a FROM UNNEST([1, 2]) AS x',
    `Array cannot have a null element; error in writing field a.b; error in writing field a${NULL_ELEMENT}`,
  ],
])('every interface words the data error of %s as the reference does', async (sql, message) => {
  const asked = await gateway({ rows: tenantRows(AT) });

  expect(await askAll(asked, sql)).toEqual(['SQL_INVALID', message]);
});

test('arrays that hold NULL go on working inside a statement', async () => {
  const asked = await gateway({ rows: tenantRows(AT) });
  const sql = `SELECT ARRAY_LENGTH(a) AS n, TO_JSON_STRING(a) AS t, ARRAY(SELECT x FROM UNNEST(a) AS x WHERE x > 1) AS b
    FROM (SELECT ARRAY_AGG(x ORDER BY x DESC) AS a FROM UNNEST([1, NULL, 3]) AS x)`;

  const answers = await Promise.all(INTERFACES.map((via) => askSandbox(asked, sql, via)));

  for (const { text } of answers) expect(text).toContain('{"n":3,"t":"[3,1,null]","b":[3]}');
});

test('every interface cuts the rows and says so', async () => {
  const asked = await gateway({ rows: tenantRows(AT) });
  const sql = (count: number) => `SELECT x FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS x`;

  const cut = await Promise.all(INTERFACES.map((via) => askSandbox(asked, sql(1_001), via)));
  const whole = await Promise.all(INTERFACES.map((via) => askSandbox(asked, sql(1_000), via)));

  expect(cut.map(({ truncated }) => truncated)).toEqual([true, true, true]);
  expect(cut.map(({ text }) => text.match(/"x":/g)?.length)).toEqual([1_000, 1_000, 1_000]);
  expect(whole.map(({ truncated }) => truncated)).toEqual([false, false, false]);
});

test('a query ends at the deadline with QUERY_TIMEOUT', async () => {
  const asked = await gateway({ engine: { timeoutMs: 200 } });
  const sql = `SELECT COUNT(*) AS n FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS a, UNNEST(GENERATE_ARRAY(1, 1000000)) AS b
    WHERE MOD(a * b, 7) = 1`;

  const { status, body } = await asked.rest('logs.all', {
    project: 'mine',
    project_tier: 'PRO',
    sql,
  });

  expect(status).toBe(504);
  expect(body.code).toBe('QUERY_TIMEOUT');
});

test('an answer that needs more memory than there is says so', async () => {
  const asked = await gateway({ engine: { processes: ownProcesses({ memory: '50MB' }) } });
  const sql = `SELECT ARRAY_LENGTH(ARRAY_AGG(a * b)) AS n FROM UNNEST(GENERATE_ARRAY(1, 100000)) AS a, UNNEST(GENERATE_ARRAY(1, 1000)) AS b`;

  expect(await askAll(asked, sql)).toEqual([
    'SQL_INVALID',
    'The query needs more memory than allowed',
  ]);
});

test.each([
  [
    'one byte too many',
    `SELECT '${'é'.repeat(32_763)}' AS x`,
    /^Query is too long: the limit is 65536 bytes/,
  ],
  [
    'too many tokens',
    `SELECT [${'1,'.repeat(2_000)}1]`,
    /^Query is too long: it has more than 4000 tokens/,
  ],
  [
    'too many levels',
    `SELECT ${'('.repeat(200)}1${')'.repeat(200)}`,
    /^Query is nested too deeply: the limit is 100 levels/,
  ],
  [
    'too many columns',
    `SELECT COUNT(*) FROM (SELECT ${'*,'.repeat(500)}1 FROM edge_logs AS a, edge_logs AS b, edge_logs AS c, edge_logs AS d, edge_logs AS e)`,
    /^Query is too complex/,
  ],
])('compileSandbox refuses %s', async (_, sql, message) => {
  const asked = await gateway();

  const { code, message: told } = await askSandbox(asked, sql);

  expect([code, told]).toEqual(['SQL_INVALID', expect.stringMatching(message)]);
});

test.each([
  ['a text of 64 KiB', `SELECT '${'é'.repeat(32_758)}' AS x  `],
  [
    'as many UUIDs as fit',
    `SELECT COUNT(*) AS n FROM edge_logs WHERE id IN (${Array.from({ length: 1_590 }, (_, i) => `'${String(i).padStart(36, '0')}'`).join(', ')})`,
  ],
  ['a comment to the end', `SELECT 1 AS x --${'x'.repeat(65_000)}`],
])('compileSandbox takes %s', async (_, sql) => {
  const asked = await gateway();

  expect((await askSandbox(asked, sql)).code).toBe('OK');
});

test('a statement is compiled once for equal texts, and apart for pinned keys', async () => {
  const asked = await gateway({ rows: tenantRows(AT) });
  const pinned = asked.keys.add({ pins: new Map([['project', 'mine']]) });
  const sql = 'SELECT COUNT(*) AS n FROM function_logs';

  const answers = [
    await askSandbox(asked, sql),
    await askSandbox(asked, sql, 'GraphQL'),
    await askSandbox(asked, sql, 'GET', pinned),
    await askSandbox(asked, sql, 'GET'),
  ];

  const [first, second, third, fourth] = asked.runs.map(({ statement }) => statement);
  expect(second).toBe(first);
  expect(fourth).toBe(first);
  expect(third).not.toBe(first);
  expect(answers.map(({ text }) => /"n":(\d+)/.exec(text)?.[1])).toEqual(['3', '3', '1', '3']);
});

test('a query over CTEs of its own reads the views in any case and order', async () => {
  const asked = await gateway({
    rows: { 'cloudflare.logs.prod': [edgeRow({ at: AT, id: 'e', project: 'mine' })] },
  });
  const sql = `WITH a AS (SELECT id FROM Edge_Logs), b AS (SELECT id FROM a UNION ALL SELECT id FROM \`EDGE_LOGS\`)
    SELECT ARRAY_AGG(id) AS ids, (WITH c AS (SELECT 1 AS one FROM b) SELECT SUM(one) FROM c) AS n FROM b; -- the end`;

  const { text } = await askSandbox(asked, sql);

  expect(text).toBe('{"result":[{"ids":["e","e"],"n":2}]}');
});

test.each([
  ['a column', 't.event_message'],
  ['columns', '(t.id, t.event_message)'],
  ['a row', 't'],
])("SEARCH in %s finds the tenant's own entries", async (_, data) => {
  const asked = await gateway({ rows: tenantRows(AT) });

  const { text } = await askSandbox(
    asked,
    `SELECT id FROM edge_logs AS t WHERE SEARCH(${data}, '"belongs to"')`,
  );

  expect(JSON.parse(text).result).toEqual([{ id: `${OWN}-id` }]);
});
