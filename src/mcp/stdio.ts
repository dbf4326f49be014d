import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ContextOf, createProtocolServer } from './protocol.ts';

/** Where a client reads and writes. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves tools to the client that has started this process, until it closes its end. Nothing but messages of the protocol
 * is written to the output.
 */
export async function serveTools(
  contextOf: ContextOf,
  { input, output }: StdioStreams,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error']) input.once(event, () => ended.resolve());
  output.once('error', () => ended.resolve());
  const served = serveStdio(() => createProtocolServer(contextOf), {
    transport: new StdioServerTransport(input, output),
    // Nothing is ever sent to who subscribes.
    maxSubscriptions: 0,
  });
  await ended.promise;
  await served.close();
}
