import type { FastifyPluginAsync } from 'fastify';
import { describeEndpoint } from '../catalog/description/describe-endpoint.ts';
import type { Registry } from '../catalog/registry.ts';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../request/caller.ts';
import { acceptedCodings } from '../server/content-coding.ts';
import { addVary } from '../server/handler-answer.ts';
import { type DocsPage, loadPage } from './docs/assets.ts';
import { openApiDocument } from './openapi/document.ts';

const ASSETS = '/docs/assets/';

/** Allows the page's own files, and the inline styles of Swagger UI. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /openapi.json`, the REST contract restricted to what the key may use, and `/docs`, its Swagger UI page. */
export function docsRoute({ registry }: { readonly registry: Registry }): FastifyPluginAsync {
  let loaded: DocsPage | undefined;
  const page = () => {
    loaded ??= loadPage(ASSETS);
    return loaded;
  };
  return async (app) => {
    app.get('/openapi.json', async (request, reply) => {
      const caller = callerIn(request);
      const described = registry.openTo(caller).map((one) => describeEndpoint(one, caller));
      return reply.header('Cache-Control', 'no-store').send(openApiDocument(described));
    });
    app.get('/docs', { config: { access: 'open' } }, async (_, reply) =>
      reply
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
        .header('Cache-Control', 'no-cache')
        .send(page().html),
    );
    app.get<{ Params: { file: string } }>(
      `${ASSETS}:file`,
      { config: { access: 'open' } },
      async ({ headers, params }, reply) => {
        const asset = page().assets.get(params.file);
        if (!asset) {
          throw new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
        }
        const [coding = 'identity'] = acceptedCodings(headers, asset.bytes.length);
        if (coding !== 'identity') reply.header('Content-Encoding', coding);
        addVary(reply, 'Accept-Encoding');
        return reply
          .header('Content-Type', asset.type)
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .send(await asset.coded(coding));
      },
    );
  };
}
