import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BigQueryEngine } from '../../../src/engines/bigquery/bigquery-engine.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { openClient, PLACE } from '../../engines/bigquery/open-engine.ts';
import { EVENT_FIELDS, type Event, eventTable } from '../../fuzz/newest-first/questions.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openBigQueryServer } from './open-server.ts';

/** A table of events on a server, with its name there. */
export const EVENTS = 'events';

/** What differs between tables of events. */
export interface EventTableOptions {
  /** @default DAY */
  readonly unit?: 'HOUR' | 'DAY' | 'MONTH' | 'YEAR';
  /** As its resource says it. @default 2 GB */
  readonly numBytes?: number;
  /** What each byte of its rows counts. @default 1 */
  readonly bytesScale?: number;
}

/** A table of events on a server, and an engine whose clock the test sets; both are closed when the test ends. */
export async function openEvents({
  bytesScale = 1,
  numBytes = 2e9,
  unit = 'DAY',
}: EventTableOptions = {}) {
  const folder = temporaryFolder();
  let reads = 0;
  const files = new TableFiles({
    dataDir: folder,
    globs: new Map([[EVENTS, ['*.ndjson']]]),
    // Listed anew whenever they are read.
    now: () => {
      reads += 1_000;
      return reads;
    },
  });
  const server = await openBigQueryServer({ store: files, tables: new Map(), bytesScale });
  server.catalog.addTable('logs', {
    tableReference: { tableId: EVENTS },
    schema: { fields: EVENT_FIELDS },
    timePartitioning: { type: unit, field: 'at' },
    numBytes: String(numBytes),
  });
  const tables = new Map([[EVENTS, eventTable(EVENTS)]]);
  const clock = { ms: 0 };
  const open = async () => {
    const engine = new BigQueryEngine({
      client: openClient(server.url),
      tables: placeTables(tables, PLACE),
      now: () => clock.ms,
    });
    onTestFinished(() => engine.close());
    await engine.check();
    return engine;
  };
  return { server, files, tables, clock, open, ...filesIn(folder) };
}

function filesIn(folder: string) {
  const inserted = join(folder, 'inserted.ndjson');
  return {
    fill: (events: readonly Event[]) => writeEvents(join(folder, 'events.ndjson'), events),
    /** Adds rows as if they were inserted after everything that has begun by now. */
    insert: (events: readonly Event[]) => {
      writeEvents(inserted, events);
      const later = new Date(Date.now() + 3_600_000);
      utimesSync(inserted, later, later);
    },
    /** Removes what was inserted. */
    reset: () => rmSync(inserted, { force: true }),
  };
}

function writeEvents(file: string, events: readonly Event[]): void {
  const lines = events.map(({ at, ...row }) => JSON.stringify({ at: momentText(at), ...row }));
  writeFileSync(file, lines.join('\n'));
}

function momentText(micros: number | null): string | null {
  if (micros === null) return null;
  const fraction = ((micros % 1_000) + 1_000) % 1_000;
  const text = new Date((micros - fraction) / 1_000).toISOString();
  return text.replace('Z', `${String(fraction).padStart(3, '0')}Z`);
}
