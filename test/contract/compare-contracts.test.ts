import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareContracts } from '../../src/contract/compare-contracts.ts';
import type { Contract, ContractColumn, ContractEndpoint } from '../../src/contract/contract.ts';
import { documentedOf } from './scenarios/documented.ts';

const name = fc.constantFrom('a', 'b', 'an_id', 'anId', 'Total', 'x1', 'total');

const scalar = fc.constantFrom('INT64', 'NUMERIC', 'BIGNUMERIC', 'STRING', 'FLOAT64', 'TIMESTAMP');

const { type } = fc.letrec<{ type: string; base: string; fields: string; element: string }>(
  (tie) => ({
    type: fc.tuple(tie('base'), fc.constantFrom('', '!')).map((parts) => parts.join('')),
    element: fc
      .tuple(fc.oneof(scalar, tie('fields')), fc.constantFrom('', '!'))
      .map((parts) => parts.join('')),
    fields: fc
      .uniqueArray(fc.tuple(name, tie('type')), {
        selector: ([field]) => field.toLowerCase(),
        minLength: 1,
        maxLength: 3,
      })
      .map((fields) => `STRUCT<${fields.map((field) => field.join(' ')).join(', ')}>`),
    base: fc.oneof(
      { maxDepth: 2 },
      scalar,
      tie('fields'),
      tie('element').map((element) => `ARRAY<${element}>`),
    ),
  }),
);

const values = fc.uniqueArray(fc.constantFrom('p', 'q', 'r'), { minLength: 1 });

const parameter = fc.oneof(
  fc.record({ type: fc.tuple(scalar, fc.constantFrom('', '!')).map((parts) => parts.join('')) }),
  fc.record({ type: scalar.map((kind) => `ARRAY<${kind}>`) }),
  fc.record({ type: scalar.map((kind) => `${kind}!`), default: fc.constantFrom('1', "'x'") }),
  fc.record({ type: fc.constantFrom('STRING', 'STRING!'), values }),
);

const columns: fc.Arbitrary<ContractColumn[]> = fc.uniqueArray(
  fc.record({ name, type, graphql: fc.constantFrom('Int64', 'SafeInt!', 'String', '[XRow!]!') }),
  { selector: (column) => column.name, minLength: 1, maxLength: 5 },
);

const viewColumns = fc.uniqueArray(fc.record({ name, type }), {
  selector: (column) => column.name,
  maxLength: 4,
});

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const duration = fc.constantFrom('off', '5m', '15m', '900s', '1h');

/** What a contract says of an endpoint, member by member. */
const MEMBERS = {
  id: fc.constantFrom('1', '2', '3'),
  field: fc.constantFrom('one', 'other'),
  parameters: fc.dictionary(name, parameter, { maxKeys: 4 }),
  columns,
  returns: fc.constantFrom('many' as const, 'one' as const),
  tenant: optional(
    fc.record({
      pin: optional(fc.constantFrom('shop', 'store')),
      parameter: optional(name),
      tables: fc.dictionary(name, name, { minKeys: 1, maxKeys: 3 }),
    }),
  ),
  shape: fc.boolean(),
  engine: optional(fc.constant('bigquery')),
  maxRows: fc.constantFrom(1, 100, 1_000),
  maxBytes: optional(fc.constantFrom(1e9, 3e9)),
  cache: duration,
  warm: duration,
  redact: fc.boolean(),
  views: optional(fc.dictionary(name, viewColumns, { maxKeys: 3 })),
  deprecated: optional(fc.constantFrom('Use b', 'Use c')),
  text: optional(fc.constantFrom('00', '01')),
};

type Members = {
  [Name in keyof typeof MEMBERS]: (typeof MEMBERS)[Name] extends fc.Arbitrary<infer Value>
    ? Value
    : never;
};

/** An endpoint of these members as a project could print it: without what cannot be there together. */
function endpointOf({ cache, maxBytes, maxRows, redact, views, warm, ...members }: Members) {
  const isForeign = members.engine !== undefined;
  const own = isForeign ? undefined : views;
  const endpoint: ContractEndpoint = {
    ...members,
    text: isForeign ? (members.text ?? '00') : undefined,
    views: own,
    settings: {
      maxRows: members.returns === 'one' ? 1 : maxRows,
      maxBytes,
      cache,
      warm,
      sandbox: own !== undefined,
      redact,
    },
  };
  return JSON.parse(JSON.stringify(endpoint)) as ContractEndpoint;
}

function contractOf(endpoint: ContractEndpoint): Contract {
  return { version: 1, endpoints: { x: endpoint } };
}

const members = fc.record(MEMBERS) as fc.Arbitrary<Members>;

test('a contract is the same as itself', () => {
  fc.assert(
    fc.property(members, (one) => {
      const contract = contractOf(endpointOf(one));
      expect(compareContracts(contract, structuredClone(contract))).toEqual([]);
    }),
  );
});

/** A contract, and the same with another value of one member. */
const mutated = fc
  .tuple(members, members, fc.constantFrom(...(Object.keys(MEMBERS) as (keyof Members)[])))
  .map(([one, other, member]) => [one, { ...one, [member]: other[member] }].map(endpointOf))
  .filter(([one, other]) => JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other)));

