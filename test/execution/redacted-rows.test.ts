import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryDeadline } from '../../src/async/deadline.ts';
import { DerivedValues } from '../../src/cache/entry.ts';
import {
  type RawRows,
  RedactedRows,
  type RedactionCaller,
} from '../../src/execution/redacted-rows.ts';
import type { OutputColumn } from '../../src/googlesql/analysis/analyze.ts';
import { arrayOf, SCALARS, structOf } from '../../src/googlesql/types.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { createRedactor, type Redactor } from '../../src/redaction/redactor.ts';

/** A caller who waits for a minute, or until it leaves. */
function callerOf(keyId: string, leaving = new AbortController()): RedactionCaller {
  return {
    purpose: { endpoint: 'logs.all', keyId, via: 'rest' },
    deadline: () => queryDeadline(60_000, [leaving.signal]),
  };
}

const CALLER = callerOf('a');
type Rows = readonly Row[];

const ADDRESS = '203.0.113.77';

const COLUMNS: readonly OutputColumn[] = [
  { name: 'n', type: SCALARS.INT64 },
  { name: 'text', type: SCALARS.STRING },
  { name: 'json', type: SCALARS.JSON },
  { name: 'nested', type: arrayOf(structOf([{ name: 'ip', type: SCALARS.STRING }])) },
];

const text = fc.constantFrom(null, 'kept', `from ${ADDRESS}`, `[${ADDRESS}]:80`);

const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.tuple(
    fc.nat(),
    text,
    text.map((value): string => JSON.stringify({ value })),
    fc.array(fc.tuple(text), { maxLength: 3 }),
  ),
  { maxLength: 5 },
);

/** A redactor that counts how often it is asked. */
function counting() {
  const redactor = createRedactor('default');
  const counted = { times: 0 };
  const watched: Redactor = {
    ...redactor,
    rows: (...asked) => {
      counted.times += 1;
      return redactor.rows(...asked);
    },
  };
  return { counted, redacted: new RedactedRows(watched) };
}

test('RedactedRows hides addresses at any depth, and changes no row of those who may see them', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (plain, isKept) => {
      const before = structuredClone(plain);
      const { redacted } = counting();
      const derived = isKept ? new DerivedValues(() => {}) : undefined;

      const shown = await redacted.redact({ rows: plain, columns: COLUMNS, derived }, CALLER);

      expect(plain).toEqual(before);
      expect(JSON.stringify(shown)).toBe(JSON.stringify(plain).replaceAll(ADDRESS, 'REDACTED'));
    }),
  );
});

test('RedactedRows redacts once for all who ask at once, and once for rows that are kept', async () => {
  const asks = fc.array(fc.constantFrom('kept', 'not kept'), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(asks, { minLength: 1, maxLength: 3 }), async (plain, waves) => {
      const { counted, redacted } = counting();
      const own = { kept: plain, 'not kept': structuredClone(plain) };
      const derived = { kept: new DerivedValues(() => {}), 'not kept': undefined };
      const answers: Record<string, unknown[]> = { kept: [], 'not kept': [] };
      for (const wave of waves) {
        await Promise.all(
          wave.map(async (how) => {
            const raw = { rows: own[how], columns: COLUMNS, derived: derived[how] };
            answers[how]?.push(await redacted.redact(raw, CALLER));
          }),
        );
      }

      const wavesWithout = waves.filter((wave) => wave.includes('not kept')).length;
      const once = answers['kept']?.length === 0 ? 0 : 1;
      expect(counted.times).toBe(once + wavesWithout);
      expect(new Set(answers['kept']).size).toBe(once);
    }),
  );
});

test('RedactedRows counts what it keeps as memory of the rows', async () => {
  let added = 0;
  const derived = new DerivedValues((bytes) => {
    added += bytes;
  });
  const { redacted } = counting();

  const long = [[1, 'x'.repeat(10_000), null, []]];

  await redacted.redact({ rows: long, columns: COLUMNS, derived }, CALLER);

  expect(added).toBeGreaterThan(10_000);
  expect(redacted.redact({ rows: [], columns: COLUMNS, derived }, CALLER)).not.toBeInstanceOf(
    Promise,
  );
});

const TEXT: readonly OutputColumn[] = [{ name: 'text', type: SCALARS.STRING }];

/** Rows of a number of dense addresses, which take longest of all that takes linear time. */
function addresses(count: number): RawRows {
  return { rows: [['10.0.0.1 '.repeat(count)]], columns: TEXT, derived: undefined };
}

/** 100 000, 225 000 and 13 500 000 letters. */
const [HARMLESS, LONG, VERY_LONG] = [11_000, 25_000, 1_500_000];

function expectUsage(redacted: RedactedRows, usage: RedactedRows['usage']): Promise<void> {
  return expect.poll(() => redacted.usage).toEqual(usage);
}

