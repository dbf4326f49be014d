import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreparedEndpoint } from '../../../src/catalog/prepare.ts';
import { formatIsoTimestamp } from '../../../src/endpoint/iso-timestamp.ts';
import { type ArgumentValue, coerceArguments } from '../../../src/execution/arguments/arguments.ts';
import type { RunRequest } from '../../../src/execution/request.ts';
import { Runner } from '../../../src/execution/runner.ts';
import { everyKind, PARAMETER_KINDS } from '../../support/every-kind.ts';
import { live } from '../../support/live.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { testCaller } from '../../support/test-caller.ts';

const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });

const callerWith = (pins: Readonly<Record<string, string>>) =>
  testCaller({ pins: new Map(Object.entries(pins)), sandbox: false });

const NOON = 1_782_907_200_000_000n;

/** Values of every kind of parameter: each list has the ways to write one value, as text of REST or as GraphQL reads it. */
const VALUES: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  BOOL: [
    ['true', true],
    ['false', false],
  ],
  INT64: [
    ['7', '+7', '007', 7],
    ['0', '-0', 0],
    ['-7', '-07', -7],
    ['9007199254740993'],
    ['9007199254740992', '+9007199254740992'],
  ],
  FLOAT64: [
    ['1.5', '1.50', '15e-1', 1.5],
    ['0', '0.0', '-0', -0, 0, '0e9'],
    ['1e300', 1e300],
    ['5e-324', 5e-324],
  ],
  NUMERIC: [
    ['1', '1.0', '+1', '01', '10e-1'],
    ['0', '-0', '0.00'],
    ['-0.1', '-.1', '-0.10'],
    ['1.1'],
  ],
  BIGNUMERIC: [
    ['1', '1.0', '+1', '01', '10e-1'],
    ['0', '-0.0', '+00'],
    [`0.${'0'.repeat(37)}1`],
    ['-1'],
  ],
  STRING: [['a'], ['A'], ['a '], ['1'], ['true'], ['null'], ['7n'], ['']],
  BYTES: [['AP8=', 'AP9='], ['AP8A'], ['']],
  DATE: [['2026-07-01'], ['2026-07-02']],
  DATETIME: [
    ['2026-07-01T12:00:00', '2026-07-01 12:00:00', NOON],
    ['2026-07-01T12:00:00.5', '2026-07-01 12:00:00.500', NOON + 500_000n],
  ],
  TIME: [
    ['10:00:00', '10:00:00.0'],
    ['10:00:00.5', '10:00:00.500000'],
  ],
  INTERVAL: [
    ['1-2 3 4:5:6.500000', '0-14 3 4:5:6.5', 'P1Y2M3DT4H5M6.5S', 'P1Y2M3DT4H306.5S'],
    ['0-0 0 24:0:0', 'PT24H'],
    ['0-0 1 0:0:0', 'P1D'],
  ],
  TIMESTAMP: [
    ['2026-07-01T12:00:00Z', '2026-07-01 12:00', '2026-07-01T14:00:00.000+02:00', NOON],
    ['2026-07-01T12:00:00.000001Z', NOON + 1n],
  ],
  JSON: [['{"a":1}'], ['{"a":2}'], ['null'], ['[]']],
};

const isAbsent = [undefined, null];

/** A value as a caller writes it, with the place of its meaning among those of its kind. */
interface Written {
  readonly kind: string;
  readonly meaning: number;
  readonly raw: unknown;
}

const written = (kind: string): fc.Arbitrary<Written> => {
  const meanings = [isAbsent, ...(VALUES[kind] ?? [])];
  return fc.nat(meanings.length - 1).chain((meaning) =>
    fc.record({
      kind: fc.constant(kind),
      meaning: fc.constant(meaning),
      raw: fc.constantFrom(...(meanings[meaning] ?? [])),
    }),
  );
};

/** Values for all parameters, in any order. */
const request = fc
  .tuple(...PARAMETER_KINDS.map(written))
  .chain((values) => fc.shuffledSubarray(values, { minLength: values.length }));

const namesOf = (values: readonly Written[]) =>
  Object.fromEntries(values.map(({ kind, raw }) => [kind.toLowerCase(), raw]));

