import type { BoundParameter } from '../../../../src/engines/engine.ts';
import { arrayOf, SCALARS } from '../../../../src/googlesql/types.ts';
import { cut } from '../../../support/bigquery/replies.ts';
import { PROJECT } from '../../../support/project.ts';
import { compileQuery } from '../../compile-query.ts';
import { asked, on, openRig, requested, type Situation, SUBMIT, sent } from './rig.ts';

const NEVER = new AbortController().signal;
const named = (name: string, type: string, value?: unknown) => ({
  queryParameters: [{ name, parameterType: { type }, parameterValue: { value } }],
});

/** A statement with parameters through the engine: its first row. */
function bound(
  name: string,
  expected: string,
  sql: string,
  parameters: Readonly<Record<string, BoundParameter>>,
): Situation {
  return {
    name,
    expected,
    try: async () => {
      const { engine, server } = await openRig();
      const query = compileQuery(sql, parameters, { tables: PROJECT.tables, isCallersSql: false });
      const { rows } = await engine.run(query, { signal: NEVER });
      return { seen: (rows[0] ?? []).join(), server };
    },
  };
}

const VALUES: readonly (readonly [keyof typeof SCALARS, BoundParameter['value']])[] = [
  ['NUMERIC', '12.5'],
  ['DATE', '2026-07-01'],
  ['DATETIME', '2026-07-01T10:11:12.000123'],
  ['TIME', '10:11:12'],
  ['BYTES', 'YWI='],
  ['JSON', '{"a":1}'],
  ['INT64', 9_223_372_036_854_775_807n],
  ['FLOAT64', Number.NaN],
];

/** What requests have, and what the service makes of the requests of other clients. */
export const REQUESTS: readonly Situation[] = [
  sent('a member that the API has not', '400', { maximumBytes: '1' }),
  sent('legacy SQL is the default', '400', { useLegacySql: undefined }),
  sent('no parameterMode', '7', { query: 'SELECT @p AS n', ...named('p', 'INT64', '7') }),
  sent('a parameter as a JSON number', '7', { query: 'SELECT @p AS n', ...named('p', 'INT64', 7) }),
  sent('a parameter without a type', '400', {
    query: 'SELECT @p AS n',
    queryParameters: [{ name: 'p', parameterValue: { value: '7' } }],
  }),
  sent('undeclared: @p IS NULL OR x = @p', '400', {
    query: "SELECT 1 AS n FROM (SELECT 'a' AS x) WHERE @p IS NULL OR x = @p",
  }),
  sent('undeclared: UNNEST(@p)', '400', { query: 'SELECT 1 AS n FROM UNNEST(@p)' }),
  sent('undeclared: CAST(@p AS STRING)', '400', { query: 'SELECT CAST(@p AS STRING) AS n' }),
  requested(
    'a reference without projectId',
    'billing-1',
    (_, { server }) => server.counters.log[0]?.path.split('/')[4],
    { jobProject: 'billing-1' },
  ),
  requested('legacy SQL and the mode are always said', 'false NAMED', (body) =>
    [body['useLegacySql'], body['parameterMode']].join(' '),
  ),
  requested(
    'a request id has at most 36 characters',
    '36',
    ({ requestId }) => String(requestId).length,
  ),
  asked('an answer cut: one job of one request id', 'a b', on(SUBMIT, cut(100))),
  requested(
    'labels are in lower case, dots are underscores',
    '{"endpoint":"test","key":"key","interface":"rest"}',
    ({ labels }) => JSON.stringify(labels),
  ),
  requested(
    'the service stops a job itself',
    'true',
    ({ jobTimeoutMs }) => Number(jobTimeoutMs) > 6_000 && Number(jobTimeoutMs) <= 8_000,
    {},
    { timeoutMs: 7_000 },
  ),
  bound('a NULL array as parameter is an empty one', '0', 'SELECT ARRAY_LENGTH(@a) AS n', {
    a: { type: arrayOf(SCALARS.STRING), value: null },
  }),
  bound('NULL as parameter', 'true', 'SELECT @a IS NULL AS n', {
    a: { type: SCALARS.STRING, value: null },
  }),
  bound('a name that begins with _', '1', 'SELECT @_tenant AS n', {
    _tenant: { type: SCALARS.INT64, value: 1 },
  }),
  ...VALUES.map(([type, value]) =>
    bound(
      `a ${type} and back`,
      String(value),
      type === 'JSON' ? 'SELECT TO_JSON_STRING(@a) AS v' : 'SELECT @a AS v',
      {
        a: { type: SCALARS[type], value },
      },
    ),
  ),
];
