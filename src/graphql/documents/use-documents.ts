import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { detached } from '../../values/memory.ts';
import { badRequest } from '../operation/bad-requests.ts';
import type { Context } from '../operation/context.ts';
import { type Documents, plainHash } from './documents.ts';

/** The request member that names a trusted document (GraphQL-over-HTTP, appendix on persisted documents). */
export const DOCUMENT_ID = 'documentId';

/** Accepts hashes instead of documents, as `documentId` or as Apollo's `extensions.persistedQuery`. */
export function useDocuments(documents: Documents): Plugin<object, Context> {
  return {
    onParams({ params, request, setParams }) {
      const sent = sentText(params);
      const sha256 = hashOf(params, request.url);
      const text = sha256 === undefined ? sent : resolveText(documents, sha256, sent);
      if (text !== undefined && !documents.allows(text)) throw notTrusted();
      if (text === undefined) return;
      // Documents are cached by their text, which may be a part of a larger body.
      const own = { ...params, query: detached(text) };
      setParams(sha256 === undefined ? own : withoutId(own));
    },
  };
}

/** The document that was sent, if one was; some clients send null beside a hash. */
function sentText({ query }: GraphQLParams): string | undefined {
  const sent: unknown = query ?? undefined;
  if (sent === undefined || typeof sent === 'string') return sent;
  throw badRequest('The member "query" must be text');
}

/** The text for a hash; clients send both to register it. */
function resolveText(documents: Documents, sha256: string, sent: string | undefined): string {
  if (sent !== undefined && !documents.register(sha256, sent)) throw wrongHash();
  const text = sent ?? documents.find(sha256);
  if (text === undefined) throw notFound();
  return text;
}

/** The requested hash. Yoga passes on all members of a body, but only known names of a URL. */
function hashOf(params: GraphQLParams, url: string): string | undefined {
  const { documentId } = params as { readonly documentId?: unknown };
  const { persistedQuery } = params.extensions ?? {};
  const inUrl = url.includes(DOCUMENT_ID) ? URL.parse(url)?.searchParams.get(DOCUMENT_ID) : null;
  const id = documentId ?? inUrl ?? persistedQuery?.sha256Hash;
  if (id === undefined || id === null) return undefined;
  // No document has an empty hash.
  return typeof id === 'string' ? plainHash(id) : '';
}

function withoutId(params: GraphQLParams): GraphQLParams {
  const { [DOCUMENT_ID]: _, ...others } = params as Record<string, unknown>;
  return others;
}

/** Clients react to this message by sending the text. */
function notFound(): GraphQLError {
  // `spec: true` gives the status of GraphQL over HTTP: 200 for clients that accept only plain JSON.
  const http = { spec: true, status: 404 };
  return new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http },
  });
}

function wrongHash(): GraphQLError {
  return badRequest('The hash is not the SHA-256 of the document');
}

function notTrusted(): GraphQLError {
  return new GraphQLError('This service runs trusted documents alone, and this is none of them', {
    extensions: { code: 'FORBIDDEN', http: { status: 403 } },
  });
}
