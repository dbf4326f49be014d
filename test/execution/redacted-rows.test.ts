import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryDeadline } from '../../src/async/deadline.ts';
import { Derived } from '../../src/cache/derived.ts';
import { RedactedRows, type RedactionCaller } from '../../src/execution/redacted-rows.ts';
import type { OutputColumn } from '../../src/googlesql/statement.ts';
import { arrayOf, SCALARS, structOf } from '../../src/googlesql/types.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { createRedactor, type Redactor } from '../../src/redaction/redactor.ts';

const CALLER: RedactionCaller = {
  purpose: { endpoint: 'logs.all', keyId: 'a', via: 'rest' },
  deadline: () => queryDeadline(60_000, []),
};
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
      const derived = isKept ? new Derived(() => {}) : undefined;

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
      const derived = { kept: new Derived(() => {}), 'not kept': undefined };
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
  const derived = new Derived((bytes) => {
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
