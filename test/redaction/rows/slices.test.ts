import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import { encodeResult } from '../../../src/values/encode.ts';

const redactor = createRedactor('default');
const COLUMNS = [
  { name: 'n', type: SCALARS.INT64 },
  { name: 'text', type: SCALARS.STRING },
  { name: 'token', type: SCALARS.STRING },
];

const text = fc
  .array(fc.constantFrom('10.0.0.1', 'ann@example.com', ' ', 'é', '"', '{"ip":"::1"}', 'x/1.2'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const row = fc.tuple(fc.nat(), text, fc.option(text));
/** Some lists are longer than a slice, and some of their texts longer than a piece. */
const rows = fc
  .tuple(fc.array(row, { maxLength: 20 }), fc.constantFrom(1, 3, 400))
  .map(([list, times]) => Array.from({ length: times }, () => list).flat());

test('Redactor.rows and encodeResult make of a list what they make of each row, whoever else is at it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 16 }), async (lists) => {
      const made = await Promise.all(
        lists.map(async (list) => {
          const redacted = await redactor.rows(list, COLUMNS);
          return { redacted, json: (await encodeResult(COLUMNS, redacted)).toString() };
        }),
      );

      for (const [index, { redacted, json }] of made.entries()) {
        const whole = (lists[index] ?? []).map(([n, plain, token]) => [
          n,
          redactor.text(plain),
          token ? 'REDACTED' : token,
        ]);
        expect(redacted).toEqual(whole);
        expect(json).toBe(
          JSON.stringify({
            result: whole.map(([n, plain, token]) => ({ n, text: plain, token })),
          }),
        );
      }
    }),
    { numRuns: 60 },
  );
});
