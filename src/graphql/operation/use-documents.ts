import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';
import { type Documents, plainHash } from './documents.ts';

/** The member of a request that names a trusted document, as the GraphQL-over-HTTP appendix has it. */
export const DOCUMENT_ID = 'documentId';

/** Takes hashes in place of documents, as `documentId` or as Apollo's `extensions.persistedQuery`. */
export function useDocuments(documents: Documents): Plugin<object, Context> {
  return {
    onParams({ params, request, setParams }) {
      const sha256 = hashOf(params, request.url);
      const text = sha256 === undefined ? params.query : named(documents, sha256, params.query);
      if (text !== undefined && !documents.allows(text)) throw notTrusted();
      if (sha256 !== undefined && text !== undefined)
        setParams(withoutId({ ...params, query: text }));
    },
  };
}

/** The text of a hash, which a client sends beside it the first time. */
function named(documents: Documents, sha256: string, sent: string | undefined): string {
  if (sent !== undefined && !documents.register(sha256, sent)) throw wrongHash();
  const text = sent ?? documents.find(sha256);
  if (text === undefined) throw notFound();
  return text;
}

/** Yoga passes on what it reads of a body, and of a URL only the names that it knows. */
function hashOf(params: GraphQLParams, url: string): string | undefined {
  const { documentId } = params as { readonly documentId?: unknown };
  const { persistedQuery } = params.extensions ?? {};
  const inUrl = url.includes(DOCUMENT_ID) ? URL.parse(url)?.searchParams.get(DOCUMENT_ID) : null;
  const id = documentId ?? inUrl ?? persistedQuery?.sha256Hash;
  if (id === undefined || id === null) return undefined;
  return plainHash(String(id));
}

function withoutId(params: GraphQLParams): GraphQLParams {
  const { [DOCUMENT_ID]: _, ...others } = params as Record<string, unknown>;
  return others;
}

function refuse(message: string, code: string, status: number): GraphQLError {
  // By `spec` the status is that of GraphQL over HTTP: 200 for whoever asked for plain JSON.
  return new GraphQLError(message, { extensions: { code, http: { spec: true, status } } });
}

/** Clients look for this message, and send the text then. */
function notFound(): GraphQLError {
  return refuse('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 404);
}

function wrongHash(): GraphQLError {
  return new GraphQLError('The hash is not the SHA-256 of the document', {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

function notTrusted(): GraphQLError {
  return new GraphQLError('This service runs trusted documents alone, and this is none of them', {
    extensions: { code: 'FORBIDDEN', http: { status: 403 } },
  });
}
