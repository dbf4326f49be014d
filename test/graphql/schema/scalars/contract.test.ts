import { expect, test } from 'vitest';
import { Registry } from '../../../../src/catalog/registry.ts';
import { Runner } from '../../../../src/execution/runner.ts';
import type { Value } from '../../../../src/googlesql/value.ts';
import { graphqlRoute } from '../../../../src/graphql/route.ts';
import { restRoute } from '../../../../src/rest/route.ts';
import { EVERY_COLUMN, everyKind, GRAPHQL_TYPES } from '../../../support/every-kind.ts';
import { httpServer } from '../../../support/http-server.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';
import { REFUSED, type RefusedCase, type ScalarCase, TAKEN } from './scalar-cases.ts';

/** An answer without its transport. */
interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A service that answers its arguments, in the columns of their kinds. */
async function echo() {
  const source = new ScriptedSource((plan, run) => {
    const { parameters } = plan.queryAt(run);
    const argument = (name: string): Value => parameters.get(name)?.value ?? null;
    return {
      rows: [EVERY_COLUMN.map((name) => (name === 'needed' ? 1 : numberOf(argument(name))))],
    };
  });
  const served = {
    registry: new Registry([everyKind()]),
    runner: new Runner(source, { dataSource: 'scripted' }),
  };
  const options = { served: () => served, clock: () => 1_782_907_200_000_000n };
  const { app, key } = await httpServer({ routes: [graphqlRoute(options), restRoute(options)] });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const send = async (url: string, payload?: string): Promise<Answered> => {
    const method = payload === undefined ? 'GET' : 'POST';
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, text: response.body };
  };
  return {
    source,
    graphql: (query: string, variables = '{}') =>
      send('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`),
    rest: (query: string, body?: string) =>
      send(`/api/endpoints/query/every.kind?project=a&${query}`, body),
  };
}

/** An engine reads integers as numbers. */
function numberOf(value: Value): Value {
  return typeof value === 'bigint' ? Number(value) : value;
}

function queries({ kind, literal }: Pick<ScalarCase, 'kind' | 'literal'>) {
  const name = kind.toLowerCase();
  const field = (value: string) =>
    `everyKind(project: "a", ${name}: ${value}) { rows { ${name} } }`;
  return {
    name,
    written: `{ ${field(literal)} }`,
    declared: `query ($x: ${GRAPHQL_TYPES[kind] ?? 'String'}) { ${field('$x')} }`,
  };
}

test.each(TAKEN)('$kind takes $literal over GraphQL, and answers $graphql', async (one) => {
  const { graphql } = await echo();
  const { name, written, declared } = queries(one);

  const answers = [await graphql(written), await graphql(declared, `{"x":${one.json}}`)];

  for (const { status, text } of answers) {
    expect(JSON.parse(text)).toEqual({ data: { everyKind: { rows: [{ [name]: one.graphql }] } } });
    expect(status).toBe(200);
  }
});

test.each(TAKEN)('$kind takes $json over REST, and answers $rest', async (one) => {
  const { rest } = await echo();
  const name = one.kind.toLowerCase();

  const inQuery = await rest(`${name}=${encodeURIComponent(one.text)}`);
  const inBody = await rest('', `{"${name}":${one.json}}`);

  // An empty text in a query string is left out.
  const expected = one.text === '' ? 'null' : one.rest;
  expect(inQuery).toEqual({ status: 200, text: expect.stringContaining(`"${name}":${expected}`) });
  expect(inBody).toEqual({ status: 200, text: expect.stringContaining(`"${name}":${one.rest}`) });
});

test.each(REFUSED)('$kind refuses $literal over GraphQL', async (one) => {
  const { graphql, source } = await echo();
  const { written, declared } = queries(one);
  const scalar = GRAPHQL_TYPES[one.kind];

  const literal = await graphql(written);
  const variable = await graphql(declared, `{"x":${one.json}}`);

  expect([literal.status, variable.status]).toEqual([400, 400]);
  const extensions = { code: 'BAD_USER_INPUT', requestId: expect.any(String) };
  expect(JSON.parse(literal.text).errors).toEqual([
    {
      message: expect.stringContaining(`${scalar} ${one.says}`),
      locations: [{ line: 1, column: written.indexOf(`: ${one.literal})`) + 3 }],
      extensions,
    },
  ]);
  expect(JSON.parse(variable.text).errors).toEqual([
    {
      message: expect.stringMatching(
        new RegExp(
          `^Variable "\\$x" got invalid value .*; ${RegExp.escape(`${scalar} ${one.says}`)}`,
        ),
      ),
      locations: [{ line: 1, column: declared.indexOf('$x') + 1 }],
      extensions,
    },
  ]);
  expect(source.plans).toEqual([]);
});

const WRONG_TEXTS = REFUSED.filter(
  (one): one is RefusedCase & { readonly text: string } => one.text !== undefined,
);

test.each(WRONG_TEXTS)('$kind refuses $json over REST', async ({ kind, json, text, says }) => {
  const { rest, source } = await echo();
  const name = kind.toLowerCase();

  const answers = [
    await rest(`${name}=${encodeURIComponent(text)}`),
    await rest('', `{"${name}":${json}}`),
  ];

  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'BAD_USER_INPUT',
      detail: expect.stringContaining(`Argument "${name}" ${says}`),
    });
  }
  expect(source.plans).toEqual([]);
});

test('a decimal of any number of digits may be a literal, and a number of a JSON body', async () => {
  const { graphql, rest, source } = await echo();
  const digits = '12345678901234567890.123456789';

  for (const kind of ['NUMERIC', 'BIGNUMERIC']) {
    const { name, written } = queries({ kind, literal: digits });

    await graphql(written);
    expect(source.bound[name]).toBe(digits);
    await rest('', `{"${name}":${digits}}`);
    expect(source.bound[name]).toBe(digits);
  }
});

test.each(['0.12345678901234567', '9007199254740993', '1e21', '-1234567.8901234567'])(
  'a variable that is the number %s, which may have lost digits, is refused with what to send',
  async (number) => {
    const { graphql, source } = await echo();
    const { declared } = queries({ kind: 'NUMERIC', literal: '' });

    const refused = await graphql(declared, `{"x":${number}}`);

    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).errors).toMatchObject([
      {
        message: expect.stringMatching(/one of more than 15 digits is sent as a string$/),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(source.plans).toEqual([]);
    expect((await graphql(declared, `{"x":"${number}"}`)).status).toBe(200);
  },
);

test('a NUMERIC out of range is refused by its argument, on both interfaces', async () => {
  const { graphql, rest, source } = await echo();
  const { written } = queries({ kind: 'NUMERIC', literal: '1e29' });

  const { errors } = JSON.parse((await graphql(written)).text);
  const refused = await rest('', '{"numeric":1e29}');

  const message =
    'Argument "numeric" cannot be "1e29": it must be a decimal number with at most 29 digits before the point';
  expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([400, message]);
  expect(source.plans).toEqual([]);
});

test('a message repeats at most 200 letters of a value', async () => {
  const { graphql } = await echo();
  const literal = JSON.stringify('x'.repeat(5_001));

  for (const kind of ['NUMERIC', 'BYTES', 'DATE', 'TIME', 'DATETIME', 'INTERVAL']) {
    const { written } = queries({ kind, literal });
    const { errors } = JSON.parse((await graphql(written)).text);

    expect(errors[0].message).toContain(`cannot be "${'x'.repeat(200)}…": it must be`);
  }
});
