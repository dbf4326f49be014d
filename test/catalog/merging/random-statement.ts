import fc from 'fast-check';
import type { SchemaField } from '../../../src/googlesql/table.ts';

/** The tables of random statements, whose rows have few values, so that many are equal. */
export const TABLES: Readonly<Record<string, readonly SchemaField[]>> = {
  orders: [
    { name: 'id', type: 'STRING' },
    { name: 'shop', type: 'STRING' },
    { name: 'customer', type: 'INT64' },
    { name: 'day', type: 'DATE' },
    { name: 'placed_at', type: 'TIMESTAMP' },
    { name: 'amount', type: 'NUMERIC' },
    { name: 'paid', type: 'BOOL' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  ],
  customers: [
    { name: 'id', type: 'INT64' },
    { name: 'shop', type: 'STRING' },
    { name: 'name', type: 'STRING' },
  ],
};

const VALUES = {
  STRING: ['a', 'A', 'b', '', 'ü', 'a '],
  INT64: ['0', '1', '2', '9007199254740993'],
  DATE: ['2026-01-01', '2026-01-02', '2026-02-28'],
  TIMESTAMP: ['2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999999Z', '2026-01-02T00:00:00Z'],
  NUMERIC: ['1', '1.5', '-0.000000001', '100'],
  BOOL: ['true', 'false'],
} as const;

type Kind = keyof typeof VALUES;

/** What the parameter is compared with, by its type. */
const OPERANDS: Readonly<Record<Kind, readonly string[]>> = {
  STRING: ['o.id', 'LOWER(o.id)', "IFNULL(o.id, 'b')"],
  INT64: ['o.customer', 'MOD(o.customer, 2)', 'ARRAY_LENGTH(o.tags)'],
  DATE: ['o.day', 'DATE(o.placed_at)'],
  TIMESTAMP: ['o.placed_at', 'TIMESTAMP(o.day)'],
  NUMERIC: ['o.amount', 'ABS(o.amount)'],
  BOOL: ['o.paid', '(o.customer = 1)'],
};

const nullable = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, fc.constant(null));

