import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import { compiled } from '../support/compiled.ts';
import { completed } from '../support/endpoints.ts';
import { gateway } from '../support/gateway.ts';
import { PROJECT } from '../support/project.ts';

const ROWS = "UNNEST([STRUCT(1 AS id, DATE '2026-01-01' AS day), (2, DATE '2026-02-01')])";

function endpoint(where: string) {
  const sql = `SELECT id, day FROM ${ROWS} WHERE ${where} ORDER BY id`;
  return prepareEndpoint(completed('test.fold', sql), PROJECT.tables);
}

const FILTERED = endpoint(
  'id > 0 AND (@since IS NULL OR day >= @since) AND id = COALESCE(@id, id)',
);

test.each([
  [{}, 'id > 0 AND id = id', [1, 2]],
  [{ since: '2026-01-15' }, 'id > 0 AND (@since IS NULL OR day >= @since) AND id = id', [2]],
  [{ id: '1' }, 'id > 0 AND id = COALESCE(@id, id)', [1]],
])('of %j the engine gets a statement without the filters of others', async (query, where, ids) => {
  const { rest, runs } = await gateway({ endpoints: [FILTERED] });

  const { body } = await rest('test.fold', query);

  expect(body.result.map(({ id }) => id)).toEqual(ids);
  const [run] = runs;
  expect(run && printQuery(compiled(run.statement).tree)).toContain(` WHERE ${where} ORDER BY`);
});
