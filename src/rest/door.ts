import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../http/caller-in.ts';
import { wantsRedaction } from '../http/caller-of.ts';
import { pathOf, queryOf } from '../http/path-of.ts';
import { requestSignal } from '../http/request-signal.ts';
import type { Registry } from '../run/registry.ts';
import type { Runner, RunResult } from '../run/runner.ts';
import { addBodyParsers, bodyMembers } from './body.ts';
import { encodeResult } from './encode.ts';
import { percentDecode } from './percent-decode.ts';
import { readQuestion } from './question.ts';

/** What the REST path needs. */
export interface RestDoorOptions {
  readonly registry: Registry;
  readonly runner: Pick<Runner, 'run'>;
  /** Microseconds since the epoch; read once for each request. */
  readonly clock: () => bigint;
}

const PREFIX = '/api/endpoints/query/';

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and answers its rows. */
export function restDoor({ registry, runner, clock }: RestDoorOptions): FastifyPluginAsync {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const now = clock();
    const caller = callerIn(request);
    const endpoint = registry.find(endpointName(request), caller);
    const question = readQuestion(endpoint.definition, queryOf(request), bodyMembers(request));
    const result = await runner.run({
      endpoint,
      caller,
      ...question,
      redact: wantsRedaction(request.headers),
      door: 'rest',
      now,
      signal: requestSignal(request, reply),
    });
    return sendResult(reply, result);
  };
  return async (app) => {
    addBodyParsers(app);
    app.route({ method: ['GET', 'HEAD', 'POST'], url: `${PREFIX}:idOrName`, handler: answer });
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

function sendResult(reply: FastifyReply, { columns, rows, truncated }: RunResult): FastifyReply {
  if (truncated) reply.header('Fieldstone-Truncated', 'true');
  return reply
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(encodeResult(columns, rows));
}
