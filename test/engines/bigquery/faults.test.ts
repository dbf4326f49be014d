import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUS } from '../../../src/errors.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { silent, status } from '../../support/bigquery/replies.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { fillRows } from '../../support/fill-store.ts';
import { freshFiles } from '../../support/fresh-files.ts';
import { type Gateway, gateway, type RestAnswer } from '../../support/gateway.ts';
import { edgeRow } from '../../support/log-rows.ts';
import { FAULTS, type Fault } from './faults.ts';
import { openEngine } from './open-engine.ts';

/** Short where the deadline is what is waited for, long where a busy machine must not meet it. */
const DEADLINES = { met: 1_000, far: 20_000 };
const SUBMIT = 'POST /queries';

/** Five rows, which the server gives in three pages. */
const IDS = ['a', 'b', 'c', 'd', 'e'];
const ROWS = IDS.map((id, i) => edgeRow({ at: `2026-07-01T11:00:0${9 - i}Z`, id }));
const ARGUMENTS = { project: 'demo', project_tier: 'PRO' };
const SECRETS = /\bselect\b|unnest|cloudflare|fieldstone-test|job_|bigquery/i;

/** What was counted over all faults. */
const tally = { asked: 0, right: 0, wrong: 0, unexpected: 0, unhandled: 0, leaks: 0 };
const lines: string[] = [];
const countUnhandled = () => {
  tally.unhandled += 1;
};

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-'));
const store = freshFiles(folder);

beforeAll(async () => {
  process.on('unhandledRejection', countUnhandled);
  await fillRows(store, [['cloudflare.logs.prod', ROWS]]);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  process.off('unhandledRejection', countUnhandled);
  process.stdout.write(`\n${lines.join('\n')}\n${JSON.stringify(tally)}\n`);
  expect(tally).toMatchObject({ wrong: 0, unexpected: 0, unhandled: 0, leaks: 0 });
});

interface Rig {
  readonly asked: Gateway;
  readonly server: BigQueryServer;
  /** Ends what goes on in the background: cancellations are sent by then. */
  close(): Promise<void>;
}

async function openRig(timeoutMs = DEADLINES.far): Promise<Rig> {
  const server = await openBigQueryServer({ store, requirePartitionFilter: true });
  server.pageRows = 2;
  const engine = openEngine(server.url, {
    timeoutMs,
    // A page that comes later than asked for comes by another route, which no rule is for.
    serverWaitMs: timeoutMs,
    resilience: { random: () => 0 },
  });
  const asked = await gateway({ openEngine: async () => engine });
  return { asked, server, close: () => engine.close() };
}

/** Asks for the five rows, and counts what comes back. */
async function ask({ asked }: Rig): Promise<string> {
  const answer = await asked.rest('logs.all', ARGUMENTS);
  tally.asked += 1;
  if (answer.status !== 200) return countProblem(answer);
  const isRight = JSON.stringify(answer.body.result.map(({ id }) => id)) === JSON.stringify(IDS);
  tally[isRight ? 'right' : 'wrong'] += 1;
  return isRight ? 'OK' : 'WRONG';
}

function countProblem({ body, headers, status: code }: RestAnswer): string {
  if (code !== STATUS[body.code as keyof typeof STATUS]) tally.unexpected += 1;
  if (SECRETS.test(JSON.stringify(body))) tally.leaks += 1;
  if (body.code === 'ENGINE_UNAVAILABLE') expect(headers['retry-after']).toMatch(/^\d+$/);
  return body.code;
}

test.each(FAULTS)('fault $number: $name', async (fault) => {
  const rig = await openRig(DEADLINES[fault.code === 'QUERY_TIMEOUT' ? 'met' : 'far']);
  rig.server.script(fault.rules);
  const begin = performance.now();

  const code = await ask(rig);

  const took = performance.now() - begin;
  await rig.close();
  const { counters } = rig.server;
  lines.push(describe(fault, code, counters.requests(SUBMIT), counters.allCancels, took));
  expect(code).toBe(fault.code);
  const { cancels = 0 } = fault;
  if (cancels !== 'any') expect(counters.allCancels).toBe(cancels);
  expect(Math.max(0, ...counters.cancels.values())).toBeLessThanOrEqual(1);
  if (fault.submissions !== undefined) expect(counters.requests(SUBMIT)).toBe(fault.submissions);
  // Retries repeat their request id, so however often it was sent, one job ran.
  expect(counters.jobs).toBeLessThanOrEqual(1);
});

function describe(fault: Fault, code: string, sent: number, cancels: number, took: number): string {
  const cells = [
    String(fault.number).padStart(2),
    fault.name.padEnd(32),
    code.padEnd(20),
    `${sent} sent`,
    `${cancels} cancelled`,
    `${took.toFixed(0)} ms`,
  ];
  return cells.join('  ');
}

test('fault 1: a warm answer is there while BigQuery is not', async () => {
  const { asked, server } = await openRig();
  const warm = { project: 'demo', interval: 'hourly' };
  const before = await asked.rest('usage.api-counts', warm);

  server.script([{ match: () => true, reply: status(503, 'backendError') }]);
  const during = await asked.rest('usage.api-counts', warm);

  expect(during.status).toBe(200);
  expect(during.body).toEqual(before.body);
  expect(during.headers['cache-status']).toMatch(/hit/);
});

test('fault 4: nothing is sent while a quota is used up', async () => {
  const rig = await openRig();
  rig.server.script([{ match: SUBMIT, reply: status(403, 'quotaExceeded') }]);

  expect([await ask(rig), await ask(rig), await ask(rig)]).toEqual(
    Array.from({ length: 3 }, () => 'ENGINE_UNAVAILABLE'),
  );

  expect(rig.server.counters.requests(SUBMIT)).toBe(1);
});

test('fault 5: a hundred callers of one slow question make one job', async () => {
  const rig = await openRig();

  const codes = await Promise.all(Array.from({ length: 100 }, () => ask(rig)));

  expect(new Set(codes)).toEqual(new Set(['OK']));
  expect(rig.server.counters.jobs).toBe(1);
});

test('fault 14: silent connections do not use up what the next question needs', async () => {
  const rig = await openRig(DEADLINES.met);
  rig.server.script([{ match: SUBMIT, times: 50, reply: silent() }]);
  const other = (i: number) => rig.asked.rest('logs.all', { ...ARGUMENTS, project: `silent-${i}` });
  const silenced = await Promise.all(Array.from({ length: 50 }, (_, i) => other(i)));

  expect(new Set(silenced.map(({ body }) => body.code))).toEqual(new Set(['QUERY_TIMEOUT']));
  expect(await ask(rig)).toBe('OK');
});

test('fault 47: a host that is not there is an engine that is not available', async () => {
  const gone = await openBigQueryServer();
  const { url } = gone;
  await gone.close();
  const asked = await gateway({ openEngine: async () => openEngine(url) });

  const { body, headers, status: code } = await asked.rest('logs.all', ARGUMENTS);

  expect([code, body.code]).toEqual([503, 'ENGINE_UNAVAILABLE']);
  expect(headers['retry-after']).toMatch(/^\d+$/);
});
