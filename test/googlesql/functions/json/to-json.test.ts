import { expect, test } from 'vitest';
import { compile, openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

// A call for each field, within a lambda for each array, takes DuckDB long to plan.
test('TO_JSON of nested records calls DuckDB once', () => {
  const { sql } = compile(
    "SELECT TO_JSON([STRUCT('x' AS b, [STRUCT(1 AS d, TRUE AS c)] AS a)]) AS x",
  );

  expect(sql.match(/\bto_json\(/g)).toHaveLength(1);
  expect(sql).not.toMatch(/lambda e\d/);
});

test.each([
  [
    "[STRUCT('x' AS b, [STRUCT(9223372036854775807 AS d, TRUE AS c)] AS a)]",
    '[{"a":[{"c":true,"d":9223372036854775807}],"b":"x"}]',
  ],
  [
    "STRUCT('\\u2028\\x1f' AS B, CAST(NULL AS ARRAY<STRING>) AS a, CAST(NULL AS STRUCT<z BOOL>) AS Z)",
    '{"B":"\\u2028\\u001f","Z":null,"a":null}',
  ],
])('TO_JSON sorts the members of %s', async (value, text) => {
  const sql = `SELECT TO_JSON_STRING(TO_JSON(${value}))`;

  expect(await evaluate(await openDatabase(), sql)).toEqual(['STRING', text]);
});
