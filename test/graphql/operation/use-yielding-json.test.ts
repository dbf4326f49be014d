import fc from 'fast-check';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { useYieldingJson } from '../../../src/graphql/operation/use-yielding-json.ts';

const typeDefs = `
  scalar JSON
  type Result { rows: [JSON]! count: Int! }
  type Views { first: Result last: Result }
  type Query { one: Result two: Result views: Views failing: Result }
`;
const QUERY = `{
  one { rows count } two { count rows } views { first { rows } last { rows } } failing { rows }
}`;

/** Answers over Yoga with the given lists of rows. */
async function answer(lists: readonly (readonly unknown[])[], plugins: Plugin[]) {
  const [one, two, first, last] = lists.map((rows) => ({ rows, count: rows.length }));
  const failing = () => {
    throw new Error('failed');
  };
  const resolvers = {
    Query: { one: () => one, two: () => two, views: () => ({ first, last }), failing },
  };
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers }),
    plugins,
    logging: false,
  });
  const response = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: `${bytes}`,
  };
}

const rows = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
  fc.array(fc.constantFrom(null, 'é€𝄞', { deep: [1, { x: null }] }, -0, []), {
    minLength: 60,
    maxLength: 90,
  }),
);

test('writes the bytes that Yoga writes, with errors beside the data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 4, maxLength: 4 }), async (lists) => {
      expect(await answer(lists, [useYieldingJson()])).toEqual(await answer(lists, []));
    }),
    { numRuns: 40 },
  );
});

test('writes long lists in pieces, across which characters stay whole', async () => {
  const long = Array.from({ length: 300 }, (_, index) => `${index} ${'é€𝄞'.repeat(1_000)}`);
  const lists = [long, [], [], long];
  const { text } = await answer(lists, [useYieldingJson()]);
  expect(text.length).toBeGreaterThan(2_000_000);
  expect(text).toBe((await answer(lists, [])).text);
});

test('lets the event loop go on while rows are written', async () => {
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  // Each row takes 2 ms to write, a slice is shorter than the fifty of them.
  const slow = {
    toJSON: () => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return 'slow';
    },
  };
  const lists = [Array.from({ length: 51 }, () => slow), [], [], []];
  const plugin = useYieldingJson();
  const counting: Plugin = { onResultProcess: () => setImmediate(count) && undefined };
  await answer(lists, [counting, plugin]);
  isOver = true;
  expect(rounds).toBeGreaterThan(3);
});
