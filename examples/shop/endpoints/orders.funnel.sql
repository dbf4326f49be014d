-- How many orders reached each step.
-- @param since - Orders from this moment on
-- @column share - Share of all orders
SELECT step_name AS step, COUNTIF(reached(o.status, step_name)) AS orders,
  COUNTIF(reached(o.status, step_name)) / COUNT(*) AS share
FROM orders AS o
CROSS JOIN UNNEST(['placed', 'paid', 'shipped', 'delivered']) AS step_name WITH OFFSET AS position
WHERE @since IS NULL OR o.ordered_at >= @since
GROUP BY step_name, position
ORDER BY position
