import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { expect, test } from 'vitest';
import { type Gateway, gateway } from '../support/gateway.ts';

/** A text that never has the same 201 letters twice. */
function longText(letters: number): string {
  return Array.from({ length: Math.ceil(letters / 8) }, (_, i) => `q${String(i).padStart(7, '0')}`)
    .join('')
    .slice(0, letters);
}

/** As long as a body, a statement, a document and a URL may be, with what is around it. */
const IN_BODY = longText(1_000_000);
const IN_SQL = longText(60_000);
const IN_DOCUMENT = longText(120_000);
const IN_URL = longText(15_000);
const IN_HEADER = longText(30_000);
const DIGITS = IN_SQL.replaceAll('q', '9');

const LOGS = '/api/endpoints/query/logs.all';
const ASKED = { project: 'demo', project_tier: 'PRO' };

type Request = InjectOptions & { readonly payload?: string };

const get = (url: string, headers: Record<string, string> = {}): Request => ({ url, headers });

function post(type: string, payload: string, headers: Record<string, string> = {}): Request {
  return { method: 'POST', url: LOGS, payload, headers: { 'content-type': type, ...headers } };
}

const form = (values: Readonly<Record<string, string>>) =>
  post('application/x-www-form-urlencoded', String(new URLSearchParams({ ...ASKED, ...values })));

const json = (body: unknown) => post('application/json', JSON.stringify(body));

function operation(query: string, others: object = {}): Request {
  const payload = JSON.stringify({ query, ...others });
  return { ...post('application/json', payload), url: '/graphql' };
}

const REST_ARGUMENTS = ['project', 'project_tier', 'iso_timestamp_start', 'redact_pii', 'unknown'];

const REST: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(
    REST_ARGUMENTS.flatMap((name): [string, Request][] => {
      const inUrl = { ...ASKED, [name]: IN_URL };
      return [
        [`${name} in the URL`, get(`${LOGS}?${new URLSearchParams(inUrl)}`)],
        [`${name} in a form`, form({ [name]: IN_BODY })],
        [`${name} in JSON`, json({ ...ASKED, [name]: IN_BODY })],
        [`${name} as a list in JSON`, json({ ...ASKED, [name]: [IN_BODY] })],
      ];
    }),
  ),
  'a number': post('application/json', `{"project": ${IN_BODY.replaceAll('q', '9')}}`),
  'a name in JSON': json({ ...ASKED, [IN_BODY]: 'x' }),
  'a name in a form': form({ [IN_BODY]: 'x' }),
  'a name twice': post('application/json', `{"${IN_BODY}": 1, "${IN_BODY}": 1}`),
  'no JSON': post('application/json', `{"project": ${IN_BODY}`),
  'an endpoint': get(`/api/endpoints/query/${IN_URL}`),
  'an endpoint to describe': get(`/api/endpoints/${IN_URL}`),
  'a path': get(`/${IN_URL}`),
  'a media type': post(`text/${IN_HEADER}`, 'x'),
  'a charset': post(`application/json; charset=${IN_HEADER}`, '{}'),
  'a coding': post('application/json', '{}', { 'content-encoding': IN_HEADER }),
  'a media type to accept': get(LOGS, { accept: `application/json;q=0, text/${IN_HEADER}` }),
  'a key': get(LOGS, { 'x-api-key': IN_HEADER }),
  'a token': get(LOGS, { authorization: `Bearer eyJ${IN_HEADER}.${IN_HEADER}.x` }),
  'a host': get(LOGS, { host: `${IN_HEADER}/` }),
  'an origin': get(LOGS, { origin: `https://${IN_HEADER}` }),
  'an entity tag': get(`${LOGS}?project=demo&project_tier=PRO`, { 'if-none-match': IN_HEADER }),
  'labels of a job': get(LOGS, { 'lf-endpoint-labels': `team=${IN_HEADER}` }),
};

