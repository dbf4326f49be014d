import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { printContract } from '../../../src/cli/schema/contract.ts';
import { describeText } from '../../../src/cli/schema/describe-text.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { completed } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';

const SQL = `-- Numbers of some.
-- @param most = 10 - The most.
-- @param {ARRAY<STRING>} labels
-- @column total - Their sum.
-- @returns one
-- @cache 15m
-- @maxBytes 3GB
-- @deprecated Use another.
SELECT SUM(x) AS total, COUNT(*) AS n, ['a'] AS labels, [STRUCT(1 AS id)] AS items
FROM UNNEST([1, 2]) AS x
WHERE x <= @most AND (@labels IS NULL OR 'a' IN UNNEST(@labels))`;

const endpoint = prepareEndpoint(completed('numbers.of-some', SQL), PROJECT.tables);
const schema = createSchema([endpoint]);

test('the contract has all that callers rely on, without members that say nothing', () => {
  expect(JSON.parse(printContract([endpoint], schema))).toEqual({
    version: 1,
    endpoints: {
      'numbers.of-some': {
        id: endpoint.definition.id,
        field: 'numbersOfSome',
        parameters: {
          most: { type: 'INT64!', default: '10' },
          labels: { type: 'ARRAY<STRING>' },
        },
        columns: [
          { name: 'total', type: 'INT64', graphql: 'Int64' },
          { name: 'n', type: 'INT64!', graphql: 'SafeInt!' },
          { name: 'labels', type: 'ARRAY<STRING!>!', graphql: '[String!]!' },
          {
            name: 'items',
            type: 'ARRAY<STRUCT<id INT64!>!>!',
            graphql: '[NumbersOfSomeRowItems!]!',
          },
        ],
        returns: 'one',
        shape: false,
        deprecated: 'Use another.',
        settings: {
          maxRows: 1,
          maxBytes: 3e9,
          cache: '15m',
          warm: 'off',
          sandbox: false,
          redact: false,
        },
      },
    },
  });
});

test('its members are sorted, but for the columns, which have the order of the query', () => {
  const text = printContract([endpoint], schema);
  const places = [
    '"columns"',
    '"total"',
    '"n"',
    '"deprecated"',
    '"field"',
    '"labels": {',
    '"most"',
  ];
  const found = places.map((place) => text.indexOf(place));

  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found[0]).toBeGreaterThan(0);
});

test('all that was inferred of an endpoint is said to people', () => {
  const text = describeText(endpoint, schema);

  expect(text).toContain(
    'numbersOfSome(most: Int64! = 10, labels: [String!], redactPii: Boolean): NumbersOfSomeResult',
  );
  expect(text).toMatch(/^ {2}@most +INT64! +=\s10 +The most\.$/m);
  expect(text).toMatch(/^ {2}total +INT64 +Int64 +Their sum\.$/m);
  expect(text).toContain('Returns  one row or none');
  expect(text).toMatch(/^ {2}cache +15m$/m);
});

test('people are told whether requests that differ in a parameter share runs, and why not', () => {
  const sql = `SELECT x FROM UNNEST([1, 2]) AS x
    WHERE x = @x AND x <= @most AND x NOT IN UNNEST(@others) ORDER BY x`;
  const batched = prepareEndpoint(completed('numbers', sql), PROJECT.tables);
  const limited = prepareEndpoint(completed('numbers', `${sql} LIMIT 5`), PROJECT.tables);

  const [text = '', other = ''] = [batched, limited].map((one) =>
    describeText(one, createSchema([one])),
  );

  expect(text).toMatch(/^Batching$/m);
  expect(text).toMatch(/^ {2}@x +requests that differ in it alone share a run$/m);
  expect(text).toMatch(
    /^ {2}@most +runs alone: the query uses the parameter in WHERE otherwise than compared by equality$/m,
  );
  expect(text).toMatch(/^ {2}@others +runs alone: the query compares values of the type ARRAY/m);
  expect(other).toMatch(
    /^ {2}@x +runs alone: the query has a LIMIT on rows that depend on the parameter$/m,
  );
});
