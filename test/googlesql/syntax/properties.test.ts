import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { tokenize } from '../../../src/googlesql/syntax/lexer/lexer.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import type { Query } from '../../../src/googlesql/syntax/tree/ast.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import { arbitraryQuery } from './arbitrary-tree.ts';
import accepted from './goldens/accepted.json' with { type: 'json' };

const LIMITS = { maxBytes: 1e7, maxTokens: 1e7, maxNodes: 1e7, maxDepth: 600 };

function tryParse(text: string): Query | undefined {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof SqlError) return undefined;
    throw error;
  }
}

test('parseQuery makes the tree again that printQuery printed', () => {
  fc.assert(
    fc.property(arbitraryQuery, (tree) => {
      const text = printQuery(tree);
      const again = parseQuery(text, LIMITS);

      expect(equalTrees(again, tree), text).toBe(true);
      expect(printQuery(again)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

const TOKENS = [
  ...new Set(accepted.flatMap((sql) => tokenize(sql).map(({ at, end }) => sql.slice(at, end)))),
];

test('parseQuery refuses or round-trips any row of tokens, and quickly', () => {
  const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 });
  fc.assert(
    fc.property(soup, (tokens) => {
      const start = performance.now();
      const tree = tryParse(`select ${tokens.join(' ')}`);

      expect(performance.now() - start).toBeLessThan(200);
      if (tree) expect(equalTrees(parseQuery(printQuery(tree), LIMITS), tree)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('parseQuery refuses or round-trips valid queries with a token changed', () => {
  const change = fc.record({
    sql: fc.constantFrom(...accepted),
    token: fc.constantFrom(...TOKENS),
    place: fc.nat(100),
    drop: fc.nat(1),
  });
  fc.assert(
    fc.property(change, ({ sql, token, place, drop }) => {
      const tokens = tokenize(sql).map(({ at, end }) => sql.slice(at, end));
      tokens.splice(place % tokens.length, drop, token);
      const tree = tryParse(tokens.join(' '));

      if (tree) expect(equalTrees(parseQuery(printQuery(tree), LIMITS), tree)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  'EXTRACT(DAY(`current_date`) FROM x)',
  'EXTRACT(`select` FROM x)',
  'EXTRACT(`from` FROM x)',
])('parseQuery refuses a date part that only quotes make a name: %s', (expression) => {
  expect(() => parseQuery(`SELECT ${expression}`)).toThrow('A valid date part name is required');
});

test('parseQuery throws nothing but SqlError on any text', () => {
  const text = fc.string({
    unit: fc.constantFrom(...`\`'"\\/*-#\n\r.@?<>()[]{};,:$ 0x1eéselct`),
    maxLength: 80,
  });
  fc.assert(
    fc.property(text, (sql) => {
      tryParse(`select ${sql}`);
      tryParse(sql);
    }),
    { numRuns: 3000 },
  );
});
