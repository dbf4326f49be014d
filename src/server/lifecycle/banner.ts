import { withDeadline } from '../../async/deadline.ts';
import type { EngineState } from './health.ts';

/** How long the engine is waited for. */
const CHECK_MS = 2_000;

/** What whoever started the service reads once it listens; a service on BigQuery starts without waiting for that. */
export async function banner(
  address: string,
  keyText: string,
  engine: { check(): Promise<EngineState> },
  examplePath: string | undefined,
  timeoutMs = CHECK_MS,
): Promise<string> {
  const deadline = { ms: timeoutMs, error: () => new Error('the engine is late') };
  const isReady = await withDeadline(deadline, () => engine.check()).then(
    ({ isAnswering }) => isAnswering,
    () => false,
  );
  return `
${isReady ? 'Fieldstone is ready.' : `Fieldstone is not ready yet: ${address}/readyz says why.`}

  GraphiQL  ${address}/graphql
  REST      ${address}${examplePath ?? '/api/endpoints'}
  Key       ${keyText}

`;
}

/**
 * Returns what writes the banner. Where the process exits before, it writes a first key alone: a start may fail after the
 * key was made, at a port that is taken, and nobody would ever learn the key.
 */
export function bannerOutput(
  { hasFirstKey, text }: { readonly hasFirstKey: boolean; readonly text: string },
  output: { write(text: string): void },
): (banner: string) => void {
  const writeKey = () => hasFirstKey && output.write(`${text}\n`);
  // Before the listener that writes out what the output has buffered.
  process.prependOnceListener('exit', writeKey);
  return (shown) => {
    process.off('exit', writeKey);
    output.write(shown);
  };
}
