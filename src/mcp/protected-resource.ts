import type { FastifyInstance } from 'fastify';

/** Who issues tokens for which resource. */
export interface Authorization {
  /** The identity provider. */
  readonly issuer: string;
  /** What tokens are for: the public address of the service. */
  readonly resource: string;
}

const PATH = '/.well-known/oauth-protected-resource';

/** The path below the metadata's for the resource at `/mcp` (RFC 9728 §3.1). */
const MCP_METADATA = `${PATH}/mcp`;

/** Adds the metadata of the protected resource (RFC 9728), which clients without a key read. */
export function addProtectedResource(
  app: FastifyInstance,
  { issuer, resource }: Authorization,
): void {
  const metadata = {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'Fieldstone',
  };
  for (const path of [PATH, MCP_METADATA]) {
    app.get(path, { config: { access: 'open' } }, async (_, reply) =>
      reply.header('Cache-Control', 'max-age=3600').send(metadata),
    );
  }
}

/** What a refused request is told: where the metadata is (RFC 9728 §5.1). */
export function challengeOf({ resource }: Authorization): string {
  return `Bearer realm="fieldstone", resource_metadata="${new URL(MCP_METADATA, resource).href}"`;
}
