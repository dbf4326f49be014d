/** The service as it runs, but that its engine answers wide rows at once, new ones each time. */
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import type { OutputColumn, Row } from '#googlesql';
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

/**
 * The thread's processor time between two looks of a timer: on a busy machine delays tell of other processes too. Some
 * kernels know it to a tick of 4 ms only, so that it may seem longer than the time on the clock, which bounds it. Pauses
 * of the garbage collector are told apart, because a collection is no answer's own work.
 */
let holds: { readonly from: number; readonly to: number; readonly cpuMs: number }[] = [];
let pauses: PerformanceEntry[] = [];
let lookedAt = performance.now();
let used = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used);
  const now = performance.now();
  holds.push({ from: lookedAt, to: now, cpuMs: (user + system) / 1e3 });
  lookedAt = now;
  used = process.threadCpuUsage();
}, 1);
new PerformanceObserver((list) => pauses.push(...list.getEntries())).observe({
  entryTypes: ['gc'],
});

/** What the thread was held for in each look but for collections, in milliseconds, ascending. */
function heldByWork(): readonly number[] {
  const held = holds.map(({ from, to, cpuMs }) => {
    const paused = pauses
      .filter(({ startTime }) => startTime >= from && startTime < to)
      .reduce((sum, { duration }) => sum + duration, 0);
    return Math.max(0, Math.min(cpuMs, to - from) - paused);
  });
  return held.sort((left, right) => left - right);
}

process.on('message', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6 - RESOLUTION_MS;
  const held = heldByWork();
  process.send?.({
    max: ms(delays.max),
    p99: ms(delays.percentile(99)),
    heldMax: held.at(-1) ?? 0,
    heldP99: held[Math.floor(held.length * 0.99)] ?? 0,
    pauseMax: Math.max(0, ...pauses.map(({ duration }) => duration)),
  });
  delays.reset();
  holds = [];
  pauses = [];
});
process.send?.({ port: (server.address() as AddressInfo).port, key });
