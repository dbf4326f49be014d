-- One order with its items.
-- @param id - Number of the order
-- @column total - Sum of the items
-- @returns one
-- @example {"id": "A-0001"}
SELECT
  o.id,
  o.ordered_at,
  o.status,
  c.name AS customer,
  ARRAY(
    SELECT AS STRUCT i.product_id, i.quantity, i.price, i.quantity * i.price AS amount
    FROM UNNEST(o.items) AS i WITH OFFSET AS line
    ORDER BY line
  ) AS items,
  order_total(o.items) AS total
FROM orders AS o
JOIN customers AS c ON c.shop = o.shop AND c.id = o.customer_id
WHERE o.id = @id
