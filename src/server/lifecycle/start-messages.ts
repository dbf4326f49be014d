import { withDeadline } from '../../async/deadline.ts';
import type { EngineState } from './health.ts';

/** How long the engine is waited for. */
const CHECK_MS = 2_000;

/** Tells whoever started the service what it waits for. */
export function announce(step: string): void {
  process.stdout.write(`${step} …\n`);
}

/** What is displayed of keys at a start. */
interface KeyMessage {
  readonly text: string;
  /** A key that was made just now, or the developer's own. */
  readonly firstKey: string | undefined;
}

/** The key that a developer has in `FIELDSTONE_KEY`; displayed on a terminal alone, so that the request runs as it is. */
export function withOwnKey(
  message: KeyMessage,
  { key, isTerminal }: { readonly key: string | undefined; readonly isTerminal: boolean },
): KeyMessage {
  if (!key || message.firstKey !== undefined) return message;
  const text = 'FIELDSTONE_KEY has a key; npx fieldstone keys create --name NAME makes others';
  return { text, firstKey: isTerminal ? key : undefined };
}

/** What the banner tells of the service. */
interface BannerParts {
  readonly address: string;
  readonly identity: KeyMessage;
  readonly engine: { check(): Promise<EngineState> };
  readonly examplePath: string | undefined;
}

/** What whoever started the service reads once it listens; a service on BigQuery starts without waiting for that. */
export async function banner(
  { address, identity, engine, examplePath }: BannerParts,
  timeoutMs = CHECK_MS,
): Promise<string> {
  const deadline = { ms: timeoutMs, error: () => new Error('the engine is late') };
  const isReady = await withDeadline(deadline, () => engine.check()).then(
    ({ isAnswering }) => isAnswering,
    () => false,
  );
  const { firstKey } = identity;
  const key = firstKey ?? '$FIELDSTONE_KEY';
  // The page takes the key out of its address at once.
  const link = firstKey === undefined ? '/' : `/#key=${firstKey}`;
  return `
${isReady ? 'Fieldstone is ready.' : `Fieldstone is not ready yet: ${address}/readyz says why.`}

  Catalogue ${address}${link}
  GraphiQL  ${address}/graphql
  REST      ${address}/docs

${keyLines(identity)}
curl -H "X-API-KEY: ${key}" '${address}${examplePath ?? '/api/endpoints'}'

`;
}

/** The text, and a first key alone on its line. */
function keyLines({ text, firstKey }: KeyMessage): string {
  return firstKey === undefined ? `${text}\n` : `${text}\n\n${firstKey}\n`;
}

/** The line that scripts wait for: the port listens, and so many endpoints are served and mistakes were found. */
export function readyLine(url: string, endpoints: number, errors: number): string {
  return `READY url=${url} endpoints=${endpoints} errors=${errors}\n`;
}

/**
 * Returns what writes the banner. Where the process exits before, it writes a first key alone: a start may fail after the
 * key was made, at a port that is taken, and nobody would ever learn the key.
 */
export function bannerOutput(
  identity: KeyMessage,
  output: { write(text: string): void },
): (banner: string) => void {
  const writeKey = () => identity.firstKey !== undefined && output.write(keyLines(identity));
  // Before the listener that writes out what the output has buffered.
  process.prependOnceListener('exit', writeKey);
  return (banner) => {
    process.off('exit', writeKey);
    output.write(banner);
  };
}

/** Waits for a server to listen on the port of a setting; a port or host that cannot be used is named with its setting. */
export async function whileListening<Result>(
  setting: 'PORT' | 'METRICS_PORT',
  listening: Promise<Result>,
): Promise<Result> {
  try {
    return await listening;
  } catch (cause) {
    throw new Error(listenFault(setting, cause as NodeJS.ErrnoException & Address), { cause });
  }
}

interface Address {
  readonly address?: string;
  /** Where the name is not known. */
  readonly hostname?: string;
  readonly port?: number;
}

function listenFault(
  setting: string,
  { address, code, hostname, message, port }: NodeJS.ErrnoException & Address,
): string {
  if (code === 'EADDRINUSE') {
    const free = setting === 'PORT' ? ', or to 0 for any that is free' : '';
    return `Port ${port} is in use; set ${setting} to another one${free}`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}; set ${setting} to one above 1023`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const host = address ?? hostname;
    return `"${host}" is no address of this machine; set HOST to one, or to 0.0.0.0 for all`;
  }
  return message;
}
