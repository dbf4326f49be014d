import { expect, test } from 'vitest';
import { ListedRecords } from '../../../../src/engines/duckdb/tables/listed-records.ts';
import { readingKey } from '../../../../src/engines/duckdb/tables/table-source.ts';
import { compiled } from '../../../support/compiled.ts';
import { engineOver } from '../../../support/engine-over.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';

const NOON = Date.UTC(2026, 6, 3, 12) * 1_000;
const TABLE = 'cloudflare.logs.prod';

const ask = pinnedAsker({ project: 'demo', now: BigInt(NOON + 1_000_000) });

test('files that are stored alike are read alike each time, others are not', async () => {
  const row = { timestamp: NOON, id: 'a', project: 'demo', metadata: [{ request: [{}] }] };
  const store = await filledStore({ [TABLE]: [row] });
  const { print } = await engineOver(store);
  const sql = `SELECT CAST(r.path AS INT64) FROM edge_logs
    CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r`;
  const values = { project_tier: 'ENTERPRISE' };
  const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
  const lists = new ListedRecords(compiled(query.statement).resolved);
  const keysRead = async () => {
    const { sources } = await print(query);
    return [...lists.of(sources).values()].map(readingKey);
  };

  const first = await keysRead();
  expect(await keysRead()).toEqual(first);

  // Now the records of the table are single in one of two files only.
  await fillRows(store, [[TABLE, [{ ...row, metadata: [{}, {}] }]]]);
  const second = await keysRead();
  expect(second).not.toEqual(first);
  expect(await keysRead()).toEqual(second);
});
