-- What sells, by category, in pipe syntax.
-- @param since - Orders from this day on
-- @param least - Least revenue of a category
FROM orders AS o
|> WHERE @since IS NULL OR DATE(o.ordered_at) >= @since
|> CROSS JOIN UNNEST(o.items) AS i
|> JOIN products AS p ON p.id = i.product_id
|> AGGREGATE SUM(i.quantity) AS pieces, SUM(i.quantity * i.price) AS revenue GROUP BY p.category
|> WHERE @least IS NULL OR revenue >= @least
|> ORDER BY revenue DESC, category
