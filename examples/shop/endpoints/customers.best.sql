-- The customers who spent most.
-- @param {INT64!} top = 5 - How many
-- @param country - Their country
-- @column spent - Sum of all their orders
SELECT c.shop, c.name, c.country, COUNT(*) AS orders, SUM(order_total(o.items)) AS spent
FROM customers AS c
JOIN orders AS o ON o.shop = c.shop AND o.customer_id = c.id
WHERE @country IS NULL OR c.country = @country
GROUP BY c.shop, c.id, c.name, c.country
ORDER BY spent DESC, c.shop, c.name
LIMIT @top
