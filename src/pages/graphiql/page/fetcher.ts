import type { Fetcher, FetcherOpts, FetcherParams } from '@graphiql/toolkit';
import { operationNameIn } from '../operations/operations.ts';

/** A GraphQL response, or what the page shows where the service gave none. */
export type Result = Readonly<Record<string, unknown>>;

interface Observer {
  next(result: Result): void;
  error(error: unknown): void;
  complete(): void;
}

/** Called with each finished operation. */
export type OnResult = (query: string, result: Result) => void;

/** Sends operations with the key. */
export function createFetcher(key: () => string, onResult: OnResult): Fetcher {
  return (parameters, options) => {
    return {
      // An observable, because GraphiQL can stop nothing else.
      subscribe: (callbacks) => {
        // The type allows functions too; GraphiQL passes an object.
        const observer = callbacks as unknown as Observer;
        const controller = new AbortController();
        send(key(), parameters, controller.signal, options?.headers).then(
          (result) => {
            onResult(parameters.query, result);
            observer.next(result);
            observer.complete();
          },
          (error) => controller.signal.aborted || observer.error(error),
        );
        return { unsubscribe: () => controller.abort() };
      },
    };
  };
}

async function send(
  key: string,
  { query, variables, operationName }: FetcherParams,
  signal: AbortSignal,
  headers: FetcherOpts['headers'] = {},
): Promise<Result> {
  if (!key && !hasKey(headers)) return NO_KEY;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json, application/json',
      'Content-Type': 'application/json',
      ...(key && { 'X-API-KEY': key }),
      ...headers,
    },
    body: JSON.stringify({
      query,
      variables,
      operationName: operationNameIn(query, operationName),
    }),
    signal,
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A proxy answered in place of the service.
    const status = `${response.status} ${response.statusText}`;
    throw new Error(`The answer is not JSON: ${status}`, { cause });
  }
}

function hasKey(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => /^(?:x-api-key|authorization)$/i.test(name));
}

const NO_KEY: Result = {
  errors: [
    {
      message: 'Running an operation needs a key: enter it above',
      extensions: { code: 'UNAUTHENTICATED' },
    },
  ],
};
