import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, GraphQLSchema, Token } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { useDocumentLimits } from '../documents/document-limits.ts';
import { Documents } from '../documents/documents.ts';
import { DOCUMENT_ID, useDocuments } from '../documents/use-documents.ts';
import { useNamedOperation, useReadableRequests, useWrongValues } from './bad-requests.ts';
import type { Context } from './context.ts';
import { useOutcome } from './use-outcome.ts';
import { type ReportError, usePublicErrors } from './use-public-errors.ts';
import { useYieldingJson } from './use-yielding-json.ts';

/** Estimated memory per token: the token, its location and its share of the tree. */
const TOKEN_BYTES = 400;
const ENTRY_BYTES = 1_000;

/** Parsed documents by text, bounded in bytes; Yoga's own cache keeps 1024 of any size. */
export function createDocumentCache(bytes = 16e6): LRUCache<string, DocumentNode> {
  return boundedCache(bytes, (text, document) => text.length * 2 + TOKEN_BYTES * tokens(document));
}

/** Parse errors by text; each contains the whole text. */
export function createParseErrorCache(bytes = 2e6): LRUCache<string, object> {
  return boundedCache(bytes, (text) => text.length * 2);
}

function boundedCache<Value extends object>(
  maxSize: number,
  bytesOf: (text: string, value: Value) => number,
): LRUCache<string, Value> {
  const sizeCalculation = (value: Value, text: string) => ENTRY_BYTES + bytesOf(text, value);
  return new LRUCache({ max: 1_024, maxSize, sizeCalculation });
}

function tokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) count += 1;
  return count;
}

/** Options of `createGraphqlHandler`. */
export interface GraphqlHandlerOptions {
  readonly schema: GraphQLSchema;
  readonly reportError: ReportError;
  /** @default no trusted documents */
  readonly documents?: Documents;
}

/** A GraphQL request; the body is not parsed yet. */
export interface GraphqlRequest {
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string | undefined;
}

/** Answers a GraphQL-over-HTTP request, given the context of its operation. */
export type GraphqlHandler = (request: GraphqlRequest, context: Context) => Promise<Response>;

/** The GraphQL server without sockets. */
export function createGraphqlHandler(options: GraphqlHandlerOptions): GraphqlHandler {
  const yoga = createYoga<Context>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    // The page, CORS and health are the HTTP layer's; batches would multiply the cost of a request.
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    // Fastify limits the body already; Yoga's own limit would pipe it through a stream.
    maxRequestBodySize: false,
    logging: false,
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createParseErrorCache(),
    },
    maskedErrors: false,
    extraParamNames: [DOCUMENT_ID],
    plugins: [
      useReadableRequests(),
      useNamedOperation(),
      useWrongValues(),
      useDocuments(options.documents ?? new Documents()),
      useDocumentLimits(),
      useOutcome(),
      usePublicErrors(options.reportError),
      useYieldingJson(),
    ],
  });
  return async ({ method, target, headers, body = null }, context) => {
    // The host is a placeholder. Request headers of Node are strings, except `set-cookie`, which only answers have.
    const init = { method, headers: headers as Record<string, string>, body };
    // A single context would become the prototype of another, and V8 keeps a prototype until a full garbage collection;
    // of two the members are copied.
    return yoga.fetch(`http://fieldstone${target}`, init, {}, context);
  };
}
