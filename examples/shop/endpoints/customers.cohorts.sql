-- How many customers order again, by the month of their first order.
-- @param since - First month of first orders
-- @column month - Months since the month of the first order
SELECT
  DATE_TRUNC(f.first_day, MONTH) AS cohort,
  DATE_DIFF(DATE(o.ordered_at), f.first_day, MONTH) AS month,
  COUNT(DISTINCT o.customer_id) AS customers
FROM first_orders AS f
JOIN orders AS o ON o.shop = f.shop AND o.customer_id = f.customer_id
WHERE f.first_day >= COALESCE(@since, DATE '2026-01-01')
GROUP BY cohort, month
ORDER BY cohort, month
