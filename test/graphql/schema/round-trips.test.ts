import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EVERY_COLUMN,
  everyKind,
  GRAPHQL_TYPES,
  PARAMETER_KINDS,
} from '../../support/every-kind.ts';
import { type GraphqlServer, graphqlServer } from '../../support/graphql-server.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

/** A server whose answer has the arguments in the columns of their kinds, as an engine reads them. */
function echoServer(): Promise<GraphqlServer> {
  const source = new ScriptedSource((plan, run) => {
    const { parameters } = plan.queryAt(run);
    const argument = (name: string) => parameters.get(name)?.value ?? null;
    const row = EVERY_COLUMN.map((name) => (name === 'needed' ? 1 : argument(name)));
    const int64 = EVERY_COLUMN.indexOf('int64');
    return { rows: [row.with(int64, row[int64] === null ? null : Number(row[int64]))] };
  });
  return graphqlServer(source, [everyKind()]);
}

const digits = (min: number, max: number) =>
  fc.integer({ min, max }).map((n) => `${n}`.padStart(`${max}`.length, '0'));
const date = fc.date({
  noInvalidDate: true,
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
});
const fraction = fc.oneof(fc.constant('000000'), digits(0, 999_999));
const moment = fc
  .tuple(date, fraction)
  .map(([second, micros]) => second.toISOString().replace(/\d{3}Z/, `${micros}Z`));
const finite = fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => value + 0);
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const decimal = fc
  .tuple(fc.boolean(), fc.maxSafeNat(), fc.option(fc.integer({ min: 1, max: 9 })))
  .map(([isNegative, whole, tenths]) => {
    const amount = tenths === null ? `${whole}` : `${whole}.${tenths}`;
    return isNegative && amount !== '0' ? `-${amount}` : amount;
  });

/** Answers have the digits of larger integers as text. */
const exactNumber = (_: string, value: unknown) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? 0.5 : value;

/** Values of each kind, spelt as answers spell them. */
const SPELT: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  BOOL: fc.boolean(),
  INT64: fc.maxSafeInteger(),
  FLOAT64: finite,
  NUMERIC: decimal,
  BIGNUMERIC: decimal,
  STRING: text,
  BYTES: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  DATE: moment.map((value) => value.slice(0, 10)),
  TIME: moment.map((value) => value.slice(11, -1).replace('.000000', '')),
  DATETIME: moment.map((value) => value.slice(0, -1).replace('.000000', '')),
  TIMESTAMP: moment,
  INTERVAL: fc
    .tuple(fc.constantFrom('', '-'), fc.nat(9_999), fc.nat(11), fc.integer({ min: -99, max: 99 }))
    .map(
      ([sign, years, months, days]) =>
        `${years + months === 0 ? '' : sign}${years}-${months} ${days} -4:5:6`,
    ),
  JSON: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value, exactNumber))),
};

const sent = fc
  .constantFrom(...PARAMETER_KINDS)
  .chain((kind) => fc.tuple(fc.constant(kind), SPELT[kind] ?? fc.constant(null)));

/** A value as a document holds it; undefined for an object with a name that GraphQL does not have. */
function literalOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const literal = isList || /^[_A-Za-z]\w*$/.test(name) ? literalOf(part) : undefined;
    return literal && (isList ? literal : `${name}: ${literal}`);
  });
  if (parts.includes(undefined)) return undefined;
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

test('a value of any kind is shown as it was sent, in the document or as a variable', async () => {
  const { post } = await echoServer();
  await fc.assert(
    fc.asyncProperty(sent, async ([kind, value]) => {
      const column = kind.toLowerCase();
      const field = (given: string) =>
        `everyKind(project: "a", ${column}: ${given}) { rows { ${column} } }`;
      const query = `query ($x: ${GRAPHQL_TYPES[kind] ?? 'String'}) { ${field('$x')} }`;
      const literal = literalOf(value);

      const asVariable = await post({ query, variables: { x: value } });
      const written =
        literal === undefined ? asVariable : await post({ query: `{ ${field(literal)} }` });

      const shown = { data: { everyKind: { rows: [{ [column]: value }] } } };
      expect([asVariable.body, written.body]).toEqual([shown, shown]);
    }),
    { numRuns: 200 },
  );
});

test('a variable of any kind within JSON of a document is what JSON has for it', async () => {
  const { post } = await echoServer();
  const kinds = PARAMETER_KINDS.filter((kind) => kind !== 'INT64');
  const variables = fc.record(
    Object.fromEntries(kinds.map((kind) => [kind.toLowerCase(), SPELT[kind] ?? fc.constant(null)])),
    { requiredKeys: [] },
  );
  const declared = kinds.map(
    (kind) => `$${kind.toLowerCase()}: ${GRAPHQL_TYPES[kind] ?? 'String'}`,
  );
  const members = kinds.map((kind) => `${kind.toLowerCase()}: $${kind.toLowerCase()}`);
  const query = `query (${declared.join(', ')}) {
    everyKind(project: "a", json: { ${members.join(', ')}, list: [[$timestamp], $string] }) { rows { json } }
  }`;

  await fc.assert(
    fc.asyncProperty(variables, async ({ ...given }) => {
      const { body } = await post({ query, variables: given });

      const list = [[given['timestamp'] ?? null], given['string'] ?? null];
      expect(body).toEqual({ data: { everyKind: { rows: [{ json: { ...given, list } }] } } });
    }),
    { numRuns: 50 },
  );
});
