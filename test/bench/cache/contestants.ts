import {
  GRAPHQL_BODY,
  GRAPHQL_BODY_OF_MANY,
  REST_PATH,
  REST_PATH_OF_MANY,
  UNEQUAL_GRAPHQL_BODY_OF_MANY,
  UNEQUAL_REST_PATH_OF_MANY,
} from './question.ts';
import type { ServerProcess } from './server-process.ts';

/** Servers under test by name; Mercurius is left out where it cannot be installed. */
export interface Servers {
  readonly fieldstone: ServerProcess;
  readonly bare: ServerProcess;
  readonly fastify: ServerProcess;
  readonly yoga: ServerProcess;
  readonly mercurius: ServerProcess | undefined;
}

/** A server and what it is asked. */
export interface Contestant {
  readonly name: string;
  readonly server: ServerProcess;
  /** The request; `load.ts` says what its placeholders stand for. */
  readonly text: string;
  readonly status: number;
  /** Milliseconds of a turn. @default 600 */
  readonly ms?: number;
}

type Headers = Readonly<Record<string, string>>;

/** Without and with what every browser sends to another origin. */
const ORIGINS: readonly (readonly [suffix: string, Headers])[] = [
  ['', {}],
  [', Origin', { Origin: 'https://app.example' }],
];

/** A thousand questions come often enough for the microcache only after a second. */
const MS_OF_MANY = 2_500;

/** What is measured: one question over and over, and a thousand in turn, with equal requests and without. */
export function contestantsOf(servers: Servers, etag: string): readonly Contestant[] {
  const { fieldstone, bare, fastify, yoga, mercurius } = servers;
  const one = ORIGINS.flatMap(([suffix, headers]) => [
    ask(`bare${suffix}`, bare, get(REST_PATH, bare, headers)),
    ask(`bare POST${suffix}`, bare, post(GRAPHQL_BODY, bare, headers)),
    ask(`Fastify${suffix}`, fastify, get(REST_PATH, fastify, headers)),
    ask(`Fastify POST${suffix}`, fastify, post(GRAPHQL_BODY, fastify, headers)),
    ask(`REST${suffix}`, fieldstone, get(REST_PATH, fieldstone, headers)),
    ask(`GraphQL${suffix}`, fieldstone, post(GRAPHQL_BODY, fieldstone, headers)),
    ask(`yoga${suffix}`, yoga, post(GRAPHQL_BODY, yoga, headers)),
    ...(mercurius
      ? [ask(`mercurius${suffix}`, mercurius, post(GRAPHQL_BODY, mercurius, headers))]
      : []),
  ]);
  const notModified = get(REST_PATH, fieldstone, { 'If-None-Match': etag });
  return [
    ...one,
    ask('REST 304', fieldstone, notModified, 304),
    ask('bare, many', bare, get(UNEQUAL_REST_PATH_OF_MANY, bare)),
    ask('REST, many', fieldstone, get(UNEQUAL_REST_PATH_OF_MANY, fieldstone)),
    ask('GraphQL, many', fieldstone, post(UNEQUAL_GRAPHQL_BODY_OF_MANY, fieldstone)),
    ask('yoga, many', yoga, post(UNEQUAL_GRAPHQL_BODY_OF_MANY, yoga)),
    ...[
      ask('REST, many equal', fieldstone, get(REST_PATH_OF_MANY, fieldstone)),
      ask('GraphQL, many equal', fieldstone, post(GRAPHQL_BODY_OF_MANY, fieldstone)),
      ask('yoga, many equal', yoga, post(GRAPHQL_BODY_OF_MANY, yoga)),
    ].map((contestant) => ({ ...contestant, ms: MS_OF_MANY })),
  ];
}

function ask(name: string, server: ServerProcess, text: string, status = 200): Contestant {
  return { name, server, text, status };
}

function get(path: string, { key }: ServerProcess, headers: Headers = {}): string {
  return `${head(`GET ${path}`, { 'X-API-KEY': key, ...headers })}\r\n`;
}

function post(body: string, { key }: ServerProcess, headers: Headers = {}): string {
  const all = {
    'X-API-KEY': key,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  return `${head('POST /graphql', all)}\r\n${body}`;
}

function head(line: string, headers: Headers): string {
  const lines = Object.entries({ Host: 'bench', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${line} HTTP/1.1\r\n${lines.join('')}`;
}
