import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  describeEndpoint,
  type EndpointDescription,
} from '../catalog/description/describe-endpoint.ts';
import type { Registry } from '../catalog/registry.ts';
import { callerIn } from '../request/caller.ts';
import { settingsIn } from '../request/settings.ts';
import { nameInPath } from './request/name-in-path.ts';

const PATH = '/api/endpoints';

/** `GET /api/endpoints` and `GET /api/endpoints/<id or name>`: the endpoints that the key may run, described. */
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
    const known = registry.withAliases(settingsIn(request).aliases);
    return describeEndpoint(known.find(nameInPath(request), caller), caller);
  }
}

/** Sent with `no-store`: the answer depends on the key, whose rights may change. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(body);
}
