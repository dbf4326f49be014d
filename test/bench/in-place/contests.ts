/** A query of an endpoint, and the same by hand. */
export interface Contest {
  readonly name: string;
  readonly googleSql: string;
  /** DuckDB SQL. */
  readonly byHand: string;
}

/** Five queries over a table of orders, in which `FILE` stands for its file by hand. */
export const CONTESTS: readonly Contest[] = [
  {
    name: 'revenue-by-day',
    googleSql: `SELECT o.day, SUM(o.amount) AS revenue, COUNT(*) AS orders FROM orders AS o
      GROUP BY day ORDER BY day`,
    byHand: `SELECT day, sum(amount) AS revenue, count(*) AS orders FROM FILE
      GROUP BY day ORDER BY day`,
  },
  {
    name: 'averages',
    googleSql: `SELECT o.country, AVG(o.amount) AS average, MAX(o.amount) AS greatest FROM orders AS o
      GROUP BY country ORDER BY country`,
    byHand: `SELECT country, avg(amount) AS average, max(amount) AS greatest FROM FILE
      GROUP BY country ORDER BY country`,
  },
  {
    name: 'large-orders',
    googleSql: `SELECT o.id, o.day, o.amount FROM orders AS o WHERE o.amount >= 9990
      ORDER BY o.amount DESC, o.id LIMIT 100`,
    byHand: `SELECT id, day, amount FROM FILE WHERE amount >= 9990
      ORDER BY amount DESC, id LIMIT 100`,
  },
  {
    name: 'paid-by-country',
    googleSql: `SELECT o.country, SUM(IF(o.paid, o.amount * o.quantity, 0)) AS paid,
        SUM(o.amount * o.quantity) AS total FROM orders AS o GROUP BY country ORDER BY country`,
    byHand: `SELECT country, sum(CASE WHEN paid THEN amount * quantity ELSE 0 END) AS paid,
        sum(amount * quantity) AS total FROM FILE GROUP BY country ORDER BY country`,
  },
  {
    name: 'taxes',
    googleSql: `SELECT o.day, SUM(CAST(o.amount AS FLOAT64) * 0.19) AS tax FROM orders AS o
      WHERE CAST(o.amount AS INT64) > 10 GROUP BY day ORDER BY day`,
    byHand: `SELECT day, sum(CAST(amount AS DOUBLE) * 0.19e0) AS tax FROM FILE
      WHERE CAST(amount AS BIGINT) > 10 GROUP BY day ORDER BY day`,
  },
];

/** How a file may store the amounts, and their type in the project. */
export const STORAGES = [
  { stored: 'BIGINT', type: 'INT64' },
  { stored: 'DECIMAL(12, 2)', type: 'NUMERIC' },
  { stored: 'DECIMAL(38, 9)', type: 'NUMERIC' },
] as const;
