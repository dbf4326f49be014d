import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  describeEndpoint,
  type EndpointDescription,
} from '../catalog/description/describe-endpoint.ts';
import type { Registry } from '../catalog/registry.ts';
import { callerIn } from '../server/hooks/caller-in.ts';
import { nameInPath } from './request/name-in-path.ts';

const PATH = '/api/endpoints';

/** `GET /api/endpoints` and `GET /api/endpoints/<id or name>`: what the key may run, and with what. */
export function listRoute({ registry }: { readonly registry: Registry }): FastifyPluginAsync {
  return async (app) => {
    app.get(PATH, async (request, reply) => {
      const caller = callerIn(request);
      const open = registry.openTo(caller);
      return send(reply, { endpoints: open.map((endpoint) => describeEndpoint(endpoint, caller)) });
    });
    app.get(`${PATH}/:idOrName`, async (request, reply) => send(reply, describeOne(request)));
  };

  function describeOne(request: FastifyRequest): EndpointDescription {
    const caller = callerIn(request);
    return describeEndpoint(registry.find(nameInPath(request), caller), caller);
  }
}

/** A key decides what is seen, and may be given other rights at any time. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(body);
}
