import { expect, onTestFinished, test, vi } from 'vitest';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { listen } from '../../support/http-server.ts';
import { edgeRow } from '../../support/log-rows.ts';

/** One project's entries, twice: both fields show the same log table. */
export const CACHES_QUERY = `
  query CachesQuery($project: String!, $redactPii: Boolean, $narrow: Boolean = false) {
    logsAll(project: $project, projectTier: PRO, redactPii: $redactPii) {
      rows { id eventMessage @skip(if: $narrow) metadata { request { url } } }
      meta { redacted }
    }
    logsAllViews(project: $project, projectTier: PRO, redactPii: $redactPii) {
      edge { rows { id eventMessage @skip(if: $narrow) metadata { request { url } } } }
    }
    endpoints { id name }
  }
`;

/** What `CACHES_QUERY` is asked with. */
export interface Variables {
  readonly project: string;
  readonly redactPii?: boolean;
  /** Whether messages are left out. @default false */
  readonly narrow?: boolean;
}

interface Entry {
  readonly id: string;
  readonly eventMessage: string;
  readonly metadata: readonly { readonly request: readonly { readonly url: string }[] }[];
}

/** What `CACHES_QUERY` is answered with. */
export interface Data {
  readonly logsAll: {
    readonly rows: readonly Entry[];
    readonly meta: { readonly redacted: boolean };
  };
  readonly logsAllViews: { readonly edge: { readonly rows: readonly Entry[] } };
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
}

/** One session of a client with a normalising cache. */
export interface Session {
  /** Asks the server, whatever the cache has. */
  ask(variables: Variables): Promise<unknown>;
  /** Reads the cache alone; rejects if it does not have all of the answer. */
  read(variables: Variables): Promise<Data>;
}

/** Where a session asks, and whether its cache has the published configuration. */
export interface SessionOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isConfigured: boolean;
  readonly fetch: typeof fetch;
}

const PLAIN: Variables = { project: 'demo' };
const REDACTED: Variables = { project: 'demo', redactPii: true };
const OTHER: Variables = { project: 'other' };

const ADDRESS = 'ana@example.com';

const LOGS = ['demo', 'other'].map((project) =>
  edgeRow({
    at: '2026-07-01T11:00:00.123456Z',
    id: 'the-same-id',
    project,
    url: `https://${project}.example.com/users?email=${ADDRESS}`,
    message: `${project}: sign-up of ${ADDRESS}`,
  }),
);

const NEWER = edgeRow({ at: '2026-07-01T11:30:00Z', id: 'newer', message: 'demo: newer' });

/** Starts a server, and another where there is a newer entry, and opens a session of a client with the first. */
async function startSession(open: (options: SessionOptions) => Session, isConfigured: boolean) {
  const before = await gateway({ rows: { 'cloudflare.logs.prod': LOGS } });
  const after = await gateway({ rows: { 'cloudflare.logs.prod': [...LOGS, NEWER] } });
  const [url, laterUrl] = [await urlOf(before), await urlOf(after)];
  let isLater = false;
  const session = open({
    url,
    headers: { 'x-api-key': before.key },
    isConfigured,
    fetch: (target, init) =>
      isLater
        ? fetch(laterUrl, { ...init, headers: { ...JSON_TYPE, 'x-api-key': after.key } })
        : fetch(target, init),
  });
  const wait = () => {
    isLater = true;
  };
  return { ...session, wait };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function urlOf({ app }: Gateway): Promise<string> {
  return `http://127.0.0.1:${await listen(app)}/graphql`;
}

/** Every row of an answer as one text, without what clients add to objects. */
function entriesOf({ logsAll, logsAllViews }: Data): readonly string[] {
  return [...logsAll.rows, ...logsAllViews.edge.rows].map(
    ({ id, eventMessage, metadata }) =>
      `${id} ${eventMessage} ${metadata.map(({ request }) => request.map(({ url }) => url))}`,
  );
}

/** Keeps what clients warn of from the output; returns it. */
function silence(): () => readonly unknown[] {
  const spies = (['warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => spies.flatMap(({ mock }) => mock.calls.flat());
}

/** What every client with a normalising cache must do with the published configuration. */
export function cachesContract(name: string, open: (options: SessionOptions) => Session): void {
  test(`${name} finds plain and redacted entries of two projects each where it belongs`, async () => {
    const warnings = silence();
    const session = await startSession(open, true);

    for (const variables of [PLAIN, REDACTED, OTHER]) await session.ask(variables);
    const [plain, redacted, other] = await Promise.all([PLAIN, REDACTED, OTHER].map(session.read));

    const [first, second] = entriesOf(plain as Data);
    expect(first).toContain(`the-same-id demo: sign-up of ${ADDRESS} https://demo.`);
    expect(second).toBe(first);
    expect(entriesOf(redacted as Data)).toHaveLength(2);
    expect(entriesOf(redacted as Data).join()).not.toContain(ADDRESS);
    expect(entriesOf(other as Data).join()).toContain(`the-same-id other: sign-up of ${ADDRESS}`);
    expect([plain, redacted, other].map((data) => data?.logsAll.meta.redacted)).toEqual([
      false,
      true,
      false,
    ]);
    expect(plain?.endpoints.map((endpoint) => endpoint.name)).toContain('logs.all');
    expect(warnings()).toEqual([]);
  });

  test(`${name} never completes an answer with columns of an earlier one`, async () => {
    const session = await startSession(open, true);
    const narrow = { ...PLAIN, narrow: true };

    await session.ask(PLAIN);
    session.wait();
    await session.ask(narrow);

    const { logsAll, logsAllViews } = await session.read(narrow);
    expect(logsAll.rows.map(({ id }) => id)).toEqual(['newer', 'the-same-id']);
    expect(logsAllViews.edge.rows.map(({ id }) => id)).toEqual(['newer', 'the-same-id']);
    await expect(session.read(PLAIN)).rejects.toThrow('The cache has no such answer');
  });

  test(`${name} merges them without the configuration`, async () => {
    silence();
    const session = await startSession(open, false);

    await session.ask(PLAIN);
    await session.ask(REDACTED);

    expect(entriesOf(await session.read(PLAIN)).join()).not.toContain(ADDRESS);
  });
}