/** The key of a request to an endpoint with parameters of every kind. */
async function keyOf(endpoint: PreparedEndpoint, values: readonly Written[]): Promise<string> {
  const asked: RunRequest = {
    endpoint,
    caller: callerWith({}),
    arguments: { ...namesOf(values), project: 'demo' },
    sql: undefined,
    redact: false,
    via: 'rest',
  };
  return (await runner.plan(asked, live())).key;
}

/** A request, and one that writes some of its values in another way or takes others. */
const pair = fc
  .tuple(request, request, fc.subarray([...PARAMETER_KINDS], { maxLength: 2 }))
  .chain(([left, other, changed]) =>
    fc.tuple(
      fc.constant(left),
      fc.tuple(
        ...left.map(({ kind, meaning, raw }) => {
          const ways = [isAbsent, ...(VALUES[kind] ?? [])][meaning] ?? [raw];
          const same = fc.constantFrom(...ways).map((way) => ({ kind, meaning, raw: way }));
          const new_ = other.find((each) => each.kind === kind);
          return changed.includes(kind) && new_ ? fc.constant(new_) : same;
        }),
      ),
    ),
  );

test('two requests have one key exactly if each of their values means the same, however it is written', async () => {
  const endpoint = everyKind();
  let equal = 0;

  await fc.assert(
    fc.asyncProperty(pair, async ([left, right]) => {
      const isSame = left.every(
        ({ kind, meaning }) => right.find((each) => each.kind === kind)?.meaning === meaning,
      );
      if (isSame) equal += 1;
      expect((await keyOf(endpoint, left)) === (await keyOf(endpoint, right))).toBe(isSame);
    }),
    { numRuns: 2_000 },
  );

  expect(equal).toBeGreaterThan(200);
});

/** Reads one value at an endpoint with parameters of every kind. */
function reader({ definition }: PreparedEndpoint = everyKind()) {
  return (
    kind: string,
    raw: unknown,
    pins: Readonly<Record<string, string>> = {},
  ): ArgumentValue => {
    const name = kind.toLowerCase();
    return coerceArguments(definition, { project: 'demo', [name]: raw }, callerWith(pins))[name];
  };
}

test.each(PARAMETER_KINDS)(
  'every way to write a %s gives one value, whose text gives it again',
  (kind) => {
    const one = reader();
    const values = (VALUES[kind] ?? []).map((ways) => {
      const [first, ...others] = ways.map((raw) => one(kind, raw));
      for (const other of others) expect(other).toBe(first);
      const text = kind === 'TIMESTAMP' ? formatIsoTimestamp(first as bigint) : String(first);
      expect(one(kind, text)).toBe(first);
      return first;
    });

    expect(new Set(values).size).toBe(values.length);
  },
);

test('a key that pins a value takes every way to write it, and no other value', () => {
  const one = reader();
  const asked = fc
    .constantFrom(...PARAMETER_KINDS)
    .chain((kind) => fc.tuple(written(kind), written(kind)));
  fc.assert(
    fc.property(asked, ([pinned, sent]) => {
      fc.pre(typeof pinned.raw === 'string' && pinned.raw !== '');
      const { kind } = pinned;
      const take = () => one(kind, sent.raw, { [kind.toLowerCase()]: String(pinned.raw) });

      if (sent.meaning === 0 || sent.meaning === pinned.meaning) {
        expect(take()).toBe(one(kind, pinned.raw));
      } else {
        expect(take).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('whatever is sent is a value of the type of its parameter, or refused by the name of the parameter', () => {
  const one = reader();
  const TYPES: Readonly<Record<string, string>> = {
    BOOL: 'boolean',
    INT64: 'bigint',
    TIMESTAMP: 'bigint',
    FLOAT64: 'number',
  };
  const anything = fc.oneof(
    fc.string(),
    fc.anything({ withBigInt: false }),
    fc.constantFrom(...Object.values(VALUES).flat(2)),
    fc.double(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...PARAMETER_KINDS), anything, (kind, raw) => {
      try {
        const value = one(kind, raw);
        if (value === undefined) expect(raw ?? undefined).toBeUndefined();
        else expect(typeof value).toBe(TYPES[kind] ?? 'string');
        if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_USER_INPUT' });
        expect((error as Error).message).toContain(`Argument "${kind.toLowerCase()}" `);
      }
    }),
    { numRuns: 3_000 },
  );
});
