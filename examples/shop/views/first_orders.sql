-- The first order of each customer.
-- @column first_day - Day of the customer's first order
SELECT o.shop, o.customer_id, MIN(DATE(o.ordered_at)) AS first_day
FROM orders AS o
GROUP BY o.shop, o.customer_id
