import { expect, test } from 'vitest';
import { withoutImplied } from '../../../../src/engines/duckdb/records/implied-conditions.ts';
import { allScans, conjunctsOf } from '../../../../src/googlesql/analysis/resolved/traverse.ts';
import { resolve } from '../../../googlesql/analysis/outcome.ts';

/** The number of terms that are left of a condition on a log row. */
function termsLeft(condition: string): number {
  const { scan } = resolve(`select id from edge_logs t where ${condition}`);
  for (const one of allScans(scan)) {
    if (one.kind === 'filter') return conjunctsOf(withoutImplied(one.condition)).length;
  }
  throw new Error('The statement has no filter');
}

const EQUAL = '(t.id = @p_str) is true';

test.each([
  ['nothing else', `${EQUAL} and not ((t.id is distinct from @p_str) is true)`, 1],
  ['a third term', `${EQUAL} and not ((t.id is distinct from @p_str) is true) and rand() < 2`, 2],
  ['another value', `${EQUAL} and not ((t.id is distinct from 'x') is true)`, 2],
  ['another column', `${EQUAL} and not ((t.project is distinct from @p_str) is true)`, 2],
  [
    'an equality that may be NULL',
    't.id = @p_str and not ((t.id is distinct from @p_str) is true)',
    2,
  ],
  ['a distinction that is required', `${EQUAL} and (t.id is distinct from @p_str) is true`, 2],
])('withoutImplied leaves out what an equality implies, beside %s', (_, condition, left) => {
  expect(termsLeft(condition)).toBe(left);
});
