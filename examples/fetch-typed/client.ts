import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly requestId: string };
  }[];
}

/** An error that the gateway answered. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  /** A stable code, such as `BAD_USER_INPUT`. */
  readonly code: string;
  /** What the operator finds the request by. */
  readonly requestId: string;

  constructor(message: string, code: string, requestId: string) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

/** A client in a few lines: typed documents in, typed data out; throws the first error of an answer. */
export function createClient(url: string, key: string) {
  return async <Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors = [] } = (await response.json()) as Answer<Data>;
    const [error] = errors;
    if (error) {
      throw new GatewayError(error.message, error.extensions.code, error.extensions.requestId);
    }
    if (!data) throw new Error(`The gateway answered ${response.status} without data`);
    return data;
  };
}
