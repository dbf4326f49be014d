import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { neverComplete } from '../../support/bigquery/replies.ts';
import { percentile } from '../../walls/exchange.ts';
import type { Fault, Trial } from '../fault.ts';
import { kept, type Question } from '../questions.ts';
import { limitFiles, noLimits } from '../tools/process-limits.ts';
import { largeWindow, nextProject } from '../world.ts';

/** Asks, and leaves before the answer comes. */
async function leave(trial: Trial, { path }: Question, afterMs: number): Promise<void> {
  const { rig } = trial;
  const signal = AbortSignal.timeout(afterMs);
  const asked = fetch(rig.first.url + path, { headers: { 'x-api-key': rig.key }, signal });
  await asked.then(
    () => trial.expect(false, 'an answer came before the client had left'),
    () => {},
  );
}

async function disconnects(trial: Trial): Promise<void> {
  const { client, backends } = trial;
  const { counters } = backends.bigquery;
  const project = nextProject();
  backends.script((exchange) => {
    exchange.hold = { answers: 3, atOnce: false };
    return exchange.normal();
  });
  const staying = client.ask(kept(project), { allow: ['QUERY_TIMEOUT'] });
  const before = counters.allCancels;
  await Promise.all([0, 0, 0, 0].map(() => leave(trial, kept(project), 300)));
  await sleep(200);
  trial.expectEqual(counters.allCancels, before, 'cancellations while somebody waits');
  await staying;
  backends.script(neverComplete());
  const left = nextProject();
  const cancelled = counters.allCancels;
  await Promise.all([0, 0, 0].map(() => leave(trial, kept(left), 300)));
  for (let i = 0; i < 100 && counters.allCancels === cancelled; i += 1) await sleep(50);
  await sleep(300);
  trial.note(
    `4 of 5 leave: no cancellation; 3 of 3 leave: ${counters.allCancels - cancelled} cancellation`,
  );
  trial.expectEqual(counters.allCancels - cancelled, 1, 'cancellations when nobody waits');
  await trial.recover();
}

const MAX_CLOSE_MS = 20_000;

/** A connection that sends a little at a time; resolves to how long it was let. */
function dribble(port: number, first: string, next: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const begin = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(first));
  const timer = setInterval(() => socket.writable && socket.write(next), 500);
  socket.on('error', () => {});
  socket.resume();
  socket.once('close', () => {
    clearInterval(timer);
    resolve(performance.now() - begin);
  });
  return promise;
}

/** Within these a stalled answer must have been given up. */
const STALLED_MS = 18_000;

/** A connection that asks for much and reads nothing of it for long; resolves when it finds itself closed. */
function neverRead(port: number, request: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const begin = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.on('error', () => {});
  socket.once('close', () => resolve(performance.now() - begin));
  // The end of a connection is seen only by who reads.
  setTimeout(() => socket.resume(), STALLED_MS);
  return promise;
}

async function slowClients(trial: Trial): Promise<void> {
  // Large answers take some time on a busy machine.
  const rig = await trial.openRig({ replicas: [{ environment: {} }], deadlineMs: 20_000 });
  const { client } = rig;
  const { port } = rig.first;
  const warm = nextProject();
  await client.ask(kept(warm));
  const head = `Host: x\r\nX-API-KEY: ${rig.key}\r\n`;
  const { start, end } = largeWindow(0);
  const query = new URLSearchParams({
    project: 'large',
    project_tier: 'PRO',
    iso_timestamp_start: start,
    iso_timestamp_end: end,
  });
  const large = `GET /api/endpoints/query/logs.all?${query} HTTP/1.1\r\n${head}\r\n`;
  const body = `POST /graphql HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;
  const kinds = [
    Array.from({ length: 200 }, () => dribble(port, 'GET / HTTP/1.1\r\nHost: x\r\n', 'A: b\r\n')),
    Array.from({ length: 200 }, () => dribble(port, body, ' ')),
    Array.from({ length: 5 }, () => neverRead(port, large)),
  ];
  const closing = Promise.all(kinds.map((kind) => Promise.all(kind)));
  let isOver = false;
  void closing.then(() => {
    isOver = true;
  });
  const meanwhile = [];
  const limit = performance.now() + MAX_CLOSE_MS;
  while (!isOver && performance.now() < limit) {
    meanwhile.push(await client.ask(kept(warm)));
    await sleep(50);
  }
  trial.expect(isOver, 'not all connections were closed');
  const [slowHeaders, slowBody, unread] = isOver
    ? (await closing).map((times) => `${(Math.max(...times) / 1_000).toFixed(1)} s`)
    : [];
  trial.note(
    `closed after ${slowHeaders}, ${slowBody} and before ${unread}; others meanwhile p99 ${percentile(meanwhile, 0.99).toFixed(0)} ms`,
  );
  await trial.recover(rig);
}

const IDLE = 9_000;

async function idleConnections(port: number, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      // Only a connection that has asked before is idle.
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      return Promise.race([
        sleep(2_000),
        new Promise((resolve) => {
          for (const event of ['data', 'close']) socket.once(event, resolve);
        }),
      ]);
    });
    await Promise.all(batch);
  }
  return sockets;
}

async function manyConnections(trial: Trial): Promise<void> {
  if (noLimits !== undefined) return trial.skip(noLimits);
  const { client, rig } = trial;
  const warm = nextProject();
  await client.ask(kept(warm), { replica: 1 });
  const idle = await idleConnections(rig.first.port, IDLE);
  for (let i = 0; i < 20; i += 1) await client.ask(kept(nextProject()));
  await sleep(500);
  const open = idle.filter(({ destroyed }) => !destroyed).length;
  for (const socket of idle) socket.destroy();
  trial.note(
    `${IDLE} idle connections, ${IDLE - open} of which were closed for others; ${client.summary()}`,
  );
  const restore = limitFiles(rig.second.pid, 30);
  const more = await idleConnections(rig.second.port, 200);
  await sleep(500);
  trial.expect(rig.second.isRunning, 'the replica ended');
  for (const socket of more) socket.destroy();
  restore();
  trial.note('30 file descriptors for 200 connections: goes on');
  await trial.recover();
  await client.ask(kept(warm), { replica: 1 });
}

/** What clients do on their connections. */
export const CLIENTS: readonly Fault[] = [
  {
    id: 'C1',
    fault: 'clients leave before the answer',
    expected:
      'the job is cancelled when the last has left, and only then; the others get their rows',
    run: disconnects,
  },
  {
    id: 'C2',
    fault: '200 clients send their headers, and 200 their body, a byte at a time; 5 do not read',
    expected: 'closed after 10, 12 and 15 s; others do not notice',
    run: slowClients,
  },
  {
    id: 'C3',
    fault: `${IDLE} idle connections; no file descriptor is left`,
    expected: 'idle ones are closed for new ones; the process goes on and accepts again',
    run: manyConnections,
  },
];
