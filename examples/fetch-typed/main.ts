import { graphql } from '../generated/gql.ts';
import { createClient } from './client.ts';

const { FIELDSTONE_URL = 'http://127.0.0.1:4000', FIELDSTONE_KEY = '' } = process.env;
const [project = 'demo'] = process.argv.slice(2);

const NewestEntries = graphql(`
  query NewestEntries($project: String!) {
    logsAll(project: $project, projectTier: PRO) {
      rows {
        id
        timestamp
        eventMessage
      }
    }
  }
`);

const ask = createClient(`${FIELDSTONE_URL}/graphql`, FIELDSTONE_KEY);
const { logsAll } = await ask(NewestEntries, { project });
for (const { timestamp, eventMessage } of logsAll?.rows.slice(0, 5) ?? []) {
  console.log(timestamp, eventMessage);
}
console.log(`${logsAll?.rows.length} entries`);
