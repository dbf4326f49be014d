import { exchangeBytes } from '../../support/http-server.ts';
import { NAUGHTY } from '../../support/naughty.ts';
import { BOMBS } from '../../walls/bad-input/bombs.ts';
import { percentile } from '../../walls/exchange.ts';
import { type Code, GRAPHQL_CODES } from '../client.ts';
import type { Fault, Trial } from '../fault.ts';
import { kept, ownSql, type Question } from '../questions.ts';
import { nextProject } from '../world.ts';
import { rawRequests } from './raw-requests.ts';

/** What bad input may be answered with. */
const REFUSED: readonly Code[] = [
  'BAD_USER_INPUT',
  'SQL_INVALID',
  'ENDPOINT_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'FORBIDDEN',
  ...GRAPHQL_CODES,
];

const USAGE = '/api/endpoints/query/usage.api-counts';

const get = (path: string): Question => ({ method: 'GET', path, isRight: () => true });

/** A request that must be refused. */
const bad = (question: Omit<Question, 'isRight'>): Question => ({
  ...question,
  isRight: () => false,
});

async function giants(trial: Trial): Promise<void> {
  const { client } = trial;
  const good = `${USAGE}?project=${nextProject()}&interval=daily`;
  const cases: readonly (readonly [string, Question])[] = [
    ['8 KB of other parameters', get(`${good}&${'x=1&'.repeat(2_000)}`)],
    ['a URL of 20 KB', bad(get(`${good}&x=${'y'.repeat(20_000)}`))],
    ['a URL of 1 MB', bad(get(`${good}&x=${'y'.repeat(1_000_000)}`))],
    ['10 000 parameters', bad(get(`${good}&${'x=1&'.repeat(10_000)}`))],
    ['a project of 8 KB', get(`${USAGE}?interval=daily&project=${'y'.repeat(8_000)}`)],
  ];
  for (const [name, question] of cases) {
    const times = [];
    for (let i = 0; i < 5; i += 1) times.push(await client.ask(question, { allow: REFUSED }));
    const [best] = times.toSorted((left, right) => left.ms - right.ms);
    trial.note(`${name}: ${best?.status} in ${best?.ms.toFixed(0)} ms`);
    const isRefused = best?.status !== 200;
    trial.expect(!isRefused || (best?.ms ?? 0) < 20, `${name}: refused too slowly`);
  }
}

async function rawBytes(trial: Trial): Promise<void> {
  const { rig, client } = trial;
  const { port } = rig.first;
  for (const [name, bytes, expected] of rawRequests(rig.key)) {
    const received = await exchangeBytes(port, bytes);
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    const found = statuses.join(' ');
    if (found !== expected) client.count('undocumented', `${name}: ${found}, not ${expected}`);
  }
  await client.ask(kept(nextProject()));
  trial.note(`${rawRequests('').length} kinds, each answered as it should be, once`);
}

const PATHS: readonly string[] = [
  '/api/endpoints/query/%',
  '/api/endpoints/query/%zz',
  '/api/endpoints/query/%ff%fe',
  '/api/endpoints/query/%c0%af',
  '/api/endpoints/query/%ed%a0%80',
  '/api/endpoints/query/%00',
  '/api/endpoints/query/logs.all%00',
  '/api/endpoints/query/logs%252eall',
  '/api/endpoints/query/..%2f..%2fetc%2fpasswd',
  '/api/endpoints/query/../../keys.json',
  '/api/endpoints/query/LOGS.ALL',
  `/api/endpoints/query/${'a'.repeat(10_000)}`,
  '//api/endpoints/query/logs.all',
  '/api/endpoints/query/__proto__',
  '/api/endpoints/query/constructor',
];

async function texts(trial: Trial): Promise<void> {
  const { client } = trial;
  for (const path of PATHS) await client.ask(bad(get(path)), { allow: REFUSED });
  const encoded = get(
    `/api/endpoints/query/usage%2Eapi-counts?project=${nextProject()}&interval=daily`,
  );
  await client.ask(encoded);
  const document =
    'query ($project: String!) { usageApiCounts(project: $project, interval: DAILY) { rowCount } }';
  for (const text of NAUGHTY) {
    const query = new URLSearchParams({ project: text, interval: 'daily' });
    await client.ask(get(`${USAGE}?${query}`), { allow: REFUSED });
    await client.ask(
      {
        ...get('/graphql'),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document, variables: { project: text } }),
      },
      { allow: REFUSED },
    );
  }
  trial.note(
    `${PATHS.length} paths and ${NAUGHTY.length} texts in both interfaces: ${client.summary()}`,
  );
}

