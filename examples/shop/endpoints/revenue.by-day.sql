-- Revenue by day.
-- @param since - First day; all days without it
-- @param until - Last day
-- @param countries - Countries of the customers; all without it
-- @column revenue - Sum of the orders of that day
-- @example {"since": "2026-03-01", "until": "2026-03-31", "countries": ["NL", "PT"]}
SELECT DATE(o.ordered_at) AS day, SUM(order_total(o.items)) AS revenue, COUNT(*) AS orders
FROM orders AS o
JOIN customers AS c ON c.shop = o.shop AND c.id = o.customer_id
WHERE (@since IS NULL OR DATE(o.ordered_at) >= @since)
  AND (@until IS NULL OR DATE(o.ordered_at) <= @until)
  AND (@countries IS NULL OR c.country IN UNNEST(@countries))
GROUP BY day
ORDER BY day