/** Redacts rows for a caller who leaves when the test says so. */
function greedyOf(redacted: RedactedRows) {
  const leaving = new AbortController();
  const outcomes: Promise<unknown>[] = [];
  const refused: unknown[] = [];
  const redact = async (keyId: string, raw: RawRows) => {
    await Promise.resolve(redacted.redact(raw, callerOf(keyId, leaving))).catch((error) => {
      if (error !== 'left') refused.push(error);
    });
  };
  return {
    refused,
    redact: (keyId: string, raw: RawRows) => void outcomes.push(redact(keyId, raw)),
    leave: async () => {
      leaving.abort('left');
      await Promise.all(outcomes);
      await expectUsage(redacted, { running: 0, waiting: 0 });
    },
  };
}

test('RedactedRows redacts two long rows of one key at once, and those of others beside them', async () => {
  const redacted = new RedactedRows(createRedactor('default'));
  const { redact, leave } = greedyOf(redacted);
  for (let i = 0; i < 5; i += 1) redact('greedy', addresses(VERY_LONG));
  await expectUsage(redacted, { running: 2, waiting: 3 });

  const [[text] = []] = await redacted.redact(addresses(HARMLESS), callerOf('other'));

  expect(text).toBe('REDACTED '.repeat(HARMLESS));
  expect(redacted.usage.running).toBe(2);
  await leave();
});

test('RedactedRows leaves a thread to shorter rows, however many keys have very long ones', async () => {
  const redacted = new RedactedRows(createRedactor('default'));
  const { redact, leave } = greedyOf(redacted);
  for (const keyId of ['a', 'b', 'c', 'd']) redact(keyId, addresses(VERY_LONG));
  await expectUsage(redacted, { running: 2, waiting: 2 });

  redact('e', addresses(LONG));

  await expectUsage(redacted, { running: 3, waiting: 2 });
  await leave();
});

test('RedactedRows refuses a key with too many long rows, and retries what others share with it', async () => {
  const redacted = new RedactedRows(createRedactor('default'));
  const { redact, refused, leave } = greedyOf(redacted);
  const shared = addresses(HARMLESS);
  for (let i = 0; i < 34; i += 1) redact('greedy', addresses(VERY_LONG));
  await expectUsage(redacted, { running: 2, waiting: 32 });

  redact('greedy', shared);
  const [[text] = []] = await redacted.redact(shared, callerOf('other'));

  expect(text).toBe('REDACTED '.repeat(HARMLESS));
  expect(refused).toMatchObject([{ code: 'RATE_LIMITED' }]);
  await leave();
});

test('RedactedRows refuses what more than 64 long rows would wait for', async () => {
  const redacted = new RedactedRows(createRedactor('default'));
  const { redact, refused, leave } = greedyOf(redacted);
  for (let i = 0; i < 66; i += 1) redact(`${i % 22}`, addresses(VERY_LONG));
  await expectUsage(redacted, { running: 2, waiting: 64 });

  redact('0', addresses(VERY_LONG));
  await expect.poll(() => refused).toMatchObject([{ code: 'OVERLOADED' }]);

  await leave();
});

/** A redactor that counts the redactions which are refused after their first long row. */
function countingRefusals() {
  const redactor = createRedactor('default');
  const counted = { atOnce: 0, halfway: 0 };
  const watched: Redactor = {
    ...redactor,
    rows: (raw, columns, run) => {
      if (!run) throw new Error('There is no queue');
      let turns = 0;
      const inTurn: typeof run.inTurn = (letters, redact) => {
        turns += 1;
        return run.inTurn(letters, redact).catch((error) => {
          counted[turns === 1 ? 'atOnce' : 'halfway'] += 1;
          throw error;
        });
      };
      return redactor.rows(raw, columns, { ...run, inTurn });
    },
  };
  return { counted, redacted: new RedactedRows(watched) };
}

test('RedactedRows refuses no redaction halfway, however many others of its key begin', async () => {
  const { counted, redacted } = countingRefusals();
  const short = ['10.0.0.1'];
  const long = ['10.0.0.1 '.repeat(1_000)];
  const rows = [long, short, long, short, long];
  const hidden = rows.map(([text = '']) => [text.replaceAll('10.0.0.1', 'REDACTED')]);
  const redact = async (): Promise<Rows> => {
    try {
      return await redacted.redact({ rows: [...rows], columns: TEXT, derived: undefined }, CALLER);
    } catch {
      await sleep(1);
      return redact();
    }
  };

  const made = await Promise.all(Array.from({ length: 80 }, redact));

  expect(new Set(made.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(hidden)]),
  );
  expect(counted.atOnce).toBeGreaterThan(0);
  expect(counted.halfway).toBe(0);
});