/** Rows of the tables. */
export const anyRows = fc.record({
  orders: fc.array(
    fc.record({
      id: nullable(VALUES.STRING),
      shop: fc.constantFrom('s1', 's2'),
      customer: nullable(VALUES.INT64),
      day: nullable(VALUES.DATE),
      placed_at: nullable(VALUES.TIMESTAMP),
      amount: nullable(VALUES.NUMERIC),
      paid: nullable([true, false]),
      tags: fc.array(fc.constantFrom(...VALUES.STRING), { maxLength: 3 }),
    }),
    { minLength: 10, maxLength: 60, size: 'max' },
  ),
  customers: fc.array(
    fc.record({
      id: nullable(VALUES.INT64),
      shop: fc.constantFrom('s1', 's2'),
      name: nullable(VALUES.STRING),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

/** A condition on the parameter `@p`. */
interface Condition {
  readonly text: string;
  readonly isMerged: boolean;
}

function anyCondition(kind: Kind): fc.Arbitrary<Condition> {
  const operand = fc.constantFrom(...OPERANDS[kind]);
  const merged = fc
    .tuple(
      operand,
      operand,
      fc.constantFrom(
        (one: string) => `${one} = @p`,
        (one: string) => `@p = ${one}`,
        (one: string) => `(@p IS NULL OR ${one} = @p)`,
        (one: string) => `${one} IS NOT DISTINCT FROM @p`,
        (one: string, other: string) => `(${one} = @p OR @p = ${other})`,
        (one: string, other: string) => `@p IN (${one}, ${other})`,
        (one: string) => `(${one} = @p AND o.shop = 's1' OR o.paid AND ${one} = @p)`,
      ),
    )
    .map(([one, other, write]) => ({ text: write(one, other), isMerged: true }));
  const ofTags = fc.constantFrom('t = @p', 'UPPER(t) = @p AND o.paid').map((inner) => ({
    text: `EXISTS(SELECT 1 FROM UNNEST(o.tags) AS t WHERE ${inner})`,
    isMerged: true,
  }));
  const refused = fc
    .tuple(
      operand,
      fc.constantFrom(
        (one: string) => `${one} >= @p`,
        (one: string) => `NOT ${one} = @p`,
        (one: string) => `${one} = @p AND ${one} <= @p`,
        (one: string) => `${one} = NULLIF(@p, ${one})`,
      ),
    )
    .map(([one, write]) => ({ text: write(one), isMerged: false }));
  return fc.oneof(
    { weight: 8, arbitrary: merged },
    { weight: kind === 'STRING' ? 2 : 0, arbitrary: ofTags },
    { weight: 1, arbitrary: refused },
  );
}

/** Further conditions, on other parameters too. */
const FILTERS = [
  'TRUE',
  "o.shop = 's1'",
  '(@since IS NULL OR o.day >= @since)',
  'o.paid IN UNNEST(@flags)',
  'o.customer = @customer',
];

/** A statement around a condition on the parameter. */
interface Shape {
  /** Without ORDER BY. `$` stands for the conditions. */
  readonly text: string;
  /** Keys that order all rows but equal ones. */
  readonly keys: readonly string[];
  readonly isMerged: boolean;
}

const JOINS = [
  '',
  ' JOIN customers AS c ON c.id = o.customer',
  ' LEFT JOIN customers AS c USING (shop)',
];

const plain: fc.Arbitrary<Shape> = fc
  .record({
    join: fc.constantFrom(...JOINS),
    more: fc.subarray([
      'CAST(@p AS STRING) AS p',
      'ARRAY_LENGTH(ARRAY(SELECT t FROM UNNEST(o.tags) AS t WHERE t != CAST(@p AS STRING))) AS others',
      'DIV(10, o.customer) AS tenth',
      'UPPER(o.id) AS id',
      '-o.amount AS amount',
      'o.amount AS customer',
    ]),
  })
  .map(({ join, more }) => {
    const names = ['id', 'customer', 'day', 'amount'];
    const replaced = names.filter((name) => more.some((item) => item.endsWith(` AS ${name}`)));
    const items = [
      ...names.filter((name) => !replaced.includes(name)).map((name) => `o.${name}`),
      ...more,
    ];
    return {
      text: `SELECT ${items.join(', ')} FROM orders AS o${join} WHERE $`,
      keys: items.map((item) => item.split(' AS ').at(-1)?.replace('o.', '') ?? ''),
      isMerged: true,
    };
  });

const GROUPS: readonly Shape[] = [
  {
    text: 'SELECT o.customer, COUNT(*) AS n, MAX(o.amount) AS top FROM orders AS o WHERE $ GROUP BY o.customer',
    keys: ['customer', 'n', 'top'],
    isMerged: true,
  },
  {
    text: 'SELECT UPPER(o.id) AS name, CAST(@p AS STRING) AS p, SUM(o.amount) AS total FROM orders AS o WHERE $ GROUP BY name HAVING COUNT(*) < 9',
    keys: ['name', 'total'],
    isMerged: true,
  },
  {
    text: 'SELECT -o.customer AS customer, SUM(o.amount) AS amount FROM orders AS o WHERE $ GROUP BY customer',
    keys: ['customer', '-amount'],
    isMerged: true,
  },
  {
    text: 'SELECT o.day, COUNTIF(o.paid) AS n, LENGTH(CAST(@p AS STRING)) AS l FROM orders AS o WHERE $ GROUP BY 1',
    keys: ['1', 'n DESC'],
    isMerged: true,
  },
  {
    text: 'SELECT * EXCEPT (tags, placed_at, paid) FROM orders AS o WHERE $',
    keys: ['id', 'o.shop', 'customer', 'day', 'amount'],
    isMerged: true,
  },
  {
    text: 'WITH mine AS (SELECT o.id, o.customer FROM orders AS o WHERE $) SELECT m.id, c.name FROM mine AS m LEFT JOIN customers AS c ON c.id = m.customer',
    keys: ['id', 'name'],
    isMerged: true,
  },
  {
    text: 'WITH mine AS (SELECT o.customer, COUNT(*) AS n FROM orders AS o WHERE $ GROUP BY o.customer) SELECT c.id, c.name, IFNULL(m.n, 0) AS n FROM customers AS c LEFT JOIN mine AS m ON m.customer = c.id',
    keys: ['c.id', '2', 'n'],
    isMerged: true,
  },
  {
    text: "WITH mine AS (SELECT o.id, o.customer FROM orders AS o WHERE $), sums AS (SELECT customer, COUNT(*) AS n FROM mine GROUP BY customer) SELECT m.*, s.n FROM mine AS m JOIN sums AS s ON s.customer = m.customer WHERE CAST(@p AS STRING) != 'b' OR TRUE",
    keys: ['id', 'customer', 'n'],
    isMerged: false,
  },
  {
    text: 'WITH mine AS (SELECT o.id, o.customer FROM orders AS o WHERE $), sums AS (SELECT customer, COUNT(*) AS n FROM mine GROUP BY customer) SELECT m.*, s.n, CAST(@p AS STRING) AS p FROM mine AS m JOIN sums AS s ON s.customer = m.customer',
    keys: ['id', 'customer', 'n'],
    isMerged: true,
  },
  {
    text: 'SELECT d.customer, d.n FROM (SELECT o.customer, COUNT(DISTINCT o.id) AS n FROM orders AS o WHERE $ GROUP BY o.customer) AS d WHERE d.n > 0',
    keys: ['d.n', 'customer'],
    isMerged: true,
  },
  {
    text: 'SELECT o.id, t AS tag, place FROM orders AS o, UNNEST(o.tags) AS t WITH OFFSET AS place WHERE $',
    keys: ['tag', 'place', 'o.id'],
    isMerged: true,
  },
  ...[
    'SELECT DISTINCT o.id, o.customer FROM orders AS o WHERE $',
    'SELECT o.id, RANK() OVER (ORDER BY o.amount) AS customer FROM orders AS o WHERE $',
    'SELECT MAX(o.id) AS id, COUNT(*) AS customer FROM orders AS o WHERE $',
    'SELECT o.id, o.customer FROM orders AS o WHERE $ UNION ALL SELECT name, id FROM customers',
    'SELECT o.id, (SELECT MIN(c.id) FROM customers AS c WHERE CAST(@p AS STRING) = c.name) AS customer FROM orders AS o WHERE $',
    'SELECT o.id, COUNT(*) AS customer FROM orders AS o WHERE $ GROUP BY ROLLUP (o.id)',
    'SELECT id, customer FROM (SELECT o.id, o.customer FROM orders AS o WHERE $ ORDER BY o.id, o.customer LIMIT 2)',
  ].map((text) => ({ text, keys: ['id', 'customer'], isMerged: false })),
];

/** A statement over one parameter, and what is asked of it. */
export interface RandomStatement {
  readonly sql: string;
  /** Whether runs that differ in `@p` are merged. */
  readonly isMerged: boolean;
  /** Whether its rows have an order, but for equal ones. */
  readonly isOrdered: boolean;
  /** Values of `@p`, all different. */
  readonly members: readonly string[];
  /** Values of the other parameters. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** Statements that are merged, and some that are not. */
export const anyStatement: fc.Arbitrary<RandomStatement> = fc
  .constantFrom(...(Object.keys(VALUES) as Kind[]))
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      condition: anyCondition(kind),
      shape: fc.oneof(
        { weight: 1, arbitrary: plain },
        { weight: 2, arbitrary: fc.constantFrom(...GROUPS) },
      ),
      filters: fc.subarray(FILTERS, { maxLength: 2 }),
      isOrdered: fc.boolean(),
      order: fc.array(fc.constantFrom('', ' DESC', ' NULLS LAST'), { minLength: 6, maxLength: 6 }),
      members: fc.uniqueArray(fc.constantFrom<string>(...VALUES[kind]), { minLength: 2 }),
      others: fc.record({
        since: fc.constantFrom(undefined, '2026-01-02'),
        flags: fc.constantFrom([true], [true, false], []),
        customer: fc.constantFrom(1, 2),
      }),
    }),
  )
  .map(({ kind, condition, shape, filters, isOrdered, order, members, others }) => {
    const where = [condition.text, ...filters].join(' AND ');
    const keys = shape.keys.map((key, i) => (key.includes(' ') ? key : `${key}${order[i] ?? ''}`));
    const optional = condition.text.includes('@p IS NULL') ? '' : '!';
    return {
      sql: `-- @param {${kind}${optional}} p\n${shape.text.replace('$', where)}${isOrdered ? ` ORDER BY ${keys.join(', ')}` : ''}`,
      isMerged: condition.isMerged && shape.isMerged,
      isOrdered,
      members,
      others: Object.fromEntries(
        Object.entries(others).filter(
          ([name, value]) => where.includes(`@${name}`) && value !== undefined,
        ),
      ),
    };
  });
