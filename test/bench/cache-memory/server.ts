/** The service as it runs, but that its engine makes a small answer of its own for every question. */
import type { AddressInfo } from 'node:net';
import type { OutputColumn, Row } from '#googlesql';
import { openScriptedService } from '../scripted-service.ts';

let made = 0;

function rowOf(columns: readonly OutputColumn[]): Row {
  made += 1;
  return columns.map(({ type }, i) => {
    if (type.kind === 'ARRAY') return [];
    if (type.kind === 'STRING' || type.kind === 'DATETIME') return `text ${made} ${i}`;
    return type.kind === 'FLOAT64' ? made + i / 7 : 1_782_864_000_000_000 + made + i;
  });
}

const { server, key, cachedBytes } = await openScriptedService({
  rowsOf: (columns) => [rowOf(columns), rowOf(columns)],
  cacheBytes: Number(process.argv[2]),
  warmDailyBytes: 1e12,
  logLevel: 'silent',
});
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  // The collector is there where the service was started so.
  if (message === 'live') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, live: heapUsed + external, kept: cachedBytes() });
});
process.send?.({ port: (server.address() as AddressInfo).port, key });
