import { expect, test } from 'vitest';
import { BreakerOpen } from '../../../../src/async/breaker.ts';
import {
  BigQueryError,
  errorAnswer,
} from '../../../../src/engines/bigquery/client/bigquery-error.ts';
import { engineError } from '../../../../src/engines/bigquery/client/errors.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import { status } from '../../../support/bigquery/replies.ts';
import { compileQuery } from '../../compile-query.ts';
import { openEngine } from '../open-engine.ts';

const NEVER = new AbortController().signal;
const SECRETS = /fieldstone-test|cloudflare_logs_prod|logs\.|job_|SELECT|nosuch/i;
/** What an error of BigQuery can say about us. */
const TELLING =
  'Not found: Table fieldstone-test:logs.cloudflare_logs_prod was not found in location US; SELECT nosuch; job_1a2b';

const context = {
  isCallersSql: true,
  costMessage: 'Too much',
  secrets: ['fieldstone-test', 'logs.'],
};
const mapped = (reason: string, message = 'm', options: object = {}) =>
  engineError(new BigQueryError(reason, message), { ...context, ...options });

test.each([
  ['rateLimitExceeded', 'ENGINE_UNAVAILABLE', 503],
  ['backendError', 'ENGINE_UNAVAILABLE', 503],
  ['jobInternalError', 'ENGINE_UNAVAILABLE', 503],
  ['quotaExceeded', 'ENGINE_UNAVAILABLE', 503],
  ['unreachable', 'ENGINE_UNAVAILABLE', 503],
  ['credentials', 'ENGINE_UNAVAILABLE', 503],
  ['brokenAnswer', 'ENGINE_FAILED', 502],
  ['badAnswer', 'ENGINE_FAILED', 502],
  ['notFound', 'ENGINE_FAILED', 502],
  ['accessDenied', 'ENGINE_FAILED', 502],
  ['stopped', 'ENGINE_FAILED', 502],
  ['never heard of', 'ENGINE_FAILED', 502],
  ['invalidQuery', 'SQL_INVALID', 400],
  ['resourcesExceeded', 'SQL_INVALID', 400],
  ['responseTooLarge', 'SQL_INVALID', 400],
  ['bytesBilledLimitExceeded', 'COST_LIMIT_EXCEEDED', 422],
  ['timeout', 'QUERY_TIMEOUT', 504],
])('engineError makes of %s %s', (reason, code, httpStatus) => {
  expect(mapped(reason)).toMatchObject({ code, status: httpStatus });
});

test.each(['invalidQuery', 'resourcesExceeded', 'responseTooLarge'])(
  'engineError takes %s of a stored query for our fault',
  (reason) => {
    expect(mapped(reason, 'm', { isCallersSql: false })).toMatchObject({ code: 'ENGINE_FAILED' });
  },
);

test('engineError takes a pattern that a stored query cannot read for an argument', () => {
  const message = 'Cannot parse regular expression: invalid perl operator: (?<';

  expect(mapped('invalidQuery', message, { isCallersSql: false })).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    message: expect.not.stringContaining('perl'),
  });
});

test.each([
  [503, 'ENGINE_UNAVAILABLE'],
  [429, 'ENGINE_UNAVAILABLE'],
  [418, 'ENGINE_FAILED'],
])('engineError judges an answer without a reason by its status %d', (code, expected) => {
  expect(engineError(errorAnswer(code, '<html>'), context)).toMatchObject({ code: expected });
});

test('engineError says when to come back', () => {
  const headers = { 'Retry-After': expect.stringMatching(/^\d+$/) };

  expect(mapped('backendError').headers).toEqual(headers);
  expect(engineError(new BreakerOpen(3_001), context)).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '4' },
  });
});

test.each([
  ['division by zero: 1 / 0', 'division by zero: 1 / 0'],
  ['Bad int64 value: x; error in CAST expression', 'Bad int64 value: x'],
  [
    'Array cannot have a null element; error in writing field a.b; error in writing field a',
    'Array cannot have a null element; error in writing field a.b; error in writing field a: a NULL element of an array is not supported in a result; leave it out with IGNORE NULLS or WHERE ... IS NOT NULL',
  ],
  ['Bad int64 value: fieldstone-test', 'The query cannot be run on these data'],
  ['Row 7 of shard 3 holds a@example.com', 'The query cannot be run on these data'],
])('engineError tells the caller of its data: %s', (said, message) => {
  expect(mapped('invalidQuery', said)).toMatchObject({ code: 'SQL_INVALID', message });
});

test.each([
  'Unrecognized name: nosuch at [1:8]',
  'No matching signature for operator + at [3:1]',
  'Not found: Function nosuch',
  'Cannot query over table without a filter over column(s) "timestamp"',
  'Access Denied: Table fieldstone-test:logs.t',
  'Syntax error: Unexpected end of script',
])('engineError is ENGINE_FAILED for what the compiler let through: %s', (said) => {
  expect(mapped('invalidQuery', said)).toMatchObject({
    code: 'ENGINE_FAILED',
    message: 'The query failed',
  });
});

test.each([
  'invalidQuery',
  'invalid',
  'notFound',
  'accessDenied',
  'quotaExceeded',
  'bytesBilledLimitExceeded',
  'resourcesExceeded',
  'responseTooLarge',
  'stopped',
  'backendError',
  'jobBackendError',
  'rateLimitExceeded',
  'never heard of',
])(
  'BigQueryEngine tells nobody about the project, the tables, the job or the SQL: %s',
  async (reason) => {
    const server = await openBigQueryServer();
    server.script([{ match: 'POST /queries', reply: status(400, reason, TELLING) }]);
    const engine = openEngine(server.url, { resilience: { random: () => 0 } });

    for (const isCallersSql of [true, false]) {
      const query = compileQuery('SELECT 1 AS n', {}, { isCallersSql });
      const error = await engine.run(query, { signal: NEVER }).catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({ name: 'FieldstoneError' });
      expect(String(error)).not.toMatch(SECRETS);
    }
  },
);
