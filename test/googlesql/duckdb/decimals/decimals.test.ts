import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raisedMessage } from '../../../../src/googlesql/functions/conversion/raised-message.ts';
import type { Digits } from '../../../../src/googlesql/functions/core/digits.ts';
import { digitsWith } from '../../../../src/googlesql/functions/core/digits.ts';
import { parseTable } from '../../../../src/googlesql/table.ts';
import type { Row, Value } from '../../../../src/googlesql/value.ts';
import { compile, openDatabase, rowsOf } from '../compile.ts';
import { divideUnits, inRange, NumericOverflow, ONE, textOf, type Units } from './units.ts';

/** A row of the table: its group, a condition, a count, and an amount. */
interface Amount {
  readonly g: number;
  readonly p: boolean;
  readonly n: number;
  readonly a: Units | null;
}

const TABLE = parseTable('t', [
  { name: 'i', type: 'INT64' },
  { name: 'g', type: 'INT64' },
  { name: 'p', type: 'BOOL' },
  { name: 'n', type: 'INT64' },
  { name: 'a', type: 'NUMERIC' },
]);

const STORED: readonly Digits[] = [
  [1, 0],
  [10, 9],
  [12, 2],
  [18, 0],
  [18, 2],
  [18, 9],
  [26, 2],
  [26, 9],
  [27, 9],
  [31, 2],
  [37, 9],
  [38, 9],
];

/** Amounts of so many digits, the least and the greatest, those near them and near where sums are divided. */
function amountOf([width, scale]: Digits): fc.Arbitrary<Units> {
  const unit = 10n ** BigInt(9 - scale);
  const most = 10n ** BigInt(width) - 1n;
  const edges = [most, most - 1n, 10n ** 26n, 10n ** 26n + 1n, 10n ** 26n - 1n, most / 2n, 1n, 0n];
  const inside = edges.filter((edge) => edge <= most);
  return fc
    .oneof(
      fc.constantFrom(...inside, ...inside.map((edge) => -edge)),
      fc.bigInt({ min: -most, max: most }),
      fc.bigInt({ min: -9n, max: 9n }),
    )
    .map((digits) => (digits > most ? most : digits < -most ? -most : digits) * unit);
}

const stored = fc.constantFrom(...STORED).chain((digits) =>
  fc.record({
    digits: fc.constant(digits),
    rows: fc.array(
      fc.record({
        g: fc.nat(2),
        p: fc.boolean(),
        n: fc.integer({ min: -3, max: 3 }),
        a: fc.option(amountOf(digits), { freq: 5 }),
      }),
      { maxLength: 14 },
    ),
  }),
);

type Stored = typeof stored extends fc.Arbitrary<infer Of> ? Of : never;

const connection = await openDatabase();

function fromItem({ digits: [width, scale], rows }: Stored): string {
  const type = `DECIMAL(${width}, ${scale})`;
  const values = rows.map(
    ({ g, p, n, a }, i) =>
      `(${i}::BIGINT, ${g}::BIGINT, ${p}, ${n}::BIGINT, CAST(${a === null ? 'NULL' : `'${textOf(a)}'`} AS ${type}))`,
  );
  const none = `(0::BIGINT, 0::BIGINT, true, 0::BIGINT, CAST(NULL AS ${type}))`;
  const list = values.length > 0 ? values.join(', ') : none;
  return `(SELECT * FROM (VALUES ${list}) AS v(i, g, p, n, a)${values.length > 0 ? '' : ' WHERE g > 0'})`;
}

/** The rows that a statement gives, or that it overflows. */
async function answer(sql: string, table: Stored): Promise<readonly Row[] | 'overflow'> {
  const [width, scale] = table.digits;
  const digits = digitsWith(width - scale, scale);
  const from = fromItem(table);
  const tables = { t: { table: TABLE, from, digits: digits ? { a: digits } : {} } };
  try {
    return await rowsOf(connection, compile(sql, { tables }));
  } catch (error) {
    const message = raisedMessage(error instanceof Error ? error.message : '') ?? String(error);
    if (/overflow|out of range/i.test(message)) return 'overflow';
    throw error;
  }
}

