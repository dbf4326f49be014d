import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  camelCase,
  columnFaults,
  endpointFaults,
  endpointNameFault,
  parameterFaults,
  pascalCase,
  tableNameFault,
  upperSnakeCase,
} from '../../src/project/names.ts';

test.each([
  ['functions.invocation-stats', 'functionsInvocationStats', 'FUNCTIONS_INVOCATION_STATS'],
  ['p95_execution_time', 'p95ExecutionTime', 'P95_EXECUTION_TIME'],
  ['asOrganization', 'asOrganization', 'AS_ORGANIZATION'],
  ['ORDER_ID', 'orderId', 'ORDER_ID'],
  ['order_id', 'orderId', 'ORDER_ID'],
  ['orderId', 'orderId', 'ORDER_ID'],
  ['OrderId', 'orderId', 'ORDER_ID'],
  ['OrderID', 'orderID', 'ORDER_ID'],
  ['Q 2', 'q2', 'Q_2'],
  ['Q2', 'q2', 'Q2'],
  ['__key__', 'key', 'KEY'],
  ['price (€)', 'price', 'PRICE'],
  ['a1B', 'a1B', 'A1B'],
])('%s is the field %s and the value %s', (name, field, value) => {
  expect([camelCase(name), upperSnakeCase(name)]).toEqual([field, value]);
  expect(pascalCase(name)).toBe(field.charAt(0).toUpperCase() + field.slice(1));
});

const FIELD = /^[a-z][A-Za-z0-9]*$/;

test('names without a fault are fields and enum values, each once', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({ unit: fc.constantFrom('a', 'B', '_', '1', ' '), maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const faulty = new Set(columnFaults(names).map(({ index }) => index));
      const sound = names.filter((_, index) => !faulty.has(index));

      for (const field of sound.map(camelCase)) expect(field).toMatch(FIELD);
      expect(new Set(sound.map(camelCase)).size).toBe(sound.length);
      expect(new Set(sound.map(upperSnakeCase)).size).toBe(sound.length);
    }),
  );
});

test('the aliases that messages show mend all names', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '_', '1', ' ', 'ö'), maxLength: 3 });
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const mended = [...names];
      for (const { index, message } of columnFaults(names)) {
        mended[index] = /"AS (\w+)" after it$/.exec(message)?.[1] ?? expect.unreachable();
      }

      expect(columnFaults(mended)).toEqual([]);
    }),
  );
});

test.each([
  [['day', 'f0_'], 'Column 2 has no name: write "AS column_2" after it'],
  [['column_2', ''], 'Column 2 has no name: write "AS column_3" after it'],
  [
    ['größe'],
    'Column "größe" has no GraphQL name, since "ö" is no ASCII letter: write "AS column_1" after it',
  ],
  [['_'], 'Column "_" has no GraphQL name, since it has no ASCII letter'],
  [['2024_sales'], 'Column "2024_sales" has no GraphQL name, since it begins with a digit'],
  [['_7'], 'Column "_7" has no GraphQL name, since it begins with a digit'],
  [
    ['order_id', 'orderId'],
    'The column "orderId" has the GraphQL name of "order_id", orderId: write "AS orderId_2" after it',
  ],
  [
    ['_table_suffix'],
    'Column "_table_suffix" has a name that BigQuery reserves: write "AS column_1" after it',
  ],
  [['a_bc', 'aBC'], 'The column "aBC" has the GraphQL name of "a_bc"'],
])('the columns %j are refused', (names, message) => {
  const faults = columnFaults(names);

  expect(faults.map(({ index }) => index)).toEqual([names.length - 1]);
  expect(faults[0]?.message).toContain(message);
});

test('fields of a struct have names too', () => {
  expect(columnFaults(['a', '', 'f0_'], 'field')).toEqual([
    { index: 1, message: 'Field 2 has no name: write "AS field_2" after it' },
  ]);
});

test.each([
  [['redact_pii'], '"@redact_pii" has a name that every endpoint uses itself'],
  [['redactPii'], '"@redactPii" has a name that every endpoint uses itself'],
  [['SQL'], '"@SQL" has a name that every endpoint uses itself: write "@SQL_value"'],
  [['Lql'], '"@Lql" has a name that every endpoint uses itself'],
  [['_since'], '"@_since" is not named with a letter'],
  [['größe'], '"@größe" is not named with a letter'],
  [['fromDay', 'from_day'], '"@from_day" has the GraphQL name of "@fromDay", fromDay'],
])('the parameters %j are refused', (names, message) => {
  expect(parameterFaults(names).map((fault) => fault.message)).toEqual([
    expect.stringContaining(message),
  ]);
});

test('other parameters are accepted', () => {
  expect(parameterFaults(['a', 'A1', 'a_b', 'redact', 'limit', 'sql_text'])).toEqual([]);
});

test.each(['a', 'orders.by-day', 'logs_2024.all', 'a.1'])('an endpoint is called %s', (name) => {
  expect(endpointNameFault(name)).toBeUndefined();
});

test.each([
  ['Orders', 'orders'],
  ['Orders By Day', 'orders-by-day'],
  ['2024', 'query-2024'],
  ['a..b', 'a-b'],
  ['a-', 'a'],
  ['größe', 'gr-e'],
  ['', 'query'],
  ['sandbox', 'sandbox.all'],
  ['endpoints', 'endpoints.all'],
  ['endpoint', 'endpoint.all'],
  ['describe', 'describe.all'],
  ['estimate', 'estimate.all'],
])('an endpoint is not called "%s" but "%s"', (name, other) => {
  expect(endpointNameFault(name)).toMatch(new RegExp(`: call it "${other}"$`));
  expect(endpointNameFault(other)).toBeUndefined();
});

test('two endpoints are not one field', () => {
  expect(endpointFaults(['a.b', 'ab', 'a-b'])).toEqual([
    { index: 2, message: '"a-b" has the GraphQL name of "a.b", aB: call it "a-b-2"' },
  ]);
});

test.each(['cloudflare.logs.prod', 'deno-relay-logs', 'events_*', 'Größe 2'])(
  'a table is called %s',
  (name) => {
    expect(tableNameFault(name)).toBeUndefined();
  },
);

test.each(['', '.', 'a.', '.a', 'a..b', ' .a', 'a\nb'])('a table is not called %j', (name) => {
  expect(tableNameFault(name)).toContain('is no name of a table');
});
