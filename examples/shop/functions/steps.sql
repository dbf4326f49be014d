-- The number of the step that an order has reached.
CREATE FUNCTION step(status STRING) RETURNS INT64 AS (
  CASE status WHEN 'placed' THEN 1 WHEN 'paid' THEN 2 WHEN 'shipped' THEN 3 WHEN 'delivered' THEN 4 END
);

-- Whether an order has reached a step or a later one.
CREATE FUNCTION reached(status STRING, name STRING) RETURNS BOOL AS (step(status) >= step(name));

-- The sum of an order's items.
CREATE FUNCTION order_total(items ARRAY<STRUCT<product_id INT64, quantity INT64, price NUMERIC>>) RETURNS NUMERIC AS (
  (SELECT COALESCE(SUM(i.quantity * i.price), 0) FROM UNNEST(items) AS i)
);
