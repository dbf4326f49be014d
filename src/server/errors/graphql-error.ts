import { listMembers } from '../../request/headers.ts';
import { type Problem, presentable, type RequestIds } from './problem.ts';

const GRAPHQL = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

/** An error as a GraphQL response without `data`, for failures before Yoga runs. */
export function toGraphqlError(
  error: unknown,
  ids: RequestIds,
  accept: string | undefined,
): Problem {
  const { code, status, headers, message } = presentable(error);
  return {
    status,
    headers: {
      'Content-Type': `${acceptedType(accept)}; charset=utf-8`,
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: JSON.stringify({ errors: [{ message, extensions: { code, ...ids } }] }),
  };
}

/** The media type that `Accept` names first, as Yoga chooses; JSON if it names neither. */
function acceptedType(accept = ''): string {
  const named = listMembers(accept).map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return named.find((type) => type === GRAPHQL || type === JSON_TYPE) ?? JSON_TYPE;
}
