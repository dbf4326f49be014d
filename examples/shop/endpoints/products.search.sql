-- Products, the cheapest first.
-- @param text - Part of the title, in capitals or not
-- @param category - Name of the category
-- @param max_price - Highest price
-- @column {INT64!} id
-- @column {STRING!} title
-- @column {NUMERIC!} price
-- @column rating - Average of all ratings; null without any
-- @cache off
SELECT p.id, p.title, p.category, p.price, p.rating, p.tags
FROM products AS p
WHERE (@text IS NULL OR STRPOS(LOWER(p.title), LOWER(@text)) > 0)
  AND (@category IS NULL OR p.category = @category)
  AND (@max_price IS NULL OR p.price <= @max_price)
ORDER BY p.price, p.id
