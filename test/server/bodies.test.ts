/** What both interfaces read of a body's bytes is the same. */
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** A project's name in some encoding, within a body for each way in. */
type Encoded = (text: string) => Buffer;

const utf8: Encoded = (text) => Buffer.from(text);
const marked: Encoded = (text) => Buffer.concat([MARK, Buffer.from(text)]);
const latin1: Encoded = (text) => Buffer.from(text, 'latin1');
const utf16: Encoded = (text) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const PATH = '/api/endpoints/query/logs.all';
const DOCUMENT = 'query ($p: String!) { logsAll(project: $p, projectTier: PRO) { rowCount } }';
const VARIABLES = JSON.stringify({ p: 'é' });

interface Way {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly type: string;
  readonly text: string;
}

const WAYS: Readonly<Record<string, Way>> = {
  'POST on REST': {
    method: 'POST',
    url: PATH,
    type: JSON_TYPE,
    text: '{"project":"é","project_tier":"PRO"}',
  },
  'GET on REST': {
    method: 'GET',
    url: `${PATH}?project_tier=PRO`,
    type: JSON_TYPE,
    text: '{"project":"é"}',
  },
  'a form on REST': {
    method: 'POST',
    url: PATH,
    type: FORM,
    text: 'project=é&project_tier=PRO',
  },
  'POST at /graphql': {
    method: 'POST',
    url: '/graphql',
    type: JSON_TYPE,
    text: JSON.stringify({ query: DOCUMENT, variables: { p: 'é' } }),
  },
  'a form at /graphql': {
    method: 'POST',
    url: '/graphql',
    type: FORM,
    text: `query=${encodeURIComponent(DOCUMENT)}&variables=${VARIABLES}`,
  },
  'a document at /graphql': {
    method: 'POST',
    url: '/graphql',
    type: 'application/graphql',
    text: '{ logsAll(project: "é", projectTier: PRO) { rowCount } }',
  },
};

/** Sends a body in one way; the code is that of the error, if there is one. */
async function send(
  { method, url, type, text }: Way,
  encode: Encoded,
  parameter = '',
  headers: Readonly<Record<string, string>> = {},
) {
  const { app, key, runs } = await gateway();
  const response = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key, 'content-type': `${type}${parameter}`, ...headers },
    payload: encode(text),
  });
  const body = response.json();
  const bound = runs[0]?.parameters.get('project')?.value;
  return {
    status: response.statusCode,
    body,
    code: url === '/graphql' ? body.errors?.[0]?.extensions.code : body.code,
    bound,
  };
}

test.each(Object.entries(WAYS))(
  'the body of %s is UTF-8, however that is spelt',
  async (_, way) => {
    const spelt = ['', '; charset=utf-8', ';charset="UTF8"', "; Charset='utf-8'", '; charset='];
    for (const parameter of spelt) {
      expect(await send(way, utf8, parameter)).toMatchObject({ status: 200, bound: 'é' });
    }
    expect(await send(way, marked)).toMatchObject({ status: 200, bound: 'é' });
  },
);

test.each(Object.entries(WAYS))('the body of %s is not of another charset', async (_, way) => {
  for (const charset of ['iso-8859-1', 'UTF-16', '"windows-1252"', 'no-such']) {
    const { status, code, bound } = await send(way, utf8, `; charset=${charset}`);

    expect([status, code, bound]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', undefined]);
  }
});

test.each(Object.entries(WAYS))(
  'the bytes of %s are not those of another charset',
  async (_, way) => {
    for (const encode of [latin1, utf16]) {
      const { status, code, bound } = await send(way, encode);

      expect([status, code, bound]).toEqual([400, 'BAD_USER_INPUT', undefined]);
    }
  },
);

test.each(Object.entries(WAYS))(
  'the body of %s is the same when it is inflated',
  async (_, way) => {
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
    ] as const) {
      const headers = { 'content-encoding': coding };
      const packed = (encode: Encoded) => (text: string) => compress(encode(text));

      expect(await send(way, packed(marked), '', headers)).toMatchObject({
        status: 200,
        bound: 'é',
      });
      expect(await send(way, packed(latin1), '', headers)).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
      });
    }
  },
);

test('a form whose encoded bytes are not UTF-8 is 400 on both paths', async () => {
  for (const name of ['a form on REST', 'a form at /graphql']) {
    const way = WAYS[name] as Way;
    const { status, code } = await send({ ...way, text: way.text.replace('é', '%E9') }, utf8);

    expect([status, code]).toEqual([400, 'BAD_USER_INPUT']);
  }
});

test.each([
  ['%C3%A9', 200, 'é'],
  ['100%', 200, '100%'],
  ['%E9', 400, undefined],
])('the project %s in the query string of /graphql is %i', async (name, status, bound) => {
  const { app, key, runs } = await gateway();
  const document = encodeURIComponent(DOCUMENT);

  const response = await app.inject({
    url: `/graphql?query=${document}&variables={"p":"${name}"}`,
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(status);
  expect(runs[0]?.parameters.get('project')?.value).toBe(bound);
});
