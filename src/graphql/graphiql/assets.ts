import { readFileSync } from 'node:fs';

/** A static file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Loads the page's files; GraphiQL's have 9 MB, so call it on first use. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  return new Map<string, Asset>([
    ['page.js', { type: JAVASCRIPT, body: readText('page.js') }],
    ['page.css', { type: CSS, body: readText('page.css') }],
    ['graphiql.js', { type: JAVASCRIPT, body: graphiql.js }],
    ['graphiql.css', { type: CSS, body: graphiql.css }],
    ['editor-worker.js', { type: JAVASCRIPT, body: graphiql.editorWorkerService }],
    ['json-worker.js', { type: JAVASCRIPT, body: graphiql.jsonWorker }],
    ['graphql-worker.js', { type: JAVASCRIPT, body: graphiql.graphqlWorker }],
  ]);
}

/** Reads a file beside this module. */
export function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
