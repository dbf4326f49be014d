-- Pages that visitors read, by month and shop, from a table for each month.
-- @param from_month - First month, as in the names of the tables: 202605
-- @param of_shop - One shop alone
SELECT _TABLE_SUFFIX AS month, v.shop, SUM(v.pages) AS pages
FROM `visits_*` AS v
WHERE (@from_month IS NULL OR _TABLE_SUFFIX >= @from_month)
  AND (@of_shop IS NULL OR v.shop = @of_shop)
GROUP BY month, v.shop
ORDER BY month, v.shop
