import type { FastifyPluginAsync } from 'fastify';
import { addAssets, BUILT, pageSender } from '../server/pages/built-page.ts';

/** Options of `consoleRoute`. */
export interface ConsoleRouteOptions {
  /** The folder of the built pages. @default what `npm run build` leaves */
  readonly pages?: URL | undefined;
}

/** `GET /`: the catalogue of the endpoints, for browsers. The page learns everything from the REST path with its key. */
export function consoleRoute({ pages = BUILT }: ConsoleRouteOptions = {}): FastifyPluginAsync {
  return async (app) => {
    const folder = new URL('console/', pages);
    const sendPage = pageSender({ title: 'The catalogue', folder, styles: 'nonce' });
    app.get('/', { config: { access: 'page' } }, async (_, reply) => sendPage(reply));
    addAssets(app, '/assets', folder);
  };
}
