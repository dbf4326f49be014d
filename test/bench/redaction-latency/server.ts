/** The service as it runs, but that its engine answers wide rows at once, new ones each time. */
import type { AddressInfo } from 'node:net';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { OutputColumn, Row } from '../../../src/googlesql/index.ts';
import { openScriptedService } from '../scripted-service.ts';
import { wideRows } from './wide-rows.ts';

const RESOLUTION_MS = 2;
const ROWS = Number(process.argv[2]);

const made = new Map<readonly OutputColumn[], readonly Row[]>();

/** `logs.all` has the one wide table; the others answer as many rows as they have hours. */
function rowsOf(columns: readonly OutputColumn[]): readonly Row[] {
  const count = columns.some(({ name }) => name === 'metadata') ? ROWS : 61;
  const rows = made.get(columns) ?? wideRows(columns, count);
  made.set(columns, rows);
  return rows;
}

const { server, key } = await openScriptedService({
  // A list of its own for each run: what is made of a list is shared.
  rowsOf: (columns) => [...rowsOf(columns)],
  logLevel: 'error',
});

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** The thread's processor time between two looks of a timer: on a busy machine delays tell of other processes too. */
const holds = createHistogram();
let used = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used);
  used = process.threadCpuUsage();
  holds.record(Math.max(1, user + system));
}, 1);

process.on('message', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6 - RESOLUTION_MS;
  process.send?.({
    max: ms(delays.max),
    p99: ms(delays.percentile(99)),
    heldMax: holds.max / 1e3,
    heldP99: holds.percentile(99) / 1e3,
  });
  delays.reset();
  holds.reset();
});
process.send?.({ port: (server.address() as AddressInfo).port, key });
