import { readFileSync } from 'node:fs';

/** One file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Loads the page's files; GraphiQL's own are 9 MB, so nothing is read before somebody opens the page. */
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

/** A file that stands beside this one. */
export function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