/** With the members of objects in one order, which no contract relies on. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

test('another value of any member is a change, in whole sentences, also back again', () => {
  fc.assert(
    fc.property(mutated, ([one, other]) => {
      const contracts = [one, other].map((endpoint) => contractOf(endpoint as ContractEndpoint));
      const [before, now] = contracts as [Contract, Contract];
      for (const changes of [compareContracts(before, now), compareContracts(now, before)]) {
        expect(changes).not.toEqual([]);
        for (const { for: clients, message } of changes) {
          expect(clients).not.toEqual([]);
          expect(message).not.toMatch(/undefined|[{}]/);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

const COLUMNS: ContractColumn[] = [
  { name: 'a', type: 'INT64!', graphql: 'Int64!' },
  { name: 'b', type: 'STRING', graphql: 'String' },
  { name: 'c', type: 'STRING', graphql: 'String' },
];

const ENDPOINT: ContractEndpoint = {
  id: '1',
  field: 'x',
  parameters: {},
  columns: COLUMNS,
  returns: 'many',
  shape: true,
  settings: { maxRows: 10, cache: 'off', warm: 'off', sandbox: false, redact: false },
};

/** The kinds of what another version of the endpoint changes. */
function kindsOf(now: Partial<ContractEndpoint>): readonly string[] {
  const changes = compareContracts(contractOf(ENDPOINT), contractOf({ ...ENDPOINT, ...now }));
  return [...new Set(changes.map(({ kind }) => kind))];
}

test('another field of an endpoint, as another version may name it, is said as the page says it', () => {
  const now = contractOf({ ...ENDPOINT, field: 'y' });
  const changes = compareContracts(contractOf(ENDPOINT), now);

  expect(changes).toMatchObject(documentedOf('endpoint-field', { before: 'x', now: 'y' }));
});

test('a column is renamed where nothing else can be in its place', () => {
  const [a, b, c] = COLUMNS as [ContractColumn, ContractColumn, ContractColumn];
  const d = { ...b, name: 'd' };
  const e = { ...b, name: 'e' };

  expect(kindsOf({ columns: [a, d, c] })).toEqual(['column-renamed']);
  expect(kindsOf({ columns: [a, b, d] })).toEqual(['column-renamed']);
  // Two for one, two for two, another type, and another place.
  const others = ['column-removed', 'column-inserted'];
  expect(kindsOf({ columns: [a, d, e, c] })).toEqual(others);
  expect(kindsOf({ columns: [a, d, e] })).toEqual(['column-removed', 'column-added']);
  expect(kindsOf({ columns: [a, { ...d, type: 'DATE' }, c] })).toEqual(others);
  expect(kindsOf({ columns: [d, a, c] })).toEqual(others);
});

test('a renamed column and a respelt parameter may have changed otherwise too', () => {
  const now = { name: 'B', type: 'STRING!', graphql: 'String!' };
  const before = contractOf({ ...ENDPOINT, parameters: { an_id: { type: 'INT64' } } });
  const changes = compareContracts(
    before,
    contractOf({
      ...ENDPOINT,
      columns: COLUMNS.map((column) => (column.name === 'b' ? now : column)),
      parameters: { anId: { type: 'INT64!' } },
    }),
  );

  expect(changes.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['parameter-spelling', { part: 'parameter', name: 'anId' }],
    ['parameter-required', { part: 'parameter', name: 'anId' }],
    ['column-spelling', { part: 'column', name: 'B' }],
    ['column-required', { part: 'column', name: 'B' }],
  ]);
});

test('changes within nested rows name the path', () => {
  const nested = (fields: string) => ({
    columns: [{ name: 'a', type: `ARRAY<STRUCT<${fields}>!>!`, graphql: '[XRowA!]!' }],
  });
  const changes = compareContracts(
    contractOf({ ...ENDPOINT, ...nested('p STRUCT<q INT64!, r ARRAY<FLOAT64!>!>, s STRING') }),
    contractOf({ ...ENDPOINT, ...nested('p STRUCT<q NUMERIC, r ARRAY<FLOAT64>!>!, s STRING') }),
  );

  expect(changes.map(({ level, message }) => `${level} ${message.split(/[ :]/)[0]}`)).toEqual([
    'safe `a[].p`',
    'breaking `a[].p.q`',
    'dangerous Cells',
    'breaking `a[].p.q`',
    'breaking `a[].p.r[]`',
    'dangerous Cells',
  ]);
});

test('a spelling of another version, and a type that two interfaces see differently, are not unseen', () => {
  const first = (column: Partial<ContractColumn>) => {
    return { columns: COLUMNS.map((one) => (one.name === 'a' ? { ...one, ...column } : one)) };
  };

  expect(kindsOf(first({ type: 'int64!' }))).toEqual(['column-type']);
  expect(kindsOf(first({ type: 'NEW_TYPE!' }))).toEqual(['column-type']);
  expect(kindsOf(first({ type: 'INT64', graphql: 'Int64' }))).toEqual(['column-nullable']);
  expect(kindsOf(first({ type: 'INT64', graphql: 'SafeInt' }))).toEqual([
    'column-nullable',
    'column-graphql',
  ]);
});
