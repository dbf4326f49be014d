import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { printSdl } from '../../../src/graphql/print.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { completed } from '../../support/endpoints.ts';
import { gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';

/** A parameter's type and default in SQL, as GraphQL prints its argument, and the value on both interfaces. */
const DEFAULTS: readonly (readonly [
  type: string,
  sql: string,
  argument: string,
  rest: unknown,
  graphql?: unknown,
])[] = [
  ['INT64', '10', 'Int64! = 10', 10],
  ['INT64', '-9007199254740993', 'Int64! = "-9007199254740993"', '-9007199254740993'],
  ['FLOAT64', '1.5', 'Float! = 1.5', 1.5],
  ['NUMERIC', '1.50', 'Numeric! = "1.5"', '1.5'],
  ['BOOL', 'TRUE', 'Boolean! = true', true],
  ['STRING', "'E\"R'", 'String! = "E\\"R"', 'E"R'],
  ['BYTES', "b'ab'", 'Bytes! = "YWI="', 'YWI='],
  ['DATE', "DATE '2026-01-02'", 'Date! = "2026-01-02"', '2026-01-02'],
  [
    'TIMESTAMP',
    "TIMESTAMP '2026-01-02 03:04:05+00'",
    'DateTime! = "2026-01-02T03:04:05.000000Z"',
    1_767_323_045_000_000,
    '2026-01-02T03:04:05.000000Z',
  ],
  ['ARRAY<STRING>', "['a', 'b']", '[String!]! = ["a", "b"]', ['a', 'b']],
  // graphql-js prints no object: the argument may be null, which is the default.
  ['JSON', 'JSON \'{"a":[1]}\'', 'JSON', { a: [1] }],
  ['JSON', "JSON '[]'", 'JSON', []],
  ['ARRAY<JSON>', "[JSON '[]']", '[JSON!]', [[]]],
];

test.each(DEFAULTS)(
  'a default %s, %s, is printed and applied',
  async (type, sql, argument, rest, shown) => {
    const text = `-- @param {${type}} x = ${sql}\nSELECT @x AS y`;
    const endpoint = prepareEndpoint(completed('x', text), PROJECT.tables);
    const opened = await gateway({ endpoints: [endpoint] });

    const { body } = await opened.rest('x', {});
    const { data } = await opened.graphql('{ x { rows { y } } }');

    expect(printSdl(createSchema([endpoint]))).toMatch(
      new RegExp(`\\bx: ${RegExp.escape(String(argument))}$`, 'm'),
    );
    expect(body.result).toEqual([{ y: rest }]);
    expect(data).toEqual({ x: { rows: [{ y: shown ?? rest }] } });
  },
);