/** What a statement may have in any length. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'a column': `SELECT ${IN_SQL} FROM edge_logs`,
  'a column near another': `SELECT ${IN_SQL} FROM (SELECT 1 AS ${IN_SQL.slice(0, 400)})`,
  'a name in backticks': `SELECT \`${IN_SQL}\` FROM edge_logs`,
  'backticks that do not end': `SELECT \`${IN_SQL}`,
  'a string that does not end': `SELECT '${IN_SQL}`,
  'a comment that does not end': `SELECT 1 /* ${IN_SQL}`,
  'a comment': `SELECT nosuch /* ${IN_SQL} */ FROM edge_logs`,
  'a string': `SELECT '${IN_SQL}' FROM`,
  'a table': `SELECT 1 FROM ${IN_SQL}`,
  'a path': `SELECT 1 FROM ${Array.from({ length: 500 }, (_, i) => `a${i}`).join('.')}`,
  'a field': `SELECT id.${IN_SQL} FROM edge_logs`,
  'a function': `SELECT ${IN_SQL}(1)`,
  'a function in a namespace': `SELECT net.${IN_SQL}(1)`,
  'a named argument': `SELECT JSON_EXTRACT('{}', ${IN_SQL} => 1)`,
  'an alias': `SELECT x FROM (SELECT 1 AS ${IN_SQL}, 2 AS ${IN_SQL.toUpperCase()}) WHERE ${IN_SQL.slice(0, 250)}`,
  'aliases twice': `SELECT 1 AS ${IN_SQL.slice(0, 25_000)}, 2 AS ${IN_SQL.slice(0, 25_000)}`,
  'tables twice': `SELECT 1 FROM edge_logs ${IN_SQL.slice(0, 25_000)}, edge_logs ${IN_SQL.slice(0, 25_000)}`,
  'a CTE': `WITH \`${IN_SQL}.a\` AS (SELECT 1) SELECT 1`,
  'CTEs twice': `WITH ${IN_SQL.slice(0, 25_000)} AS (SELECT 1), ${IN_SQL.slice(0, 25_000)} AS (SELECT 1) SELECT 1`,
  'a parameter': `SELECT @${IN_SQL}`,
  'an internal parameter': `SELECT @_${IN_SQL}`,
  'an integer': `SELECT ${DIGITS}`,
  'a number': `SELECT ${DIGITS}.5e1 FROM`,
  'a NUMERIC': `SELECT NUMERIC '${DIGITS}'`,
  'a date': `SELECT DATE '${IN_SQL}'`,
  'a range': `SELECT RANGE<DATE> '${IN_SQL}'`,
  JSON: `SELECT JSON '{${IN_SQL}'`,
  'a type': `SELECT CAST(1 AS ${IN_SQL})`,
  'a field of a type': `SELECT 1 + CAST(NULL AS STRUCT<${IN_SQL} INT64>)`,
  'a field of an array': `SELECT ORDINAL FROM UNNEST([STRUCT(1 AS ${IN_SQL})]) GROUP BY 1`,
  'a path of JSON': `SELECT JSON_VALUE('{}', '$.a[${IN_SQL}')`,
  'a pattern': `SELECT REGEXP_CONTAINS(id, '(${IN_SQL}') FROM edge_logs`,
  'a format': `SELECT FORMAT('${IN_SQL} %d', 'x')`,
  'a format of a date': `SELECT PARSE_DATE('${IN_SQL.slice(0, 400)}%Q', '2026-01-01')`,
  'a zone': `SELECT EXTRACT(HOUR FROM CURRENT_TIMESTAMP() AT TIME ZONE '${IN_SQL}')`,
  'a part of a date': `SELECT DATE_TRUNC(CURRENT_DATE(), ${IN_SQL})`,
  'a weekday': `SELECT DATE_TRUNC(CURRENT_DATE(), WEEK(${IN_SQL}))`,
  'an interval': `SELECT INTERVAL '${IN_SQL}' DAY`,
  'a mode': `SELECT NORMALIZE('x', ${IN_SQL})`,
  'a window': `SELECT SUM(1) OVER ${IN_SQL} FROM edge_logs`,
  'a literal to compare': `SELECT CURRENT_TIMESTAMP() > '${IN_SQL}'`,
  'a value to cast': `SELECT CAST(CONCAT('${IN_SQL}', id) AS INT64) FROM UNNEST(['x']) AS id`,
  'a value to read as a date': `SELECT PARSE_DATE('%Y', CONCAT('${IN_SQL}', id)) FROM UNNEST(['x']) AS id`,
  'an error': `SELECT ERROR(CONCAT('${IN_SQL}', id)) FROM UNNEST(['x']) AS id`,
  'a zone of a row': `SELECT STRING(CURRENT_TIMESTAMP(), CONCAT('${IN_SQL}', z)) FROM UNNEST(['x']) AS z`,
  'a pattern of a row': `SELECT REGEXP_CONTAINS('x', CONCAT('${IN_SQL}', p)) FROM UNNEST(['(']) AS p`,
  'many arguments': `SELECT SUBSTR(${Array.from({ length: 900 }, (_, i) => `${i}`).join()})`,
  'many types': `SELECT CASE ${Array.from({ length: 300 }, () => "WHEN 1 THEN 'x'").join(' ')} END`,
};

