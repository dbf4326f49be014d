import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import logsAll from '../../src/endpoints/logs.all/endpoint.ts';
import { dayOf } from '../../src/engines/duckdb/store/day.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import { ParquetWriter } from '../../src/engines/duckdb/writer/parquet-writer.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import { PROJECT } from '../support/project.ts';

const tables = PROJECT.tables;

/** Fills whole days of the edge table, counted back from a day's first moment; about 6300 rows each. */
export async function writeEdgeDays(
  store: TableFiles,
  today: number,
  from: number,
  to: number,
): Promise<void> {
  const table = tables.get('cloudflare.logs.prod');
  if (!table?.demo) throw new Error('There is no edge table');
  const writer = await ParquetWriter.open(store, { memory: '512MB', threads: 2 });
  for (let ago = from; ago < to; ago += 1) {
    const range = { start: today - ago * MICROS_PER_DAY, end: today - (ago - 1) * MICROS_PER_DAY };
    const single = [...table.demo.single];
    const query = table.demo.sql(`${range.start}`, `${range.end}`);
    const rows = { table, day: dayOf(range.start), demo: range, query, single };
    const file = await writer.writeQuery(rows);
    if (file) await writer.commit(table, [file]);
  }
  writer.close();
}

/** `logs.all` of the demo project over some days before `now`. */
export function logsAllQuery(now: number, days: number): EngineQuery {
  const moment = (value: number) => ({ type: SCALARS.TIMESTAMP, value });
  return {
    statement: prepareEndpoint(logsAll, tables).open.statement,
    parameters: new Map<string, { type: typeof SCALARS.STRING; value: string | number }>([
      ['project', { type: SCALARS.STRING, value: 'demo' }],
      ['window_start', moment(now - days * MICROS_PER_DAY)],
      ['window_end', moment(now)],
    ]),
    maxRows: 1_000,
    isCallersSql: false,
    purpose: { endpoint: 'logs.all', keyId: 'bench', via: 'rest' },
  };
}
