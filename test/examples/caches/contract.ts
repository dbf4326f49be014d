import { expect, onTestFinished, test, vi } from 'vitest';
import { gateway } from '../../support/gateway.ts';
import { listen } from '../../support/http-server.ts';
import { edgeRow } from '../../support/log-rows.ts';

/** One project's entries, twice: both fields show the same log table. */
export const CACHES_QUERY = `
  query CachesQuery($project: String!, $redactPii: Boolean) {
    logsAll(project: $project, projectTier: PRO, redactPii: $redactPii) {
      rows { id eventMessage metadata { request { url } } }
      meta { redacted }
    }
    logsAllViews(project: $project, projectTier: PRO, redactPii: $redactPii) {
      edge { rows { id eventMessage metadata { request { url } } } }
    }
    endpoints { id name }
  }
`;

/** What `CACHES_QUERY` is asked with. */
export interface Variables {
  readonly project: string;
  readonly redactPii?: boolean;
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
  /** Reads the cache alone. */
  read(variables: Variables): Promise<Data>;
}

/** Where a session asks, and whether its cache has the published configuration. */
export interface SessionOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isConfigured: boolean;
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

/** Starts a server and opens a session of a client with it. */
async function startSession(open: (options: SessionOptions) => Session, isConfigured: boolean) {
  const { app, key } = await gateway({ rows: { 'cloudflare.logs.prod': LOGS } });
  const port = await listen(app);
  const headers = { 'x-api-key': key };
  return open({ url: `http://127.0.0.1:${port}/graphql`, headers, isConfigured });
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

  test(`${name} merges them without the configuration`, async () => {
    silence();
    const session = await startSession(open, false);

    await session.ask(PLAIN);
    await session.ask(REDACTED);

    expect(entriesOf(await session.read(PLAIN)).join()).not.toContain(ADDRESS);
  });
}
