import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { excerpt } from '#googlesql';
import { isFault, presentable } from '../../server/errors/problem.ts';
import type { Context } from './context.ts';

/** The maximum number of letters of a whole message: a few excerpts, and the words around them. */
const MAX_MESSAGE = 1_000;

/** A text in quotation marks, a bracket, or what is neither. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]|[^"[\]{}]+/g;

const NESTING: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/**
 * A message of graphql-js, which repeats values of any length: each text in quotation marks, each list and object, and
 * what stands between them, is cut as in our own messages.
 */
export function shortened(message: string): string {
  let text = '';
  let part = '';
  let depth = 0;
  for (const [token] of message.matchAll(TOKENS)) {
    part += token;
    depth = Math.max(0, depth + (NESTING[token] ?? 0));
    if (depth > 0) continue;
    text += partText(part);
    part = '';
    if (text.length > MAX_MESSAGE) break;
  }
  return excerpt(text + partText(part), MAX_MESSAGE);
}

function partText(part: string): string {
  const short = excerpt(part);
  return part === short || !part.startsWith('"') ? short : `"${excerpt(part.slice(1, -1))}"`;
}

/** The maximum number of errors in one answer: of an operation that was run, and of one that was not. */
const MAX_ERRORS = { run: 100, refused: 10 };

function others(count: number, last: GraphQLError | undefined): GraphQLError {
  const extensions = last?.extensions ?? null;
  return new GraphQLError(`${count} more errors are not listed`, { extensions });
}

/** Called with errors that are hidden from the client. */
export type ReportError = (error: unknown) => void;

/**
 * Makes every error of a result fit for clients: a `FieldstoneError` gets its code, graphql's own errors are passed
 * through, and everything else is reported and replaced by `INTERNAL`. Each carries the request's ids, for clients to quote.
 *
 * In place of Yoga's `maskedErrors`, which has no access to the request: creating a GraphQL error reads the document up
 * to its position, so it is done once.
 */
export function usePublicErrors(report: ReportError): Plugin<object, Context> {
  return {
    onResultProcess({ result, serverContext, setResult }) {
      // Incremental results are not offered.
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
      const { outcome, requestId, traceId } = serverContext;
      const ids = traceId === undefined ? { requestId } : { requestId, traceId };
      const isRun = 'data' in result;
      const most = isRun ? MAX_ERRORS.run : MAX_ERRORS.refused;
      const errors = result.errors.slice(0, most).map((error) => {
        const { message, extensions } = publicPart(error, report);
        const http = !isRun && extensions['code'] === 'INTERNAL' && { http: { status: 500 } };
        return locatedAt(error, message, { ...extensions, ...ids, ...http });
      });
      outcome.errorCode = String(errors[0]?.extensions['code']);
      if (errors.length < result.errors.length)
        errors.push(others(result.errors.length - most, errors.at(-1)));
      setResult({ ...result, errors });
    },
  };
}

function locatedAt(
  { nodes, source, positions, path }: GraphQLError,
  message: string,
  extensions: GraphQLErrorExtensions,
): GraphQLError {
  return new GraphQLError(message, {
    ...(nodes ? { nodes } : { source, positions }),
    ...(path && { path }),
    extensions,
  });
}

interface PublicPart {
  readonly message: string;
  readonly extensions: GraphQLErrorExtensions;
}

function publicPart(error: GraphQLError, report: ReportError): PublicPart {
  const cause = rootCause(error);
  // An error of graphql itself, of a scalar or of the parser, whose message is meant for the client.
  if (cause === undefined) {
    const message = shortened(error.message);
    const extensions = withoutParserError(error.extensions);
    return { message, extensions: { ...extensions, code: codeOf(extensions) } };
  }
  const { code, headers, message } = presentable(cause);
  if (isFault(cause)) report(cause);
  const retryAfter = headers['Retry-After'];
  // Yoga removes `http` from the extensions and sets the headers.
  const http = retryAfter !== undefined && { http: { headers: { 'Retry-After': retryAfter } } };
  return { message, extensions: { code, ...http } };
}

/** Yoga gives a mutation by GET the code of a bad request. */
function codeOf({ code, http }: GraphQLErrorExtensions): unknown {
  return http?.status === 405 ? 'METHOD_NOT_ALLOWED' : (code ?? 'BAD_USER_INPUT');
}

/** Yoga adds the error of its JSON parser, which quotes the request, and answers 400 only where it is there. */
function withoutParserError(extensions: GraphQLErrorExtensions): GraphQLErrorExtensions {
  const { originalError, ...others } = extensions;
  return originalError === undefined ? extensions : { ...others, http: { status: 400 } };
}

function rootCause(error: GraphQLError): unknown {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError;
}
