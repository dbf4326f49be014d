import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { typePolicies } from '../cache-config.ts';
import { graphql } from '../generated/gql.ts';

const { FIELDSTONE_URL = 'http://127.0.0.1:4000', FIELDSTONE_KEY = '' } = process.env;
const [project = 'demo'] = process.argv.slice(2);

const EdgeEntries = graphql(`
  query EdgeEntries($project: String!, $redactPii: Boolean!, $after: String) {
    logsAllViews(project: $project, projectTier: PRO, redactPii: $redactPii) {
      edge(limit: 3, after: $after) {
        rows {
          id
          timestamp
          eventMessage
        }
        endCursor
        hasNextPage
      }
    }
  }
`);

const client = new ApolloClient({
  // One cache for one key: it knows nothing of headers.
  cache: new InMemoryCache({ typePolicies }),
  link: new HttpLink({
    uri: `${FIELDSTONE_URL}/graphql`,
    headers: { 'X-API-KEY': FIELDSTONE_KEY },
  }),
});

for (const redactPii of [false, true]) {
  const { data } = await client.query({ query: EdgeEntries, variables: { project, redactPii } });
  console.log(redactPii ? 'redacted:' : 'plain:');
  for (const { timestamp, eventMessage } of data?.logsAllViews?.edge?.rows ?? []) {
    console.log(' ', timestamp, eventMessage);
  }
}

// The plain entries are still there, and asking for them again asks nobody.
const { data } = await client.query({
  query: EdgeEntries,
  variables: { project, redactPii: false },
  fetchPolicy: 'cache-only',
});
console.log(`kept: ${data?.logsAllViews?.edge?.rows.length} plain entries`);
client.stop();
