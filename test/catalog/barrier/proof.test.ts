import { expect, test } from 'vitest';
import { analyze, parseQuery } from '#googlesql';
import { proveBarriers } from '../../../src/catalog/barrier/proof.ts';
import { PROJECT } from '../../support/project.ts';

const TABLE = '`cloudflare.logs.prod`';

function prove(sql: string) {
  return proveBarriers(analyze(parseQuery(sql), { tables: PROJECT.tables, parameters: new Map() }));
}

/** A barrier around the table's scan, with parts to replace. */
function barrier({
  exposed = 'CASE WHEN _row._own THEN _row.id END AS id',
  inner = "t.id, t.project = 'a' AS _own",
  where = "WHERE t.project = 'a'",
} = {}): string {
  return `SELECT id FROM (SELECT ${exposed} FROM (SELECT ${inner} FROM ${TABLE} AS t ${where}) AS _row) AS t`;
}

test('proveBarriers finds the bare column behind each exposed one', () => {
  const columns = [...prove(barrier())];

  expect(
    columns.map(([exposed, { column, scan }]) => [exposed.name, column.name, scan.table.name]),
  ).toEqual([['id', 'id', 'cloudflare.logs.prod']]);
});

test('proveBarriers takes a barrier whose columns nobody reads', () => {
  expect([...prove(barrier().replace('SELECT id', 'SELECT 1 AS n'))]).toEqual([]);
});

test.each([
  ['no barrier', `SELECT id FROM ${TABLE}`],
  ['a filter alone', `SELECT id FROM ${TABLE} WHERE project = 'a'`],
  ['a bare column', barrier({ exposed: '_row.id' })],
  [
    'a bare column beside a guarded one',
    barrier({ exposed: 'CASE WHEN _row._own THEN _row.id END AS x, _row.id' }),
  ],
  ['an ELSE', barrier({ exposed: 'CASE WHEN _row._own THEN _row.id ELSE _row.id END AS id' })],
  [
    'a second branch',
    barrier({ exposed: 'CASE WHEN _row._own THEN _row.id WHEN TRUE THEN _row.id END AS id' }),
  ],
  ['another condition', barrier({ exposed: 'CASE WHEN NOT _row._own THEN _row.id END AS id' })],
  [
    'an expression of the column',
    barrier({ exposed: "CASE WHEN _row._own THEN _row.id || '' END AS id" }),
  ],
  ['no filter inside', barrier({ where: '' })],
  ['a column computed inside', barrier({ inner: "t.id || '' AS id, t.project = 'a' AS _own" })],
  ['a barrier and a bare scan', `${barrier()} UNION ALL SELECT id FROM ${TABLE}`],
  ['a bare scan in a subquery', `${barrier()} WHERE id IN (SELECT id FROM ${TABLE})`],
])('proveBarriers refuses %s', (_, sql) => {
  expect(() => prove(sql)).toThrow('its scan of "cloudflare.logs.prod" has no security barrier');
});
