import type { Gateway } from './gateway.ts';

/** A page of a view, as far as tests ask for it. */
export interface Page {
  readonly rows: readonly { readonly id: string | null; readonly eventMessage: string }[];
  readonly rowCount: number;
  readonly truncated: boolean;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly meta: { readonly redacted: boolean };
}

/** What `logsAllViews` answers. */
export interface Answer {
  readonly logsAllViews: Readonly<Record<string, Page | null>> | null;
}

/** Selects everything of a page but what its rows hold. */
export const PAGE = 'rowCount truncated endCursor hasNextPage meta { redacted }';

/** Where the tests stand in time. */
export const NOW = '2026-07-01T12:00:00Z';

/** The arguments of `logsAllViews`. */
export const ASKED = 'project: "demo", projectTier: PRO';

/** Asks for one page of the edge view. */
export async function edgePage(
  { graphql }: Gateway,
  args: { readonly limit?: number; readonly after?: string | null; readonly redact?: boolean },
) {
  const query = `query ($limit: Int! = 100, $after: String, $redact: Boolean) {
    logsAllViews(${ASKED}, redactPii: $redact) {
      edge(limit: $limit, after: $after) { rows { id eventMessage } ${PAGE} }
    }
  }`;
  const { data, errors } = await graphql<Answer>(query, args);
  return { page: data?.logsAllViews?.['edge'], errors };
}
