import { expect, test } from 'vitest';
import type { Value } from '../../../src/googlesql/value.ts';
import {
  EVERY_COLUMN,
  everyKind,
  GRAPHQL_TYPES,
  PARAMETER_KINDS,
} from '../../support/every-kind.ts';
import { graphqlServer } from '../../support/graphql-server.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

const NOT_NULL = 3;

/** A row that is null but for one column. */
const rowWith = (column: string, value: Value) =>
  EVERY_COLUMN.map((name) => (name === 'needed' ? NOT_NULL : name === column ? value : null));

/** Asks for one argument of a kind, in the document and as a variable. */
async function ask(kind: string, literal: string, variable: unknown) {
  const server = await graphqlServer(new ScriptedSource(), [everyKind()]);
  const name = kind.toLowerCase();
  const type = GRAPHQL_TYPES[kind] ?? 'String';
  const written = await server.post({
    query: `{ everyKind(project: "a", ${name}: ${literal}) { rowCount } }`,
  });
  const boundByLiteral = server.source.bound[name];
  const sent = await server.post({
    query: `query ($x: ${type}) { everyKind(project: "a", ${name}: $x) { rowCount } }`,
    variables: { x: variable },
  });
  return { written, boundByLiteral, sent, boundByVariable: server.source.bound[name] };
}

const MICROS = 1_782_900_000_123_456n;

const ACCEPTED: readonly (readonly [
  kind: string,
  literal: string,
  variable: unknown,
  bound: unknown,
])[] = [
  ['BOOL', 'false', false, false],
  ['INT64', '7', 7, 7n],
  ['INT64', '-9223372036854775808', '-9223372036854775808', -(2n ** 63n)],
  ['INT64', '9007199254740993', '9007199254740993', 9_007_199_254_740_993n],
  ['INT64', '"9007199254740993"', '9007199254740993', 9_007_199_254_740_993n],
  ['FLOAT64', '-1.5e300', -1.5e300, -1.5e300],
  ['FLOAT64', '2', 2, 2],
  ['NUMERIC', '"00.10"', '00.10', '0.1'],
  ['BIGNUMERIC', '"-0.50"', '-0.50', '-0.5'],
  ['STRING', '"\\u00e9"', 'é', 'é'],
  ['STRING', '"""a\n"b" """', 'a\n"b" ', 'a\n"b" '],
  ['BYTES', '"YQ=="', 'YQ==', 'YQ=='],
  ['DATE', '"2026-07-01"', '2026-07-01', '2026-07-01'],
  ['TIME', '"10:00:00.5"', '10:00:00.500000', '10:00:00.500000'],
  ['DATETIME', '"2026-07-01"', '2026-07-01T00:00:00', '2026-07-01T00:00:00'],
  ['INTERVAL', '"P1DT2H"', '0-0 1 2:0:0', '0-0 1 2:0:0'],
  ['TIMESTAMP', '"2026-07-01T10:00:00.123456Z"', '2026-07-01T12:00:00.123456+02:00', MICROS],
  ['JSON', '{ a: [1, null], b: "c" }', { a: [1, null], b: 'c' }, '{"a":[1,null],"b":"c"}'],
  ['JSON', '"text"', 'text', '"text"'],
  ['JSON', '[]', [], '[]'],
];

test.each(ACCEPTED)('an argument of kind %s may be %s, or the variable %o', async (...given) => {
  const [kind, literal, variable, bound] = given;

  const { written, boundByLiteral, sent, boundByVariable } = await ask(kind, literal, variable);

  expect([written.body, sent.body]).toEqual(
    Array(2).fill({ data: { everyKind: { rowCount: 0 } } }),
  );
  expect([boundByLiteral, boundByVariable]).toEqual([bound, bound]);
});

test('an argument of every kind may be left out, or null', async () => {
  const { post, source } = await graphqlServer(new ScriptedSource(), [everyKind()]);
  const nulls = PARAMETER_KINDS.map((kind) => `${kind.toLowerCase()}: null`).join(', ');

  for (const sent of ['', `, ${nulls}`]) {
    const { body } = await post({ query: `{ everyKind(project: "a"${sent}) { rowCount } }` });

    expect(body).toEqual({ data: { everyKind: { rowCount: 0 } } });
    expect(PARAMETER_KINDS.map((kind) => source.bound[kind.toLowerCase()])).toEqual(
      PARAMETER_KINDS.map(() => null),
    );
  }
});

