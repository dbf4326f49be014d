import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { Client, cacheExchange, fetchExchange } from '@urql/core';
import type { GraphQLSchema } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { printCacheConfig } from '../../../../src/graphql/cache-config.ts';
import { camelCase } from '../../../../src/project/names.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { Expected } from '../answers.ts';
import type { RandomRequest } from '../requests.ts';
import { decodeFields, graphqlScalar, JsonNumber, type Notation, type Parsed } from '../values.ts';
import { type Operation, operationOf } from './operation.ts';

type Json = { readonly [name: string]: Parsed };

/** The answer of a field. */
interface Answer {
  readonly rows?: readonly Json[];
  readonly row?: Json | null;
  readonly rowCount: number;
  readonly truncated: boolean;
}

interface Data {
  readonly answer: Answer;
}

/** Sends an operation, and returns its data as the client has them. */
type Send = (operation: Operation) => Promise<Data | undefined>;

/** Where GraphQL is. */
export interface GraphqlTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly schema: GraphQLSchema;
}

/** Sends a request with a client of GraphQL. */
export type AskGraphql = (request: RandomRequest) => Promise<Expected>;

/** The interfaces of GraphQL, by the names of the clients. */
export async function openClients(
  target: GraphqlTarget,
): Promise<Readonly<Record<string, AskGraphql>>> {
  const { headers, schema, url } = target;
  const apollo = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: await typePolicies(schema) }),
    link: new HttpLink({ uri: url, headers }),
  });
  const urql = new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [cacheExchange, fetchExchange],
  });
  const plain = new GraphQLClient(url, { headers });
  const sendPlain: Send = ({ document, variables }) => plain.request<Data>(document, variables);
  const sendByApollo: Send = async ({ document, variables }) => {
    const { data } = await apollo.query<Data>({
      query: gql(document),
      variables,
      fetchPolicy: 'network-only',
    });
    return data;
  };
  const sendByUrql: Send = async ({ document, variables }) => {
    const { data, error } = await urql
      .query<Data>(document, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) throw error;
    return data;
  };
  const asked =
    (send: Send, form: 'variables' | 'literals' = 'variables'): AskGraphql =>
    async (request) =>
      read(request, await send(operationOf(schema, request, form)));
  return {
    'graphql-request': asked(sendPlain),
    literals: asked(sendPlain, 'literals'),
    'Apollo Client': asked(sendByApollo),
    urql: asked(sendByUrql),
  };
}

/** The printed policies of Apollo's cache. */
async function typePolicies(schema: GraphQLSchema): Promise<TypePolicies> {
  const file = join(temporaryFolder(), 'cache-config.ts');
  writeFileSync(file, printCacheConfig(schema));
  const config: { readonly typePolicies: TypePolicies } = await import(pathToFileURL(file).href);
  return config.typePolicies;
}

const GRAPHQL: Notation = { nameOf: camelCase, scalar: graphqlScalar };

function read({ selected }: RandomRequest, data: Data | undefined): Expected {
  if (!data) throw new Error('There is no data');
  const { row, rowCount, rows = row ? [row] : [], truncated } = data.answer;
  if (rowCount !== rows.length) throw new Error(`rowCount is ${rowCount} of ${rows.length}`);
  return {
    rows: rows.map((one) => decodeFields(selected, withNumbers(one) as Json, GRAPHQL)),
    isTruncated: truncated,
  };
}

/** Parsed JSON with its numbers as their texts. */
function withNumbers(value: unknown): Parsed {
  if (typeof value === 'number') return new JsonNumber(String(value));
  if (typeof value !== 'object' || value === null) return value as Parsed;
  if (Array.isArray(value)) return value.map(withNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNumbers(part)]));
}
