import { expect, test } from 'vitest';
import { ListedRecords } from '../../../../src/engines/duckdb/queries/listed-records.ts';
import { scanSources } from '../../../../src/engines/duckdb/queries/scan-sources.ts';
import { fileGroups } from '../../../../src/engines/duckdb/queries/table-source.ts';
import { scanPredicates } from '../../../../src/googlesql/index.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';

const NOON = Date.UTC(2026, 6, 3, 12) * 1_000;
const TABLE = 'cloudflare.logs.prod';

const ask = pinnedAsker({ project: 'demo', now: BigInt(NOON + 1_000_000) });

test('files that are stored alike are read alike each time, others are not', async () => {
  const row = { timestamp: NOON, id: 'a', project: 'demo', metadata: [{ request: [{}] }] };
  const store = await filledStore({ [TABLE]: [row] });
  const sql = `SELECT CAST(r.path AS INT64) FROM edge_logs
    CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r`;
  const values = { project_tier: 'ENTERPRISE' };
  const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
  const { resolved } = query.statement;
  const lists = new ListedRecords(resolved);
  const groupsRead = () => {
    const sources = lists.of(scanSources(store, scanPredicates(resolved), query));
    return [...sources.values()].flatMap((source) => [...fileGroups(source).keys()]);
  };

  const first = groupsRead();
  expect(first).toHaveLength(1);
  expect(groupsRead()).toEqual(first);

  // Now the records of the table are single in one of two files only.
  await fillRows(store, [[TABLE, [{ ...row, metadata: [{}, {}] }]]]);
  const second = groupsRead();
  expect(second).toHaveLength(2);
  expect(second).not.toContain(first[0]);
  expect(groupsRead()).toEqual(second);
});
