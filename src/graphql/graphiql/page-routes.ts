import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { FieldstoneError } from '../../errors.ts';
import { acceptedCodings } from '../../server/content-coding.ts';
import { addVary } from '../../server/handler-answer.ts';
import { Assets } from './assets.ts';
import { CONTENT_SECURITY_POLICY, type Page, renderPage } from './page.ts';

/** Sends the page for some endpoints; a page that was not built yet is looked for each time. */
export function pageSender(
  endpoints: readonly PreparedEndpoint[],
  folder: URL | undefined,
): (reply: FastifyReply) => FastifyReply {
  let page: Page | undefined;
  return (reply) => {
    if (page?.status !== 200) page = renderPage(endpoints, folder);
    return reply
      .code(page.status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .header('Cache-Control', 'no-cache')
      .send(page.html);
  };
}

/** Names are content hashes, so a file never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Adds the route of the page's built files below `path`. */
export function addAssets(app: FastifyInstance, path: string, folder: URL | undefined): void {
  const assets = new Assets(folder);
  app.get<{ Params: { file: string } }>(
    `${path}/:file`,
    { config: { access: 'open' } },
    async ({ headers, params }, reply) => {
      // Others are compressed on the fly: every browser accepts Brotli over HTTPS and on loopback.
      const asset = await assets.read(params.file, acceptedCodings(headers).includes('br'));
      if (!asset) throw new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
      if (asset.coding !== 'identity') reply.header('Content-Encoding', asset.coding);
      addVary(reply, 'Accept-Encoding');
      return reply
        .header('Content-Type', asset.type)
        .header('Cache-Control', CACHE_CONTROL)
        .send(asset.bytes);
    },
  );
}
