import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withDeadline } from '../../async/deadline.ts';
import { FieldstoneError } from '../../errors.ts';
import { toProblem } from '../errors/problem.ts';
import type { Draining } from './drain.ts';

const OPEN = { config: { access: 'open' } } as const;

/** How long `/readyz` waits for the engine. */
const READY_TIMEOUT_MS = 2_000;

/** How an engine is that has all that it needs. */
export interface EngineState {
  /** How many columns and tables are absent and made up for. */
  readonly notes: number;
  /** False in an outage that the engine knows of. */
  readonly isAnswering: boolean;
}

/** What tells how the service is. */
export interface HealthOptions {
  /** Resolves when the engine has what it needs. */
  readonly checkReady: () => Promise<EngineState>;
  /** Whether something is kept that may answer while the engine does not. @default nothing is */
  readonly hasKeptResults?: (() => boolean) | undefined;
  readonly draining: Draining;
  readonly timeoutMs?: number;
}

/** `/livez` and `/health`: the process answers; `/readyz`: the engine does too, and the server is not about to stop. */
export function healthRoute({
  checkReady,
  hasKeptResults = () => false,
  draining,
  timeoutMs = READY_TIMEOUT_MS,
}: HealthOptions): FastifyPluginAsync {
  // What was ready once and does not answer in time is in an outage.
  let known: EngineState | undefined;
  const check = shared(async () => {
    const silent = known && { ...known, isAnswering: false };
    known = await within(timeoutMs, checkReady, silent).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  });
  return async (app) => {
    for (const path of ['/livez', '/health']) {
      app.get(path, OPEN, async (_, reply) => noStore(reply).send({ status: 'alive' }));
    }
    app.get('/readyz', OPEN, async (request, reply) => {
      if (draining.hasBegun) return refuse(request, reply);
      return noStore(reply).send(bodyOf(await check(), hasKeptResults));
    });
  };
}

/** In an outage the service is ready for what is kept, and for nothing else. */
function bodyOf({ isAnswering, notes }: EngineState, hasKeptResults: () => boolean): object {
  if (!isAnswering && !hasKeptResults()) throw unavailable(undefined);
  const status = isAnswering ? 'ready' : 'degraded';
  return notes > 0 ? { status, absent: notes } : { status };
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
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** What the check comes to; `late` stands for one that does not end in time. */
async function within(
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

/** What a `FieldstoneError` says may be read by everybody. */
function unavailable(cause: unknown): FieldstoneError {
  const isOurs = cause instanceof FieldstoneError;
  const message = isOurs ? cause.message : 'The engine does not answer yet';
  return new FieldstoneError('ENGINE_UNAVAILABLE', message, { cause });
}