const sandbox = (sql: string) =>
  operation(
    'query ($sql: String!) { sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: $sql) { rows } }',
    { variables: { sql } },
  );

const VARIABLES = {
  String: 'logsAll(project: $x, projectTier: PRO)',
  ProjectTier: 'logsAll(project: "demo", projectTier: $x)',
  DateTime: 'logsAll(project: "demo", projectTier: PRO, isoTimestampStart: $x)',
  Boolean: 'logsAll(project: "demo", projectTier: PRO, redactPii: $x)',
};

const field = (args: string) => operation(`{ logsAll(${args}) { rowCount } }`);
const PROJECT = 'project: "demo", projectTier: PRO';

const GRAPHQL: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([type, call]): [string, Request][] =>
      [IN_BODY, [IN_BODY], { [IN_BODY]: 1 }, { a: { b: [IN_BODY, IN_BODY] } }].map((x, i) => [
        `a variable of type ${type} (${i})`,
        operation(`query ($x: ${type}!) { ${call} { rowCount } }`, { variables: { x } }),
      ]),
    ),
  ),
  'a text': field(`project: "demo", projectTier: "${IN_DOCUMENT}"`),
  'a text in blocks': field(`project: "demo", projectTier: """${IN_DOCUMENT}"""`),
  'a text that does not end': operation(`{ logsAll(project: "${IN_DOCUMENT}`),
  'a moment': field(`${PROJECT}, isoTimestampStart: "${IN_DOCUMENT}"`),
  'an object': field(`${PROJECT}, isoTimestampStart: {a: "${IN_DOCUMENT}"}`),
  'a list': field(`${PROJECT}, isoTimestampStart: [${longText(6_000).replaceAll('q', ', 9')}]`),
  'a list of texts': field(`${PROJECT}, redactPii: [${'"a q", '.repeat(900)}]`),
  'an integer': field(`${PROJECT}, redactPii: ${IN_DOCUMENT.replaceAll('q', '9')}`),
  'a value of an enum': field(`project: "demo", projectTier: ${IN_DOCUMENT}`),
  'a field': operation(`{ ${IN_DOCUMENT} }`),
  'an alias': operation(`{ ${IN_DOCUMENT}: logsAll(${PROJECT}) { rowCount } }`),
  'an argument': field(`${PROJECT}, ${IN_DOCUMENT}: 1`),
  'a directive': operation(`{ logsAll(${PROJECT}) @${IN_DOCUMENT} { rowCount } }`),
  'a fragment': operation(`{ ...${IN_DOCUMENT} }`),
  'a type': operation(`query ($x: ${IN_DOCUMENT}) { logsAll(${PROJECT}) { rowCount } }`),
  'a comment': operation(`{ nosuch } # ${IN_DOCUMENT}`),
  'a name of an operation': operation(`{ endpoints { name } }`, { operationName: IN_BODY }),
  'a name of a variable': operation(`{ nosuch }`, { variables: { [IN_BODY]: 1 } }),
  'an unknown hash': operation('{ nosuch }', {
    extensions: { persistedQuery: { version: 1, sha256Hash: IN_BODY } },
  }),
  'an id of a document': operation('', { documentId: IN_BODY }),
  'no text': { ...json({ query: { [IN_BODY]: 1 } }), url: '/graphql' },
  'no JSON': { ...post('application/json', IN_BODY), url: '/graphql' },
  'an endpoint of a statement': operation(
    `query ($x: String!) { sandbox(endpoint: $x, arguments: {}, sql: "SELECT 1") { rows } }`,
    { variables: { x: IN_BODY } },
  ),
  'arguments of a statement': operation(
    `query ($x: JSON!) { sandbox(endpoint: "logs.all", arguments: $x, sql: "SELECT 1") { rows } }`,
    { variables: { x: { ...ASKED, iso_timestamp_start: IN_BODY, [IN_BODY]: 1 } } },
  ),
  'a query string': get(`/graphql?query=${IN_URL}`),
  'many unknown fields': operation(
    `{ ${Array.from({ length: 900 }, (_, i) => `f${i}`).join(' ')} }`,
  ),
  'many wrong variables': operation(
    `query (${Array.from({ length: 150 }, (_, i) => `$x${i}: Boolean!`).join()}) { logsAll(${PROJECT}) { rowCount } }`,
    { variables: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x${i}`, IN_URL])) },
  ),
};

/** An excerpt, and the few letters before it that a message shares with what was sent. */
const PIECE = 208;

/** The first piece of what was sent in a text; undefined if it has none. */
function pieceIn(text: string, sent: string): string | undefined {
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    const piece = text.slice(at, at + PIECE);
    if (sent.includes(piece)) return piece;
  }
  return undefined;
}

const everything = ({ body, headers }: Response) => `${JSON.stringify(headers)}\n${body}`;

async function expectShortAnswer({ app, key, log }: Gateway, request: Request, most: number) {
  const headers = { 'x-api-key': key, ...request.headers };
  const lines = log.text.length;

  const response = await app.inject({ ...request, headers });

  const sent = [request.url, request.payload ?? '', ...Object.values(request.headers ?? {})];
  const answer = everything(response);
  expect(answer.length, answer.slice(0, 2_000)).toBeLessThan(most);
  expect(pieceIn(answer.toLowerCase(), sent.join('\n').toLowerCase())).toBeUndefined();
  // One line about the request, and one about each fault of ours.
  const written = log.text.slice(lines);
  expect(written.length).toBeGreaterThan(0);
  for (const line of written) expect(line.length).toBeLessThan(2_000);
  return response;
}

test.each(Object.entries(REST))(
  'a long request over REST has a short answer: %s',
  async (_, request) => {
    await expectShortAnswer(await gateway(), request, 4_096);
  },
);

test.each(Object.entries(STATEMENTS))('a long statement has a short error: %s', async (_, sql) => {
  const service = await gateway();

  const overRest = await expectShortAnswer(service, form({ sql }), 4_096);
  const overGraphql = await expectShortAnswer(service, sandbox(sql), 4_096);

  expect(overRest.statusCode, overRest.body).toBe(400);
  expect(overGraphql.json().errors).toHaveLength(1);
});

test.each(Object.entries(GRAPHQL))(
  'a long operation has a short answer: %s',
  async (_, request) => {
    const response = await expectShortAnswer(await gateway(), request, 8_192);

    expect(response.json().errors?.length ?? 0).toBeLessThanOrEqual(11);
  },
);
