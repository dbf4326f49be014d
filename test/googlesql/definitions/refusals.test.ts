import { expect, test } from 'vitest';
import { BIG, refusal, resolveOver, type Texts, TWICE } from './shop.ts';

const doubling = (levels: number, body: (inner: string) => string): string =>
  Array.from(
    { length: levels },
    (_, i) => `CREATE FUNCTION f${i}(x INT64) AS (${i === 0 ? 'x' : body(`f${i - 1}(x)`)});`,
  ).join('\n');

test.each<readonly [string, Texts, string]>([
  [
    'SELECT\n twice(1, 2)',
    TWICE,
    'Number of arguments does not match for function twice. Supported signature: twice(x) [at 2:2]',
  ],
  [
    'SELECT SAFE.twice(1)',
    TWICE,
    'SAFE. is not supported for twice: it is no function of GoogleSQL itself [at 1:8]',
  ],
  [
    'SELECT twice(DISTINCT 1)',
    TWICE,
    'Non-aggregate function twice cannot be called with DISTINCT [at 1:8]',
  ],
  ['SELECT twice(*)', TWICE, 'Argument * can only be used in COUNT(*) [at 1:8]'],
  [
    'SELECT twice(1) OVER ()',
    TWICE,
    'Scalar function twice cannot be called with an OVER clause [at 1:8]',
  ],
  [
    'SELECT twice(1 ORDER BY 1)',
    TWICE,
    "The arguments of twice cannot have the clauses of an aggregate function's [at 1:8]",
  ],
  ['SELECT twice(x => 1)', TWICE, 'Named arguments are not supported for twice [at 1:14]'],
  ['SELECT twice([1])', TWICE, 'Invalid cast from ARRAY<INT64> to INT64 [at 1:14]'],
  ['SELECT 1 + twice(nope) FROM orders', TWICE, 'Unrecognized name: nope [at 1:18]'],
  ['SELECT * FROM big WITH OFFSET', BIG, 'WITH OFFSET can only be used with array scans [at 1:15]'],
  ['SELECT big.nope FROM big', BIG, 'Name nope not found inside big [at 1:12]'],
  // Of a definition that is wrong where it is used: at the place of its name.
  [
    'SELECT 1,\n negated(id) FROM orders',
    { functions: 'CREATE FUNCTION negated(x ANY TYPE) AS (NOT x)' },
    'No matching signature for operator NOT for argument types: INT64. Supported signature: NOT (BOOL) [at 2:2]',
  ],
  [
    'SELECT id FROM\n gone',
    { views: { gone: 'SELECT id FROM nowhere' } },
    'Table not found: nowhere [at 2:2]',
  ],
  // Of one that cannot be put in: in its own text.
  [
    'SELECT * FROM a',
    { views: { a: 'SELECT 1 FROM\n b', b: 'SELECT 1 FROM c', c: 'SELECT 1 FROM a' } },
    'View a depends on itself: a => b => c => a [at 1:15 of view c]',
  ],
  [
    'SELECT * FROM a',
    { views: { a: 'SELECT 1 FROM a' } },
    'View a depends on itself: a => a [at 1:15 of view a]',
  ],
  [
    'SELECT f(1)',
    { functions: 'CREATE FUNCTION f(x INT64) AS (g(x));\nCREATE FUNCTION g(x INT64) AS (f(x))' },
    'Function f depends on itself: f => g => f [at 2:32 of function g]',
  ],
  [
    'CREATE TEMP FUNCTION f(x INT64) AS (f(x)); SELECT f(1)',
    {},
    'Function f depends on itself: f => f [at 1:37]',
  ],
  [
    'SELECT f(1)',
    {
      functions: 'CREATE FUNCTION f(x INT64) AS ((SELECT x FROM v))',
      views: { v: 'SELECT f(1) AS x' },
    },
    'Function f depends on itself: f => v => f [at 1:8 of view v]',
  ],
  [
    'SELECT f(1)',
    {
      ...TWICE,
      functions: 'CREATE FUNCTION twice(x INT64) AS (x); CREATE FUNCTION f(x INT64) AS (twice())',
    },
    'Number of arguments does not match for function twice. Supported signature: twice(x) [at 1:71 of function f]',
  ],
  // Of growth.
  [
    'SELECT f19(1)',
    { functions: doubling(20, (inner) => `${inner} + ${inner}`) },
    'Query is too complex with the function f11 in its place: the limit is 50000 expressions [at 13:43 of function f12]',
  ],
  [
    'SELECT f90(1)',
    { functions: doubling(91, (inner) => `ABS(ABS(ABS(${inner})))`) },
    'Query is nested too deeply with the function f62 in its place: the limit is 250 levels [at 64:46 of function f63]',
  ],
  [
    'SELECT f200(1)',
    { functions: doubling(201, (inner) => inner) },
    'Views and functions refer to each other too deeply [at 102:35 of function f101]',
  ],
])('%s is refused at its place', (sql, texts, message) => {
  expect(refusal(sql, () => resolveOver(sql, texts))).toBe(message);
});
