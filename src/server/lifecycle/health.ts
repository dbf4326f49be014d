import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withDeadline } from '../../async/deadline.ts';
import { FieldstoneError } from '../../errors.ts';
import { toProblem } from '../errors/problem.ts';
import type { Draining } from './drain.ts';

const OPEN = { config: { access: 'open' } } as const;

/** How long `/readyz` waits for the engine. */
const READY_TIMEOUT_MS = 2_000;

/** What tells how the service is. */
export interface HealthOptions {
  /** Resolves when the engine can answer. */
  readonly checkReady: () => Promise<void>;
  readonly draining: Draining;
  readonly timeoutMs?: number;
}

/** `/livez` and `/health`: the process answers; `/readyz`: the engine does too, and the server is not about to stop. */
export function healthRoute({
  checkReady,
  draining,
  timeoutMs = READY_TIMEOUT_MS,
}: HealthOptions): FastifyPluginAsync {
  const check = shared(() => within(timeoutMs, checkReady));
  return async (app) => {
    for (const path of ['/livez', '/health']) {
      app.get(path, OPEN, async (_, reply) => noStore(reply).send({ status: 'alive' }));
    }
    app.get('/readyz', OPEN, async (request, reply) => {
      if (draining.hasBegun) return refuse(request, reply);
      await check();
      return noStore(reply).send({ status: 'ready' });
    });
  };
}

/** Without a line in the log for each probe: the service stops because it was told to. */
function refuse({ id }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const stopping = new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is about to stop');
  const { status, headers, body } = toProblem(stopping, id);
  return reply.code(status).headers(headers).send(body);
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

async function within(ms: number, check: () => Promise<void>): Promise<void> {
  try {
    await withDeadline({ ms, error: () => new Error(`no answer in ${ms} ms`) }, check);
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine does not answer yet', { cause });
}