async function parameters(trial: Trial): Promise<void> {
  const { client, backends } = trial;
  const [project, other] = [nextProject(), nextProject()];
  const twice: readonly string[] = [
    `project=${project}&project=${other}&interval=daily`,
    `project=${project}&project=${project}&interval=daily`,
    `project[]=${project}&interval=daily`,
    `PROJECT=${project}&interval=daily`,
    '__proto__=x&interval=daily',
    'constructor=x&interval=daily',
    'interval=daily',
  ];
  for (const query of twice) await client.ask(bad(get(`${USAGE}?${query}`)), { allow: REFUSED });
  const { isRight } = kept(project);
  for (const query of [
    `project=${project}&interval=daily`,
    `interval=daily&project=${project}`,
    `interval=daily&__proto__=x&constructor=y&project=${project}&toString=z`,
    `other=1&project=${project}&interval=daily&utm=x`,
  ]) {
    await client.ask({ ...get(`${USAGE}?${query}`), isRight });
  }
  trial.note(
    `${twice.length} refused; 4 orders of the same parameters: ${backends.jobsOf(project)} job`,
  );
  trial.expectEqual(backends.jobsOf(project), 1, 'jobs');
}

/** What another client may wait meanwhile. */
const MAX_VICTIM_MS = 50;

async function bombs(trial: Trial): Promise<void> {
  const { client } = trial;
  const warm = nextProject();
  await client.ask(kept(warm));
  const all = Object.values(BOMBS).flat();
  const victims = [];
  for (const { method, path, type, body } of all) {
    const thrown = client.ask(
      bad({
        method,
        path,
        ...(type !== undefined && { headers: { 'content-type': type } }),
        ...(body !== undefined && { body }),
      }),
      { allow: REFUSED },
    );
    victims.push(await client.ask(kept(warm)));
    await thrown;
  }
  const p90 = percentile(victims, 0.9);
  trial.note(
    `${all.length} kinds: ${client.summary()}; another client meanwhile p90 ${p90.toFixed(0)} ms`,
  );
  trial.expect(p90 < MAX_VICTIM_MS, 'another client waited');
}

async function ownStatements(trial: Trial): Promise<void> {
  const { client } = trial;
  const project = nextProject();
  const statements = [
    'SELECT 1; DROP TABLE edge_logs',
    'SELECT * FROM `cloudflare.logs.prod`',
    'SELECT * FROM `fieldstone-test.logs.cloudflare_logs_prod`',
    'SELECT * FROM INFORMATION_SCHEMA.TABLES',
    "SELECT * FROM EXTERNAL_QUERY('x', 'y')",
    'DELETE FROM edge_logs WHERE TRUE',
    "EXECUTE IMMEDIATE 'SELECT 1'",
    'SELECT @_tenant',
    'SELECT 1 / 0 FROM edge_logs',
  ];
  for (const sql of statements) {
    const { isRight: _, ...question } = ownSql(project, sql);
    await client.ask(bad(question), { allow: REFUSED });
  }
  trial.note(`${statements.length} statements: ${client.summary()}`);
}

/** Input that is meant to do harm. */
export const INPUT: readonly Fault[] = [
  {
    id: 'I1',
    fault: 'URLs of 8 KB, 20 KB and 1 MB, 10 000 parameters',
    expected: '200, else 400, 414 or 431 within 20 ms',
    run: giants,
  },
  {
    id: 'I2',
    fault:
      'two lengths, a length beside chunks, folded headers, bare line feeds, two hosts, pipelined requests behind them',
    expected: '400 and an end of the connection; what is pipelined behind is not read',
    run: rawBytes,
  },
  {
    id: 'I3',
    fault:
      'malformed UTF-8, lone surrogates, NUL, double encoding, paths with dots, texts that broke other programs',
    expected: '4xx, or 200 where the text is only a value; never 5xx',
    run: texts,
  },
  {
    id: 'I4',
    fault: 'parameters twice, as arrays, in capitals, or with names of prototypes',
    expected: '400; other names are ignored; their order makes no other key',
    run: parameters,
  },
  {
    id: 'I5',
    fault: 'documents, bodies, statements and patterns that are made to cost much',
    expected: '4xx; another client waits less than 50 ms',
    run: bombs,
  },
  {
    id: 'I6',
    fault: "callers' SQL that is no query of the endpoint's views, or fails on its data",
    expected: '400 SQL_INVALID',
    run: ownStatements,
  },
];