type Aggregate = (rows: readonly Amount[]) => Value;

const numeric = (units: Units | undefined) => (units === undefined ? null : textOf(units));

function present(values: readonly (Units | null)[]): readonly Units[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly (Units | null)[]): Value {
  const all = present(values);
  return numeric(all.length > 0 ? inRange(all.reduce((a, b) => a + b)) : undefined);
}

function average(values: readonly (Units | null)[]): Value {
  const all = present(values);
  if (all.length === 0) return null;
  return textOf(
    divideUnits(
      all.reduce((a, b) => a + b),
      BigInt(all.length),
    ),
  );
}

const amounts = (rows: readonly Amount[]) => rows.map(({ a }) => a);
const distinct = (rows: readonly Amount[]) => [...new Set(amounts(rows))];
const ordered = (rows: readonly Amount[]) =>
  present(amounts(rows)).toSorted((a, b) => (a < b ? -1 : Number(a > b)));

/** Expressions over the rows of a group, and what they are. */
const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  'SUM(a)': (rows) => sum(amounts(rows)),
  'AVG(a)': (rows) => average(amounts(rows)),
  'SUM(DISTINCT a)': (rows) => sum(distinct(rows)),
  'AVG(DISTINCT a)': (rows) => average(distinct(rows)),
  'MAX(a)': (rows) => numeric(ordered(rows).at(-1)),
  'MIN(a)': (rows) => numeric(ordered(rows)[0]),
  'COUNT(DISTINCT a)': (rows) => present(distinct(rows)).length,
  'SUM(IF(p, a, 0))': (rows) => sum(rows.map(({ a, p }) => (p ? a : 0n))),
  'AVG(CASE WHEN p THEN a END)': (rows) => average(rows.map(({ a, p }) => (p ? a : null))),
  'SUM(COALESCE(a, 0.5))': (rows) => sum(rows.map(({ a }) => a ?? ONE / 2n)),
  'SUM(a * n)': (rows) => sum(rows.map(({ a, n }) => a && inRange(a * BigInt(n)))),
  'AVG(a - n)': (rows) =>
    average(rows.map(({ a, n }) => (a === null ? null : inRange(a - BigInt(n) * ONE)))),
  'SUM(-ABS(a))': (rows) => sum(rows.map(({ a }) => (a === null || a < 0n ? a : -a))),
  "SUM(a * NUMERIC '0.25')": (rows) => sum(rows.map(({ a }) => a && inRange(divideUnits(a, 4n)))),
  'COUNTIF(a >= 1)': (rows) => rows.filter(({ a }) => a !== null && a >= ONE).length,
  "COUNTIF(a BETWEEN NUMERIC '-0.5' AND n)": (rows) =>
    rows.filter(({ a, n }) => a !== null && a >= -ONE / 2n && a <= BigInt(n) * ONE).length,
};

/** The aggregate of each group that has rows, in the order of the groups. */
function ofGroups(aggregate: Aggregate, { rows }: Stored): readonly Row[] | 'overflow' {
  try {
    const groups = [...Map.groupBy(rows, ({ g }) => g)].sort(([a], [b]) => a - b);
    return groups.map(([g, own]) => [g, aggregate(own)]);
  } catch (error) {
    if (error instanceof NumericOverflow) return 'overflow';
    throw error;
  }
}

