import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type Gateway, gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';

/** Dense addresses take longest of all that takes linear time. */
const DENSE = '10.0.0.1 ';
const TEXT_LENGTH = 10_000 * DENSE.length;

/** A statement whose one row has texts of 90 000 letters; the number tells it from others. */
function longRow(texts: number, number = 0): string {
  const columns = Array.from({ length: texts }, (_, i) => `REPEAT('${DENSE}', 10000) AS t${i}`);
  return `SELECT ${number} AS n, ${columns.join(', ')}`;
}

/** Nearly the 12 MB that a row may have: half a second of a thread at least. */
const ENDLESS = 60;

const LOGS = { project: 'demo', project_tier: 'PRO' };
const REDACT = { 'svc-endpoint-redact-pii': 'true' };

/** The threads that are started while the test runs. */
function watchThreads(): { readonly started: Worker[]; readonly ended: Worker[] } {
  const threads = { started: [] as Worker[], ended: [] as Worker[] };
  const watch = (worker: Worker) => {
    threads.started.push(worker);
    worker.once('exit', () => threads.ended.push(worker));
  };
  process.on('worker', watch);
  onTestFinished(() => void process.off('worker', watch));
  return threads;
}

/** Asks for redacted rows; `signal` is that of a client that may leave. */
function ask(
  { key: every }: Gateway,
  port: number,
  sql: string,
  { key = every, signal }: { readonly key?: string; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const query = new URLSearchParams({ ...LOGS, sql });
  const url = `http://127.0.0.1:${port}/api/endpoints/query/logs.all?${query}`;
  const headers = { 'x-api-key': key, ...REDACT };
  return fetch(url, { headers, ...(signal && { signal }) });
}

async function firstText(response: Response): Promise<string> {
  const { result } = (await response.json()) as { result: { t0: string }[] };
  return result[0]?.t0 ?? '';
}

const HIDDEN = 'REDACTED '.repeat(TEXT_LENGTH / DENSE.length);

test('a request that its client leaves ends its thread, and the next long row gets another', async () => {
  const asked = await gateway();
  const port = await listen(asked.app);
  const threads = watchThreads();
  await ask(asked, port, longRow(1));
  const leaving = new AbortController();
  const left = ask(asked, port, longRow(ENDLESS), { signal: leaving.signal });
  await expect.poll(asked.redacting).toEqual({ running: 1, waiting: 0 });

  leaving.abort();

  await expect(left).rejects.toThrow();
  await expect.poll(() => threads.ended).toHaveLength(1);
  expect(asked.redacting()).toEqual({ running: 0, waiting: 0 });
  expect(await firstText(await ask(asked, port, longRow(1, 1)))).toBe(HIDDEN);
  expect(threads.started.length - threads.ended.length).toBe(1);
});

test('a redaction ends at the deadline, of kept rows too', async () => {
  const asked = await gateway({ queryTimeoutMs: 10 });
  // A thread does not start as fast.
  const query = { project: 'demo', interval: 'daily', sql: longRow(4) };

  const plain = await asked.rest('usage.api-counts', query);
  const redacted = await asked.rest('usage.api-counts', query, REDACT);

  expect(plain.status).toBe(200);
  expect(redacted).toMatchObject({ status: 504, body: { code: 'QUERY_TIMEOUT' } });
  expect(redacted.body.detail).toBe('Cannot finish the query within 0.01 s');
  expect(asked.runs).toHaveLength(1);
  await expect.poll(asked.redacting).toEqual({ running: 0, waiting: 0 });
});

test('a thread that dies fails its request alone', async () => {
  const asked = await gateway();
  const port = await listen(asked.app);
  const threads = watchThreads();
  await ask(asked, port, longRow(1));
  const failing = ask(asked, port, longRow(ENDLESS));
  await expect.poll(asked.redacting).toEqual({ running: 1, waiting: 0 });

  await threads.started[0]?.terminate();

  expect((await failing).status).toBe(500);
  expect(await firstText(await ask(asked, port, longRow(1, 1)))).toBe(HIDDEN);
});

test('callers of the same rows share a redaction, also when the first of them leaves', async () => {
  const asked = await gateway();
  const port = await listen(asked.app);
  const leaving = new AbortController();
  const sql = longRow(ENDLESS);

  const first = ask(asked, port, sql, { key: asked.keys.add(), signal: leaving.signal });
  const others = [ask(asked, port, sql, { key: asked.keys.add() }), ask(asked, port, sql)];
  await expect.poll(asked.redacting).toEqual({ running: 1, waiting: 0 });
  leaving.abort();

  await expect(first).rejects.toThrow();
  expect(asked.redacting()).toEqual({ running: 1, waiting: 0 });
  for (const answer of await Promise.all(others)) expect(await firstText(answer)).toBe(HIDDEN);
  expect(asked.runs).toHaveLength(1);
});
