import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TABLES } from './parameter-tables.ts';
import { type TypedStatement, verdictOn } from './parameter-verdict.ts';

/** A statement with the reference's types and the compiler's verdict, which is as good as the reference's or asks for tags. */
type Golden = TypedStatement & { readonly verdict: 'equal' | 'tag' };

const goldens: Golden[] = JSON.parse(
  readFileSync(new URL('./parameter-goldens.json', import.meta.url), 'utf8'),
);

test('the types of parameters are those of the reference, or are asked for by tags that mend', () => {
  const verdicts = goldens.map((golden) => ({ ...golden, verdict: verdictOn(golden, TABLES) }));

  expect(goldens.length).toBeGreaterThan(300);
  expect(verdicts).toEqual(goldens);
});