const REFUSED: readonly (readonly [
  kind: string,
  literal: string,
  variable: unknown,
  says: string,
])[] = [
  ['BOOL', '1', 1, 'Boolean cannot represent a non boolean value: 1'],
  ['BOOL', '"true"', 'true', 'Boolean cannot represent a non boolean value'],
  ['INT64', '1.5', 1.5, 'Int64 cannot be '],
  ['INT64', 'true', true, 'Int64 cannot be '],
  ['INT64', '[1]', [1], 'Int64 cannot be '],
  ['INT64', '{ a: 1 }', { a: 1 }, 'Int64 cannot be '],
  ['INT64', '"ten"', 'ten', 'Int64 cannot be "ten"'],
  ['INT64', '""', '', 'Argument "int64" cannot be "": it must be a 64-bit integer'],
  ['INT64', '"9223372036854775808"', 2 ** 53, 'Int64 cannot be '],
  ['FLOAT64', '"1"', '1', 'Float cannot represent non numeric value'],
  ['NUMERIC', '"ten"', 'ten', 'Numeric cannot be "ten": it must be a decimal number'],
  ['STRING', '1', 1, 'String cannot represent a non string value: 1'],
  ['STRING', '"a\\u0000"', 'a\0', 'Argument "string" must be text without NUL'],
  ['BYTES', '"YQ="', 'YQ=', 'Bytes cannot be "YQ=": it must be base64'],
  ['DATE', '"2026-02-29"', '2026-02-29', 'Date cannot be "2026-02-29"'],
  ['TIME', '"24:00:00"', '24:00:00', 'Time cannot be "24:00:00"'],
  ['DATETIME', '"tomorrow"', 'tomorrow', 'LocalDateTime cannot be "tomorrow"'],
  ['DATETIME', '""', '', 'Argument "datetime" cannot be "": it must be a date and a time'],
  ['TIMESTAMP', '""', '', 'Argument "timestamp" cannot be "": it must be an ISO 8601 timestamp'],
  ['DATETIME', '1782900000', 1_782_900_000, 'LocalDateTime cannot be 1782900000'],
  ['TIMESTAMP', '["2026-07-01"]', ['2026-07-01'], 'DateTime cannot be ["2026-07-01"]'],
];

