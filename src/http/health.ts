import type { FastifyPluginAsync } from 'fastify';
import { FieldstoneError } from '../errors.ts';

const OPEN = { config: { access: 'open' } } as const;

/** How long `/readyz` waits for the engine. */
const READY_TIMEOUT_MS = 2_000;

/** `/livez`: the process answers; `/readyz`: the engine does too. */
export function healthDoor(
  checkReady: () => Promise<void>,
  timeoutMs = READY_TIMEOUT_MS,
): FastifyPluginAsync {
  const check = shared(() => within(timeoutMs, checkReady));
  return async (app) => {
    app.get('/livez', OPEN, async (_, reply) => noStore(reply).send({ status: 'alive' }));
    app.get('/readyz', OPEN, async (_, reply) => {
      await check();
      return noStore(reply).send({ status: 'ready' });
    });
  };
}

function noStore<Reply extends { header(name: string, value: string): Reply }>(
  reply: Reply,
): Reply {
  return reply.header('Cache-Control', 'no-store');
}

/** Whoever asks while a check runs waits for the same one: probes cannot pile up on an engine that hangs. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function within(timeoutMs: number, check: () => Promise<void>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([check(), timeout]);
  } catch (cause) {
    throw unavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine does not answer yet', { cause });
}
