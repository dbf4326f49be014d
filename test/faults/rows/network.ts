import { setTimeout as sleep } from 'node:timers/promises';
import { unauthorized } from '../../support/bigquery/replies.ts';
import { SUBMIT } from '../backends.ts';
import type { Code } from '../client.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { openDeafServer } from '../tools/deaf-server.ts';
import { MetadataServer } from '../tools/metadata-server.ts';
import { nextProject } from '../world.ts';

async function silent(trial: Trial): Promise<void> {
  const { client, backends, rig } = trial;
  const warm = nextProject();
  await client.ask(kept(warm));
  await backends.toBigQuery.silence();
  const asked = client.askAll(
    Array.from({ length: 60 }, () => cold(nextProject())),
    { allow: ['QUERY_TIMEOUT'] },
  );
  await sleep(500);
  const { ms } = await client.ask(kept(warm));
  const answers = await asked;
  const timeouts = answers.filter(({ code }) => code === 'QUERY_TIMEOUT').length;
  trial.note(
    `${timeouts} of 60 cold questions 504 at the deadline of ${rig.deadlineMs / 1_000} s; a kept one in ${ms.toFixed(0)} ms`,
  );
  trial.expectEqual(timeouts, 60, 'timeouts');
  await trial.recover();
}

async function deaf(trial: Trial): Promise<void> {
  const server = await openDeafServer();
  try {
    const BIGQUERY_API_ENDPOINT = `http://127.0.0.1:${server.port}`;
    const rig = await openAlone(trial, { BIGQUERY_API_ENDPOINT }, 12_000);
    const { code, ms } = await rig.client.ask(cold(nextProject()), {
      allow: ['ENGINE_UNAVAILABLE'],
    });
    trial.note(`${code} after ${(ms / 1_000).toFixed(1)} s`);
    trial.expectEqual(code, 'ENGINE_UNAVAILABLE', 'code');
    trial.expect(ms < 3 * 2_000 + 1_500, 'three tries take longer than 2 s each');
  } finally {
    server.close();
  }
}

/** One replica of its own that need not become ready. */
async function openAlone(
  trial: Trial,
  environment: Readonly<Record<string, string>>,
  deadlineMs = 4_000,
): Promise<Rig> {
  const rig = await trial.openRig({ replicas: [{ environment }], waits: false, deadlineMs });
  await rig.first.alive();
  return rig;
}

async function cutOff(trial: Trial): Promise<void> {
  const { client, backends } = trial;
  const warm = nextProject();
  await client.ask(kept(warm));
  const allow: readonly Code[] = ['ENGINE_UNAVAILABLE'];
  for (const [name, begin] of [
    ['reset', () => backends.toBigQuery.reset()],
    ['refused', () => backends.toBigQuery.refuse()],
  ] as const) {
    const running = client.askAll(
      Array.from({ length: 20 }, () => cold(nextProject())),
      { allow },
    );
    await sleep(20);
    await begin();
    await running;
    await client.askAll([kept(warm), cold(nextProject()), cold(nextProject())], { allow });
    trial.note(`connections ${name}: ${client.summary()}`);
    await trial.recover();
  }
}

async function names(trial: Trial): Promise<void> {
  const { port } = trial.backends.toBigQuery;
  const cases: readonly (readonly [string, string, Code])[] = [
    ['a name that does not exist', 'http://bigquery.invalid:9050', 'ENGINE_UNAVAILABLE'],
    ['an IPv6 address where nobody listens', `http://[::1]:${port}`, 'ENGINE_UNAVAILABLE'],
    ['a name with both addresses, of which one answers', `http://localhost:${port}`, 'OK'],
  ];
  for (const [what, BIGQUERY_API_ENDPOINT, expected] of cases) {
    const rig = await openAlone(trial, { BIGQUERY_API_ENDPOINT });
    const question = cold(nextProject());
    const allow: readonly Code[] = expected === 'OK' ? [] : [expected];
    const { code } = await rig.client.ask(question, { allow });
    const { status } = await fetch(`${rig.first.url}/readyz`);
    trial.note(`${what}: ${code}, /readyz ${status}`);
    trial.expectEqual(code, expected, what);
    trial.expectEqual(status, expected === 'OK' ? 200 : 503, `${what}: /readyz`);
  }
}

const isRefused = (tokens: ReadonlySet<string>) => (header: string | undefined) =>
  tokens.has(String(header).replace('Bearer ', ''));

async function tokens(trial: Trial): Promise<void> {
  const metadata = await MetadataServer.open();
  try {
    const { bigquery } = trial.backends;
    const environment = { ...metadata.environment, HOME: '/nonexistent' };
    const rig = await openAlone(trial, environment);
    await rig.recover();
    const before = metadata.tokens;
    const known = new Set(Array.from({ length: before }, (_, i) => `token-${i + 1}`));
    const refuses = isRefused(known);
    bigquery.script([
      {
        match: ({ route, request }) => route === SUBMIT && refuses(request.headers.authorization),
        reply: unauthorized(),
      },
    ]);
    await rig.client.askAll(Array.from({ length: 20 }, () => cold(nextProject())));
    trial.note(
      `20 questions with an expired token: ${metadata.tokens - before} renewed; ${rig.client.summary()}`,
    );
    trial.expectEqual(metadata.tokens - before, 1, 'renewed tokens');
    await withoutTokens(trial, metadata, environment);
  } finally {
    metadata.close();
  }
}

async function withoutTokens(
  trial: Trial,
  metadata: MetadataServer,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  metadata.fails = true;
  const rig = await openAlone(trial, environment, 15_000);
  const project = nextProject();
  const { code } = await rig.client.ask(cold(project), { allow: ['ENGINE_UNAVAILABLE'] });
  trial.note(`without a token: ${code}, ${trial.backends.submissionsOf(project)} submissions`);
  trial.expectEqual(code, 'ENGINE_UNAVAILABLE', 'without a token');
  trial.expectEqual(trial.backends.submissionsOf(project), 0, 'submissions without a token');
  metadata.fails = false;
  await trial.recover(rig);
}

/** What goes wrong on the way to BigQuery. */
export const NETWORK: readonly Fault[] = [
  {
    id: 'N1',
    fault: 'connections are accepted, and nothing comes any more',
    expected: '504 at the deadline; kept rows answer; the next questions find connections',
    run: silent,
  },
  {
    id: 'N2',
    fault: 'connections are not established',
    expected: 'three tries of 2 s, then 503',
    run: deaf,
  },
  {
    id: 'N3',
    fault: 'connections are reset, and then refused, while questions run',
    expected: 'the right answer or 503; kept rows answer',
    run: cutOff,
  },
  {
    id: 'N4',
    fault: 'the name of BigQuery is unknown, or some of its addresses are dead',
    expected: '503 and not ready; the address that answers is used',
    run: names,
  },
  {
    id: 'N5',
    fault: "the token expires; the machine's token server fails",
    expected: 'one renewal for all that wait; 503 without a token, and nothing is sent',
    run: tokens,
  },
  {
    id: 'N6',
    fault: "the clock is ten minutes wrong while tokens are fetched with a service account's key",
    expected: '503 until it is right',
    run: async (trial) =>
      trial.skip("such tokens come from Google's own address, which cannot be another one here"),
  },
];