test.each(REFUSED)(
  'an argument of kind %s can be neither %s nor the variable %j',
  async (...given) => {
    const [kind, literal, variable, says] = given;

    const { written, sent } = await ask(kind, literal, variable);

    for (const { body, headers } of [written, sent]) {
      expect(body.data ?? { everyKind: null }).toEqual({ everyKind: null });
      expect(body.errors).toHaveLength(1);
      expect(body.errors?.[0]?.message).toContain(says);
      expect(body.errors?.[0]?.locations).toHaveLength(1);
      expect(body.errors?.[0]?.extensions).toEqual({
        code: expect.stringMatching(/^(?:BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/),
        requestId: headers['x-request-id'],
      });
    }
  },
);

const SANDBOX = `query ($arguments: JSON!) {
  sandbox(endpoint: "every.kind", arguments: $arguments, sql: "SELECT id FROM entries") { rowCount }
}`;

test.each([
  ['project', 9_007_199_254_740_991],
  ['int64', -9_007_199_254_740_991],
  ['int64', '9007199254740993'],
  ['float64', 9_007_199_254_740_992],
  ['float64', 1e300],
  ['numeric', 0.5],
])('an argument %s of the sandbox may be the number %d', async (name, value) => {
  const { post } = await graphqlServer(new ScriptedSource(), [everyKind()]);

  const variables = { arguments: { project: 'a', [name]: value } };
  const { body } = await post({ query: SANDBOX, variables });

  expect(body).toEqual({ data: { sandbox: { rowCount: 0 } } });
});

const LOST_DIGITS =
  'must be text where it is an integer beyond 2^53 - 1: a number has lost digits of it';
const LOST_DECIMALS = 'must be text where it has so many digits: a number has lost some of them';

test.each([
  ['project', LOST_DIGITS],
  ['int64', LOST_DIGITS],
  ['numeric', LOST_DECIMALS],
  ['bignumeric', LOST_DECIMALS],
  ['json', LOST_DIGITS],
])(
  'an integer that has lost digits is refused as the argument %s of the sandbox',
  async (name, problem) => {
    const { post, source } = await graphqlServer(new ScriptedSource(), [everyKind()]);
    const given = `{"project": "a", "${name}": 9007199254740993}`;
    const literal = `{ ${name === 'project' ? '' : 'project: "a",'} ${name}: 9007199254740993 }`;

    const sent = await post(
      `{"query":${JSON.stringify(SANDBOX)},"variables":{"arguments":${given}}}`,
    );
    const written = await post({
      query: SANDBOX.replace('($arguments: JSON!)', '').replace('$arguments', literal),
    });

    for (const { body } of [sent, written]) {
      expect(body).toMatchObject({
        data: { sandbox: null },
        errors: [
          {
            message: `Argument "${name}" ${problem}`,
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      });
    }
    expect(source.plans).toEqual([]);
  },
);

const SHOWN: readonly (readonly [column: string, value: Value, shown: unknown])[] = [
  ['bool', false, false],
  ['int64', -7, -7],
  ['int64', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['float64', 1.5e300, 1.5e300],
  ['float64', Number.NaN, null],
  ['float64', Number.POSITIVE_INFINITY, null],
  ['numeric', '99999999999999999999999999999.5', '99999999999999999999999999999.5'],
  ['bignumeric', '0.5', '0.5'],
  ['string', '\u0000<é>\ud83d\ude00', '\u0000<é>\ud83d\ude00'],
  ['bytes', '/+8=', '/+8='],
  ['date', '0001-01-01', '0001-01-01'],
  ['datetime', '2026-07-01T10:00:00', '2026-07-01T10:00:00'],
  ['datetime', '2026-07-01T10:00:00.500000', '2026-07-01T10:00:00.500000'],
  ['time', '23:59:59.999999', '23:59:59.999999'],
  ['timestamp', Number(MICROS), '2026-07-01T10:00:00.123456Z'],
  ['timestamp', -1n, '1969-12-31T23:59:59.999999Z'],
  ['interval', '1-2 3 4:5:6', '1-2 3 4:5:6'],
  ['json', '{"a":[1,null]}', { a: [1, null] }],
  ['json', '"text"', 'text'],
  ['json', 'null', null],
];

test.each(SHOWN)('the value of a column %s, %s, is shown as %j', async (column, value, shown) => {
  const source = new ScriptedSource([rowWith(column, value), rowWith(column, null)]);
  const { post } = await graphqlServer(source, [everyKind()]);

  const { body } = await post({ query: `{ everyKind(project: "a") { rows { x: ${column} } } }` });

  expect(body).toEqual({ data: { everyKind: { rows: [{ x: shown }, { x: null }] } } });
});

test('a count that a number cannot hold is a fault of the service, of its field alone', async () => {
  const row = rowWith('int64', 2n ** 53n).with(EVERY_COLUMN.indexOf('needed'), 2n ** 53n);
  const { post } = await graphqlServer(new ScriptedSource([row]), [everyKind()]);

  const { body } = await post({
    query: `{
      good: everyKind(project: "a") { rows { int64 } }
      bad: everyKind(project: "a") { rows { needed } }
    }`,
  });

  expect(body.data).toEqual({ good: { rows: [{ int64: '9007199254740992' }] }, bad: null });
  expect(body.errors).toMatchObject([
    {
      message: 'SafeInt cannot represent an integer beyond 2^53 - 1',
      path: ['bad', 'rows', 0, 'needed'],
      extensions: { code: 'ENGINE_FAILED' },
    },
  ]);
});

test('NULL in a column that is never null costs its field, and leaves the others standing', async () => {
  const source = new ScriptedSource([
    rowWith('bool', true).with(EVERY_COLUMN.indexOf('needed'), null),
  ]);
  const { post, log } = await graphqlServer(source, [everyKind()]);

  const { status, body } = await post({
    query: `{
      good: everyKind(project: "a") { rowCount rows { bool } }
      bad: everyKind(project: "a") { rowCount rows { bool needed } }
      endpoints { name }
    }`,
  });

  expect(status).toBe(200);
  expect(body.data).toEqual({
    good: { rowCount: 1, rows: [{ bool: true }] },
    bad: null,
    endpoints: [{ name: 'every.kind' }],
  });
  expect(body.errors).toMatchObject([
    {
      message: 'Something went wrong on our side',
      path: ['bad', 'rows', 0, 'needed'],
      extensions: { code: 'INTERNAL' },
    },
  ]);
  // The operator learns which column it is.
  expect(log.text.join('')).toContain('EveryKindRow.needed');
});
