import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeKeys } from '../../../src/auth/keys/key-file.ts';
import { delay } from '../../support/bigquery/replies.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept, type Question, resultOf } from '../questions.ts';
import { isKnown } from '../rig.ts';
import { addressOf, nextProject } from '../world.ts';

const REQUESTS = 50_000;
const CALLERS = 32;
const SQL = 'SELECT MIN(url) AS url FROM requests';

/** A statement whose one value has an address in it; redaction must hide that. */
function addressQuestion(
  project: string | undefined,
  shown: string,
  isRedacted: boolean,
): Question {
  return {
    method: 'POST',
    path: '/api/endpoints/query/usage.api-counts',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(project !== undefined && { project }),
      interval: 'daily',
      sql: SQL,
    }),
    isRight: (body) => {
      const [row] = resultOf(body) as readonly { readonly url: string }[];
      const url = row?.url ?? '';
      const isOwn = url.startsWith(`https://${shown}.example.com/`);
      return isOwn && url.includes(addressOf(shown)) !== isRedacted;
    },
  };
}

interface Asked {
  readonly question: Question;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function kinds(trial: Trial): Promise<readonly Asked[]> {
  const { rig } = trial;
  const [one, two] = [nextProject(), nextProject()];
  const [first = '', second = '', hiding = ''] = await rig.addKeys([
    { pins: { project: one } },
    { pins: { project: two } },
    { redact: true },
  ]);
  const hide = { 'svc-endpoint-redact-pii': 'true' };
  return [
    { question: addressQuestion(one, one, false), key: rig.key, headers: {} },
    { question: addressQuestion(two, two, false), key: rig.key, headers: {} },
    { question: addressQuestion(one, one, true), key: rig.key, headers: hide },
    { question: addressQuestion(undefined, one, false), key: first, headers: {} },
    { question: addressQuestion(undefined, one, true), key: first, headers: hide },
    { question: addressQuestion(undefined, two, false), key: second, headers: {} },
    { question: addressQuestion(undefined, two, true), key: second, headers: hide },
    { question: addressQuestion(two, two, true), key: hiding, headers: {} },
  ];
}

async function interleaved(trial: Trial): Promise<void> {
  const { client } = trial;
  const all = await kinds(trial);
  let asked = 0;
  const caller = async () => {
    while (asked < REQUESTS) {
      const number = asked++;
      // Every kind meets every other one as its neighbour.
      const kind = all[(number * 7 + (number >> 3)) % all.length];
      if (!kind) throw new Error('There is no kind');
      const { question, key, headers } = kind;
      await client.ask(question, { replica: number % 2, key, headers });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  trial.note(`${client.asked} answers of ${all.length} kinds, two tenants and four keys`);
}

async function keyChanges(trial: Trial): Promise<void> {
  const { rig, client } = trial;
  const [key = ''] = await rig.addKeys([{ name: 'leaving' }]);
  const good = await readFile(rig.keysFile, 'utf8');
  writeFileSync(rig.keysFile, `${good.slice(0, 200)}…`);
  await sleep(2_500);
  for (const replica of [0, 1]) await client.ask(kept(nextProject()), { replica, key });
  const complaints = rig.first.log.split('\n').filter((line) => line.includes('key file'));
  trial.expect(complaints.length > 0, 'the log does not say that the file is bad');
  writeFileSync(rig.keysFile, good);
  await sleep(1_500);
  trial.backends.script(delay(3_000));
  const running = client.ask(cold(nextProject()), { key });
  await sleep(200);
  const begin = performance.now();
  await changeKeys(rig.keysFile, (records) => records?.filter(({ name }) => name !== 'leaving'));
  for (const { url } of rig.replicas) while (await isKnown(url, key)) await sleep(50);
  const seconds = (performance.now() - begin) / 1_000;
  const { code } = await running;
  trial.note(
    `a broken key file: old keys go on, the log says so; revoked after ${seconds.toFixed(1)} s; what ran with it ended ${code}`,
  );
  trial.expect(seconds < 5, 'a revoked key goes on for more than 5 s');
  await trial.recover();
}

const INJECTED = ['a\r\nb', '\u001b[31mred', '{"level":60}', '\u2028', 'x"y', 'a\0b'];
const FLOOD = 1_000;

async function log(trial: Trial): Promise<void> {
  const { rig, client } = trial;
  const before = rig.first.log.length;
  for (const text of INJECTED) {
    const query = new URLSearchParams({ project: text, interval: 'daily', [text]: 'x', sql: text });
    const path = `/api/endpoints/query/usage.api-counts?${query}`;
    const headers = { 'user-agent': 'a\tb', 'x-request-id': '\t{"a":1}', referer: '"x"' };
    const options = { allow: ['SQL_INVALID', 'BAD_USER_INPUT'], headers } as const;
    await client.ask({ method: 'GET', path, isRight: () => true }, options);
    const unknown = `/${encodeURIComponent(text)}?api_key=${rig.key}`;
    await client.ask(
      { method: 'GET', path: unknown, isRight: () => false },
      { allow: ['ENDPOINT_NOT_FOUND', 'BAD_USER_INPUT'] },
    );
  }
  const warm = nextProject();
  await client.ask(kept(warm));
  await client.askAll(Array.from({ length: FLOOD }, () => kept(warm)));
  const expected = 2 * INJECTED.length + FLOOD + 1;
  for (let i = 0; i < 50 && linesOf(rig.first.log.slice(before)).length < expected; i += 1) {
    await sleep(100);
  }
  const lines = linesOf(rig.first.log.slice(before));
  const broken = lines.filter((line) => !isLine(line));
  trial.note(`${expected} requests: ${lines.length} lines, each of them one JSON object`);
  trial.expect(lines.length >= expected, `${lines.length} lines for ${expected} requests`);
  trial.expect(broken.length === 0, `a broken line: ${broken[0]}`);
  const text = rig.first.log + rig.second.log;
  trial.expect(!text.includes(rig.key), 'a key stands in the log');
  trial.expect(!text.includes('\u001b'), 'an escape stands in the log');
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function isLine(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** What must stay apart, and what must not be seen. */
export const TENANTS: readonly Fault[] = [
  {
    id: 'K1',
    fault: `${REQUESTS} requests with and without redaction, of two tenants, with four keys, all mixed`,
    expected: 'no answer that another request should have had',
    run: interleaved,
  },
  {
    id: 'K2',
    fault: 'the key file is broken; a key is revoked while a question runs with it',
    expected: 'the old keys go on; refused within 5 s; what runs is finished',
    run: keyChanges,
  },
  {
    id: 'K3',
    fault: 'line ends, escapes and JSON in parameters and headers; many requests at once',
    expected: 'one JSON line each; no key in it',
    run: log,
  },
];
