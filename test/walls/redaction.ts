import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, Report, type Scene, statement, times, withScene } from './callers.ts';
import { type Exchange, repeat, type Sent, send, statuses } from './exchange.ts';
import { limitFor } from './part.ts';

/** Hostile requests a second, of all kinds and callers together. */
const RATE = 20;
/** What 99 of 100 health checks may take, in milliseconds. */
const HEALTH_MAX_MS = 100;
/** What a redacted row of 100 000 harmless letters may take, in milliseconds. */
const HARMLESS_MAX_MS = 1_000;
/** One in three clients leaves without its answer. */
const LEAVES_AFTER_MS = 300;

/** What detectors read longest, repeated: each looks like the beginning of something, or is it. */
const LEADS = [
  'value=',
  '-md-0',
  '-ZXlK0',
  '10.0.0.1 ',
  '1.1.1.',
  '::',
  'a@a@',
  'eyJ.eyJ.',
  'password=',
  'name=token&value=',
  '"value":"a",',
  '<token>a',
  '--password ',
  '{"name":"token","value":"',
  '[',
];

const REDACT = { 'svc-endpoint-redact-pii': 'true' };

type Hostile = (lead: string, number: number) => readonly [path: string, sent: Partial<Sent>];

function posted(path: string, body: object): readonly [string, Partial<Sent>] {
  const headers = { 'content-type': 'application/json', ...REDACT };
  return [path, { method: 'POST', headers, body: JSON.stringify(body) }];
}

const LOGS = '/api/endpoints/query/logs.all';
const ALL = { project: 'demo', project_tier: 'PRO' };

const longText = (lead: string, length: number) =>
  lead.repeat(Math.ceil(length / lead.length)).slice(0, length);

/** 300 000 letters: a row of three long texts, or fifty rows that are short enough for the event loop. */
function rowsOf(lead: string, number: number): string {
  const text = lead.replaceAll(/["']/g, (sign) => `\\${sign}`);
  const repeat = (length: number) => `REPEAT('${text}', ${Math.ceil(length / lead.length)})`;
  if (number % 2 === 0) {
    return `SELECT ${number} AS n, * FROM UNNEST([${repeat(6_000)}]) CROSS JOIN UNNEST(GENERATE_ARRAY(1, 50))`;
  }
  const columns = Array.from({ length: 3 }, (_, i) => `${repeat(100_000)} AS t${i}`);
  return `SELECT ${number} AS n, ${columns.join(', ')}`;
}

const KINDS: Readonly<Record<string, Hostile>> = {
  argument: (lead) => posted(LOGS, { ...ALL, iso_timestamp_start: longText(lead, 120_000) }),
  'GraphQL argument': (lead) =>
    posted('/graphql', {
      query:
        'query ($at: DateTime) { logsAll(project: "demo", projectTier: PRO, isoTimestampStart: $at, redactPii: true) { rowCount } }',
      variables: { at: longText(lead, 120_000) },
    }),
  SQL: (lead) => posted(LOGS, { ...ALL, sql: `SELECT ${longText(lead, 60_000)}` }),
  'text that is no number': (lead) =>
    posted(LOGS, {
      ...ALL,
      sql: `SELECT CAST(${JSON.stringify(longText(lead, 30_000))} AS INT64)`,
    }),
  rows: (lead, number) => posted(LOGS, { ...ALL, sql: rowsOf(lead, number) }),
  'name in backticks': (lead) =>
    posted(LOGS, { ...ALL, sql: `SELECT \`${longText(lead, 60_000)}\` FROM edge_logs` }),
  'alias in backticks': (lead) =>
    posted(LOGS, {
      ...ALL,
      sql: `SELECT id AS \`${longText(lead, 60_000)}\` FROM edge_logs LIMIT 1`,
    }),
};

/** Sends so many a second, whether or not answers come; resolves when the time is over. */
async function attack(
  callers: readonly Ask[],
  ms: number,
  onAnswer: (kind: string, exchange: Exchange) => void,
): Promise<void> {
  const kinds = Object.entries(KINDS);
  const start = performance.now();
  for (let sent = 0; performance.now() - start < ms; sent += 1) {
    const [kind, hostile] = kinds[sent % kinds.length] ?? [];
    const lead = LEADS[Math.floor(sent / kinds.length) % LEADS.length];
    const ask = callers[sent % callers.length];
    if (!kind || !hostile || !lead || !ask) throw new Error('There is nothing to send');
    const [path, request] = hostile(lead, sent);
    const leaves = sent % 3 === 0 && { signal: AbortSignal.timeout(LEAVES_AFTER_MS) };
    void ask(path, { ...request, ...leaves }).then((exchange) => onAnswer(kind, exchange));
    await sleep(Math.max(0, start + ((sent + 1) * 1_000) / RATE - performance.now()));
  }
}

async function redactionScene({ callers, port }: Scene, long: boolean): Promise<string> {
  const ms = long ? 60_000 : 12_000;
  const [calm, ...hostile] = callers;
  if (!calm) throw new Error('There is no caller');
  const report = new Report();
  const answers: Record<string, Exchange[]> = {};
  let number = 0;
  const harmlessRow = () =>
    calm(statement(`SELECT ${++number} AS n, REPEAT('GET /rest/v1/todos 200 ', 4348) AS text`), {
      headers: REDACT,
    });
  const watch = (during: number) =>
    Promise.all([
      repeat({ workers: 1, ms: during }, async () => {
        await sleep(5);
        return send({ port, path: '/livez' });
      }),
      repeat({ workers: 1, ms: during }, async () => {
        await sleep(200);
        return harmlessRow();
      }),
    ]);
  const [healthAlone, harmlessAlone] = await watch(3_000);
  const attacking = attack(hostile, ms, (kind, exchange) => {
    answers[kind] ??= [];
    answers[kind].push(exchange);
  });
  const [health, harmless] = await watch(ms);
  await attacking;
  report.note(`alone: /livez: ${times(healthAlone)}; harmless rows: ${times(harmlessAlone)}`);
  report.note(`beside ${RATE} hostile requests a second: /livez: ${times(health)}`);
  report.note(`harmless rows of 100 000 letters: ${times(harmless)}`);
  const [slowest] = harmless.toSorted((left, right) => right.ms - left.ms);
  report.note(`  the slowest of them: ${slowest?.headers['server-timing']}`);
  for (const [kind, exchanges] of Object.entries(answers)) {
    report.note(`  ${kind}: ${JSON.stringify(statuses(exchanges))}, ${times(exchanges)}`);
  }
  report.expectStatuses('Health checks', health, [200]);
  report.expectStatuses('Harmless rows', harmless, [200]);
  report.expectWithin('Health checks', health, 0.99, limitFor(HEALTH_MAX_MS, { long }));
  report.expectWithin('Harmless rows', harmless, 1, limitFor(HARMLESS_MAX_MS, { long }));
  return report.finish();
}

/** Texts that redaction reads longest, from four keys, two of which redact, delay neither health checks nor others. */
export const redaction = {
  name: 'redaction',
  run: ({ long }: { readonly long: boolean }): Promise<string> =>
    withScene(
      5,
      (scene) => redactionScene(scene, long),
      (index) => index % 2 === 1,
    ),
};
