import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import { logsAll } from '../support/endpoints.ts';
import { PROJECT } from '../support/project.ts';

/** `logs.all` of the demo project over some days before `now`. */
export function logsAllQuery(now: number, days: number): EngineQuery {
  const moment = (value: number) => ({ type: SCALARS.TIMESTAMP, value });
  return {
    statement: prepareEndpoint(logsAll, PROJECT.tables).open.statement,
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
