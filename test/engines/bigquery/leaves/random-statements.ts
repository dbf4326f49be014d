import fc from 'fast-check';
import {
  CONDITIONS,
  FROM_ELEMENTS,
  FROM_REQUESTS,
  FROM_ROWS,
  OF_ELEMENTS,
  OF_REQUESTS,
  OF_ROWS,
  WHOLE,
} from './expressions.ts';

/** A query over `logs`. */
export interface RandomStatement {
  readonly sql: string;
  /** Whether it is asked for an open key too: it can name the tenant in each of its scans. */
  readonly isOpen: boolean;
  /** Whether it is asked by a caller over a view of the table, in place of a stored query. */
  readonly isCallers: boolean;
  /** Whether its rows have an order. */
  readonly isOrdered: boolean;
}

const PLACE = fc.constantFrom('0', '1', '2');
const LEAF = fc.constantFrom('l0', 'l1', 'l2');
const NAMES = fc.record({
  leaf: LEAF,
  other: LEAF,
  who: fc.constantFrom('w0', 'item', 'inner.e0', 'inner.e1'),
  request: fc.constantFrom('r0', 'place', 'deep.d0', 'deep.d1'),
  part: fc.constantFrom('p0', 'p1'),
  place: PLACE,
  next: PLACE,
});

/** Fills the places of a template. */
function filled(template: string): fc.Arbitrary<string> {
  return NAMES.map((names) =>
    template.replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name] ?? ''),
  );
}

/** Of which keys and in which form it is asked, besides that without a tenant. */
const KEYS = fc.record({
  isCallers: fc.constantFrom(true, false, false),
  isOpen: fc.boolean(),
});

/** All of the rows, or some of the first ones. */
const ORDERS = fc.constantFrom('', '', '', ' ORDER BY t.at DESC, t.id', ' ORDER BY t.id LIMIT 2');

function selected(
  expressions: readonly string[],
  from: readonly (readonly [string, string])[],
): fc.Arbitrary<RandomStatement> {
  const list = fc.array(fc.constantFrom(...expressions).chain(filled), {
    minLength: 1,
    maxLength: 2,
  });
  const condition = fc.option(fc.constantFrom(...CONDITIONS).chain(filled), { freq: 2 });
  return fc
    .tuple(list, fc.constantFrom(...from), condition, ORDERS, KEYS)
    .map(([items, [before, source], where, order, { isCallers, isOpen }]) => {
      const and = where !== null && source.endsWith('WHERE TRUE') ? ` AND (${where})` : '';
      // Rows of several elements have no order of their own.
      const by = from === FROM_ROWS && !/JOIN|UNION/.test(before + source) ? order : '';
      return {
        sql: `${before}SELECT t.id, ${items.map((item, i) => `${item} AS c${i}`).join(', ')} FROM ${source}${and}${by}`,
        isOpen: isOpen && !/logs AS u/.test(source),
        isCallers,
        isOrdered: by !== '',
      };
    });
}

/** Statements that read some leaves of the records of `logs`, most of which can be evaluated in any row. */
export const STATEMENTS: fc.Arbitrary<RandomStatement> = fc.oneof(
  { weight: 5, arbitrary: selected(OF_ROWS, FROM_ROWS) },
  { weight: 3, arbitrary: selected([...OF_ROWS, ...OF_ELEMENTS], FROM_ELEMENTS) },
  { weight: 1, arbitrary: selected(OF_REQUESTS, FROM_REQUESTS) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...WHOLE)
      .chain(filled)
      .chain((sql) => KEYS.map((keys) => ({ sql, ...keys, isOrdered: false }))),
  },
);
