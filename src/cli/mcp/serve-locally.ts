import { systemClock } from '../../async/system-clock.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Identity, openIdentity } from '../../auth/open-identity.ts';
import { scopesOf } from '../../check-start.ts';
import type { Config } from '../../config/config.ts';
import { FieldstoneError, messageOf } from '../../errors.ts';
import { type ContextOf, protocolError } from '../../mcp/protocol.ts';
import { type StdioStreams, serveTools } from '../../mcp/stdio.ts';
import { readToolSettings } from '../../mcp/tool-settings.ts';
import type { Project } from '../../project/load-project.ts';
import { isFault } from '../../server/errors/problem.ts';
import { toolOptions } from '../../serving/tool-options.ts';
import { CommandError } from '../command-error.ts';
import { OPERATOR, openRegistry, openRunner } from '../query/local.ts';

/** What a client has started the command with. */
export interface LocalServer {
  /** The names of the tools to list, with commas between. */
  readonly tools?: string;
  readonly maxChars?: string;
  /** The key whose rights the client has; undefined: all rights. */
  readonly key: string | undefined;
  readonly streams: StdioStreams;
}

/** Serves the tools of a project to one client, on the configured engine, until the client leaves. */
export async function serveLocally(
  project: Project,
  config: Config,
  { key, maxChars, streams, tools }: LocalServer,
): Promise<void> {
  const settings = readToolSettings(
    new URLSearchParams({
      ...(tools !== undefined && { tools }),
      ...(maxChars !== undefined && { maxChars }),
    }).toString(),
  );
  const callers = await openCallers(project, config, key);
  const registry = openRegistry(project, config);
  const local = await openRunner(project, config);
  const { priceOf } = toolOptions(config);
  try {
    const contextOf: ContextOf = async ({ signal }) => ({
      ...settings,
      registry,
      runner: local.runner,
      caller: await callers.current(),
      redact: false,
      labels: undefined,
      run: { now: systemClock(), signal },
      admit: undefined,
      record: undefined,
      priceOf,
      results: [],
      // Nobody waits for a call that was cancelled, or whose client has left.
      onError: (error) => {
        if (!signal.aborted) complain(error);
      },
    });
    await serveTools(contextOf, streams);
  } finally {
    callers.close();
    await local.close();
  }
}

/** Whose rights calls have. */
interface Callers {
  /** Rejects with `UNAUTHENTICATED` once the key has expired or is revoked. */
  current(): Promise<Caller>;
  close(): void;
}

async function openCallers(
  project: Project,
  config: Config,
  key: string | undefined,
): Promise<Callers> {
  if (!key) return { current: async () => OPERATOR, close: () => {} };
  const identity: Identity = await openIdentity(config, {
    makesFirstKey: false,
    scopes: scopesOf(project),
    onKeyFileError: ignore,
    onTokenKeysError: ignore,
    onTokenRefusal: ignore,
  });
  const current = async () => {
    const caller = await identity.authenticator.authenticate(key);
    if (caller) return caller;
    const error = new FieldstoneError(
      'UNAUTHENTICATED',
      'The key in FIELDSTONE_KEY is invalid now',
    );
    throw protocolError(error, { onError: complain });
  };
  const first = await identity.authenticator.authenticate(key);
  if (first) return { current, close: () => identity.close() };
  identity.close();
  throw new CommandError(
    1,
    'The key in FIELDSTONE_KEY is unknown, revoked or expired; without the variable the command has all rights',
  );
}

/** Tells the operator of what is hidden from the client. */
function complain(error: unknown): void {
  if (isFault(error)) process.stderr.write(`${messageOf(error)}\n`);
}

/** A key file that cannot be read any more leaves the keys as they are. */
function ignore(): void {}