test.for(Object.entries(AGGREGATES))(
  '%s of NUMERICs is exact, however many digits a column has',
  async ([expression, aggregate]) => {
    const property = fc.asyncProperty(stored, async (table) => {
      const expected = ofGroups(aggregate, table);
      const plain = `SELECT g, ${expression} AS x FROM t GROUP BY g ORDER BY g`;
      expect(await answer(plain, table)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 60 });
  },
);

test('sums of NUMERICs are the same through CTEs, subqueries, unions and arrays', async () => {
  const property = fc.asyncProperty(stored, async (table) => {
    const expected = ofGroups((rows) => sum(amounts(rows)), table);
    const inputs = [
      'WITH c AS (SELECT g, a FROM t) SELECT g, SUM(a) AS x FROM c GROUP BY g ORDER BY g',
      'WITH c AS (SELECT g, a FROM t), d AS (SELECT * FROM c) SELECT d.g, SUM(d.a) AS x FROM d LEFT JOIN (SELECT g AS h FROM c LIMIT 0) ON h = d.g GROUP BY g ORDER BY g',
      'SELECT g, SUM(a) AS x FROM (SELECT g, a FROM t UNION ALL SELECT g, CAST(a AS NUMERIC) FROM t WHERE FALSE) GROUP BY g ORDER BY g',
      'SELECT g, SUM(a) AS x FROM (SELECT g, a, COUNT(*) OVER () AS c FROM t) GROUP BY g ORDER BY g',
      'SELECT g, (SELECT SUM(x) FROM UNNEST(l) AS x) AS x FROM (SELECT g, ARRAY_AGG(a IGNORE NULLS) AS l FROM t GROUP BY g) ORDER BY g',
    ];
    for (const sql of inputs) expect(await answer(sql, table)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 60 });
});

test('SUM and AVG of NUMERICs over frames are exact', async () => {
  const property = fc.asyncProperty(stored, async (table) => {
    const own = (i: number) => amounts(table.rows.slice(Math.max(0, i - 2), i + 1));
    let expected: readonly Row[] | 'overflow';
    try {
      expected = table.rows.map((_, i) => [sum(own(i)), average(own(i))]);
    } catch {
      expected = 'overflow';
    }
    const over = 'OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)';
    const sql = `SELECT SUM(a) ${over} AS s, AVG(a) ${over} AS m FROM t ORDER BY i`;
    expect(await answer(sql, table)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 100 });
});

test.for(STORED)('no row of NUMERICs of %i digits has no sum and no average', async (digits) => {
  const sql = 'SELECT SUM(a) AS s, AVG(a) AS m, MAX(a) AS x, COUNT(a) AS n FROM t';

  expect(await answer(sql, { digits, rows: [] })).toEqual([[null, null, null, 0]]);
});

test('casts of NUMERICs are exact, however many digits a column has', async () => {
  const property = fc.asyncProperty(stored, async (table) => {
    const values = amounts(table.rows);
    const sql =
      'SELECT CAST(a AS FLOAT64) AS f, CAST(a AS STRING) AS s, SAFE_CAST(a AS INT64) AS i, a FROM t ORDER BY t.i';
    expect(await answer(sql, table)).toEqual(
      values.map((a) => {
        if (a === null) return [null, null, null, null];
        const whole = divideUnits(a, ONE);
        const isInteger = BigInt.asIntN(64, whole) === whole;
        const integer = Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
        // Without the sign of a zero.
        return [Number(textOf(a)) + 0, textOf(a), isInteger ? integer : null, textOf(a)];
      }),
    );
  });
  await fc.assert(property, { numRuns: 150 });
});

test('rows are ordered, grouped and found by NUMERICs of few digits', async () => {
  const property = fc.asyncProperty(stored, async (table) => {
    const values = ordered(table.rows);
    const distinctValues = [...new Set(values)];
    expect(await answer('SELECT a FROM t WHERE a IS NOT NULL ORDER BY a', table)).toEqual(
      values.map((a) => [textOf(a)]),
    );
    const grouped = 'SELECT a, COUNT(*) AS n FROM t WHERE a IS NOT NULL GROUP BY a ORDER BY a';
    expect(await answer(grouped, table)).toEqual(
      distinctValues.map((a) => [textOf(a), values.filter((other) => other === a).length]),
    );
    const joined = 'SELECT DISTINCT l.a FROM t AS l JOIN t AS r ON l.a = r.a ORDER BY a';
    expect(await answer(joined, table)).toEqual(distinctValues.map((a) => [textOf(a)]));
  });
  await fc.assert(property, { numRuns: 60 });
});
