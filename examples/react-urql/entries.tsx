import { useQuery } from 'urql';
import { graphql } from '../generated/gql.ts';

const NewestPage = graphql(`
  query NewestPage($project: String!, $redactPii: Boolean!) {
    logsAllViews(project: $project, projectTier: PRO, redactPii: $redactPii) {
      edge(limit: 20) {
        rows {
          id
          timestamp
          eventMessage
        }
      }
    }
  }
`);

/** What is asked for. */
export interface EntriesProps {
  readonly project: string;
  readonly redactPii: boolean;
}

/** The newest entries of a project as a table. */
export function Entries(variables: EntriesProps) {
  const [{ data, error, fetching }] = useQuery({ query: NewestPage, variables: { ...variables } });
  if (fetching) return <p>Loading …</p>;
  if (error) return <p role="alert">{error.graphQLErrors[0]?.message ?? error.message}</p>;
  const rows = data?.logsAllViews?.edge?.rows ?? [];
  if (rows.length === 0) return <p>There are no entries.</p>;
  return (
    <table>
      <tbody>
        {rows.map(({ id, timestamp, eventMessage }) => (
          <tr key={`${timestamp} ${id}`}>
            <td>
              <time dateTime={timestamp}>{timestamp}</time>
            </td>
            <td>{eventMessage}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
