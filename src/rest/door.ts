import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../http/caller-in.ts';
import { wantsRedaction } from '../http/caller-of.ts';
import { pathOf, queryOf } from '../http/path-of.ts';
import { requestSignal } from '../http/request-signal.ts';
import type { Registry } from '../run/registry.ts';
import type { PlannedRun, Runner } from '../run/runner.ts';
import { addBodyParsers, bodyMembers } from './body.ts';
import { KnownQuestions } from './known-questions.ts';
import { restLane } from './lane.ts';
import { percentDecode } from './percent-decode.ts';
import { readQuestion } from './question.ts';
import { sendAnswer } from './send-answer.ts';

/** What the REST path needs. */
export interface RestDoorOptions {
  readonly registry: Registry;
  readonly runner: Runner;
  /** Microseconds since the epoch; read once for each request. */
  readonly clock: () => bigint;
}

const PREFIX = '/api/endpoints/query/';

/** Nobody waits for what is at hand. */
const NEVER = new AbortController().signal;

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and answers its rows. */
export function restDoor(options: RestDoorOptions): FastifyPluginAsync {
  const { runner, clock } = options;
  const known = new KnownQuestions();
  const plan = planner(options, known);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const now = clock();
    const planned = plan(request, now);
    const ready = runner.peek(planned);
    if (ready) return waitFor(sendAnswer(request, reply, ready), reply);
    const waiting = runner.again(planned, now, requestSignal(request, reply));
    return runner.finish(waiting).then((result) => sendAnswer(request, reply, result));
  };
  return async (app) => {
    addBodyParsers(app);
    app.lanes.add(PREFIX, restLane({ runner, clock, known }));
    app.route({ method: ['GET', 'HEAD', 'POST'], url: `${PREFIX}:idOrName`, handler: answer });
  };
}

/** Nothing to wait for where the answer was sent: Fastify would listen for the end of a reply that it is given. */
function waitFor<Sent>(sent: Sent, reply: FastifyReply): Sent | undefined {
  return sent === reply ? undefined : sent;
}

/** Reads, checks and plans requests; throws what their callers should see. */
function planner({ registry, runner }: RestDoorOptions, known: KnownQuestions) {
  return (request: FastifyRequest, now: bigint): PlannedRun => {
    const { url } = request;
    const caller = callerIn(request);
    const redact = wantsRedaction(request.headers);
    const body = bodyMembers(request);
    const found = body.length === 0 ? known.get({ url, caller, redact }) : undefined;
    if (found) return runner.again(found, now, NEVER);
    const endpoint = registry.find(endpointName(request), caller);
    const question = readQuestion(endpoint.definition, queryOf(request), body);
    const planned = runner.plan({
      endpoint,
      caller,
      ...question,
      redact,
      door: 'rest',
      now,
      signal: NEVER,
    });
    // A statement of the caller's own has a memory of its own, which counts its bytes.
    if (body.length === 0 && question.sql === undefined)
      known.set({ url, caller, redact }, planned);
    return planned;
  };
}

/** The router decodes on its own terms, so the name is taken from the path as it was sent, and decoded once. */
function endpointName(request: FastifyRequest): string {
  const name = percentDecode(pathOf(request).slice(PREFIX.length));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
