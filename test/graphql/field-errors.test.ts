import { expect, test } from 'vitest';
import { type ErrorCode, FieldstoneError, STATUS } from '../../src/errors.ts';
import { graphqlServer } from '../support/graphql-server.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const LOGS = (project: string) => `logsAll(project: "${project}", projectTier: FREE) { rowCount }`;

/** Whose runs fail for the project "bad". */
function failingSource(error: unknown): ScriptedSource {
  return new ScriptedSource((plan) => {
    if (plan.identity.includes('"bad"')) throw error;
    return {};
  });
}

const CODES = Object.keys(STATUS) as ErrorCode[];

test.each(CODES)('an error %s costs its field alone, and says which one', async (code) => {
  const source = failingSource(new FieldstoneError(code, 'It does not work'));
  const { post } = await graphqlServer(source);

  const { status, headers, body } = await post({
    query: `{\n  good: ${LOGS('a')}\n  bad: ${LOGS('bad')}\n}`,
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    data: { good: { rowCount: 0 }, bad: null },
    errors: [
      {
        message: 'It does not work',
        path: ['bad'],
        locations: [{ line: 3, column: 3 }],
        extensions: { code, requestId: headers['x-request-id'] },
      },
    ],
  });
});

test('errors of which clients are not the cause are logged once with their cause, others are not', async () => {
  const logged = async (error: unknown) => {
    const { post, log } = await graphqlServer(failingSource(error));
    const { body } = await post({ query: `{ ${LOGS('bad')} }` });
    const lines = log.entries.filter(({ msg }) => msg === 'failed');
    return { shown: body.errors?.[0]?.message, logged: lines.map((line) => JSON.stringify(line)) };
  };
  const cause = new Error('secret table of a tenant');

  const ours = await logged(new FieldstoneError('ENGINE_FAILED', 'The engine failed', { cause }));
  const bug = await logged(cause);
  const theirs = await logged(new FieldstoneError('BAD_USER_INPUT', 'No', { cause }));
  const busy = await logged(new FieldstoneError('OVERLOADED', 'Try again', { cause }));

  expect(ours).toEqual({
    shown: 'The engine failed',
    logged: [expect.stringContaining('secret table of a tenant')],
  });
  expect(bug).toEqual({
    shown: 'Something went wrong on our side',
    logged: [expect.stringContaining('secret table of a tenant')],
  });
  expect([theirs, busy]).toEqual([
    { shown: 'No', logged: [] },
    { shown: 'Try again', logged: [] },
  ]);
});

test.each([
  ['an Error', new Error('secret')],
  ['a TypeError', new TypeError('secret')],
  ['text', 'secret'],
  ['an object', { message: 'secret', extensions: { code: 'FORBIDDEN' } }],
  ['undefined', undefined],
])('%s that was thrown is masked', async (_, thrown) => {
  const { post } = await graphqlServer(failingSource(thrown));

  const { headers, body } = await post({ query: `{ ${LOGS('bad')} }` });

  expect(JSON.stringify(body)).not.toContain('secret');
  expect(body.errors).toMatchObject([
    {
      message: 'Something went wrong on our side',
      extensions: { code: 'INTERNAL', requestId: headers['x-request-id'] },
    },
  ]);
});

test('when to try again is a header of the response, and no member of the error', async () => {
  const busy = new FieldstoneError('RATE_LIMITED', 'Wait', { headers: { 'Retry-After': '7' } });
  const { post } = await graphqlServer(failingSource(busy));

  const { headers, body } = await post({ query: `{ ${LOGS('bad')} }` });

  expect(headers['retry-after']).toBe('7');
  expect(body.errors?.[0]?.extensions).toEqual({
    code: 'RATE_LIMITED',
    requestId: headers['x-request-id'],
  });
});

test('fields that ask the same share one error and one run', async () => {
  const source = failingSource(new FieldstoneError('QUERY_TIMEOUT', 'It took too long'));
  const { post, log } = await graphqlServer(source);

  const { body } = await post({
    query: `{ a: ${LOGS('bad')} b: ${LOGS('bad')} c: ${LOGS('bad')} }`,
  });

  expect(source.plans).toHaveLength(1);
  expect(body.data).toEqual({ a: null, b: null, c: null });
  expect(body.errors?.map(({ path }) => path)).toEqual([['a'], ['b'], ['c']]);
  expect(log.entries.find(({ status }) => status === 200)).toMatchObject({
    code: 'QUERY_TIMEOUT',
  });
});

test('a failed operation is not kept, and runs anew when it is asked again', async () => {
  let fails = true;
  const source = new ScriptedSource(() => {
    if (fails) throw new FieldstoneError('ENGINE_UNAVAILABLE', 'Not now');
    return { rows: [] };
  });
  const { post } = await graphqlServer(source);
  const query = `{ ${LOGS('a')} }`;

  const first = await post({ query });
  fails = false;
  const second = await post({ query });

  expect(first.body.data).toEqual({ logsAll: null });
  expect(second.body).toEqual({ data: { logsAll: { rowCount: 0 } } });
});
