import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withDeadline } from '../../async/deadline.ts';
import { shareRunning } from '../../async/in-flight.ts';
import { FieldstoneError } from '../../errors.ts';
import { toProblem } from '../errors/problem.ts';
import type { Draining } from './drain.ts';

const OPEN = { config: { access: 'open' } } as const;

/** How long `/readyz` waits for the engine. */
const READY_TIMEOUT_MS = 2_000;

/** The state of an engine that is set up correctly. */
export interface EngineState {
  /** Number of absent columns and tables that are read as NULL or empty. */
  readonly notes: number;
  /** Number of tables whose data are damaged. @default 0 */
  readonly damaged?: number;
  /** Number of endpoints that the engine cannot answer. @default 0 */
  readonly unready?: number;
  /** False during an outage that the engine has detected. */
  readonly isAnswering: boolean;
}

/** Options of `healthRoute`. */
export interface HealthOptions {
  /** Resolves with the engine's state once it is set up; rejects until then. */
  readonly checkReady: () => Promise<EngineState>;
  /** Whether cached results could be served during an outage. @default none */
  readonly hasCachedResults?: (() => boolean) | undefined;
  /** Whether the identity provider can be read; undefined without one. @default none */
  readonly isProviderRead?: (() => boolean | undefined) | undefined;
  readonly draining: Draining;
  readonly timeoutMs?: number;
}

/** Liveness (`/livez`, `/health`: the process answers) and readiness (`/readyz`: the engine too, and not draining). */
export function healthRoute({
  checkReady,
  hasCachedResults = () => false,
  isProviderRead = () => undefined,
  draining,
  timeoutMs = READY_TIMEOUT_MS,
}: HealthOptions): FastifyPluginAsync {
  // An engine that was ready and now times out counts as an outage.
  let lastState: EngineState | undefined;
  // Shared, so that probes do not pile up on an engine that hangs.
  const check = shareRunning(async () => {
    const outage = lastState && { ...lastState, isAnswering: false };
    lastState = await withTimeout(timeoutMs, checkReady, outage).catch((error) => {
      lastState = undefined;
      throw error;
    });
    return lastState;
  });
  const unlessDraining = (error: unknown): undefined => {
    if (!draining.hasBegun) throw error;
  };
  return async (app) => {
    for (const path of ['/livez', '/health']) {
      app.get(path, OPEN, async (_, reply) =>
        reply.header('Cache-Control', 'no-store').send({ status: 'alive' }),
      );
    }
    app.get('/readyz', OPEN, async (request, reply) => {
      const state = draining.hasBegun ? undefined : await check().catch(unlessDraining);
      // Draining may have begun during the check.
      if (state === undefined || draining.hasBegun) return refuse(request, reply);
      const body = bodyOf(state, { hasCachedResults, isProviderRead });
      return reply.header('Cache-Control', 'no-store').send(body);
    });
  };
}

interface Parts {
  readonly hasCachedResults: () => boolean;
  readonly isProviderRead: () => boolean | undefined;
}

/**
 * During an outage the service is `degraded` if it has cached results, otherwise unavailable. With damaged tables, or
 * endpoints that are not ready, it is `degraded`: it answers for the others, and another replica has the same data. So it is while the identity provider
 * cannot be read: keys work, and tokens of the keys that are known.
 */
function bodyOf(
  { isAnswering, notes, damaged = 0, unready = 0 }: EngineState,
  { hasCachedResults, isProviderRead }: Parts,
): object {
  if (!isAnswering && !hasCachedResults()) throw unavailable(undefined);
  const isUnread = isProviderRead() === false;
  const isWhole = damaged === 0 && unready === 0;
  const status = isAnswering && isWhole && !isUnread ? 'ready' : 'degraded';
  return {
    status,
    ...(notes > 0 && { absent: notes }),
    ...(damaged > 0 && { damaged }),
    ...(unready > 0 && { unready }),
    ...(isUnread && { identityProvider: 'unreadable' }),
  };
}

/** Sent without an error, so that no probe is logged while the service stops on request. */
function refuse({ id, traceId }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const stopping = new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is about to stop');
  const { status, headers, body } = toProblem(stopping, { requestId: id, traceId });
  return reply.code(status).headers(headers).send(body);
}

/** The result of the check; `late` if it exceeds the timeout. */
async function withTimeout(
  ms: number,
  check: () => Promise<EngineState>,
  late: EngineState | undefined,
): Promise<EngineState> {
  const timeout = new Error(`no answer in ${ms} ms`);
  try {
    return await withDeadline({ ms, error: () => timeout }, check);
  } catch (cause) {
    if (cause === timeout && late) return late;
    throw unavailable(cause);
  }
}

/** The message of a `FieldstoneError` is public; that of any other error is not. */
function unavailable(cause: unknown): FieldstoneError {
  const isOurs = cause instanceof FieldstoneError;
  const message = isOurs ? cause.message : 'The engine does not answer yet';
  return new FieldstoneError('ENGINE_UNAVAILABLE', message, { cause });
}
