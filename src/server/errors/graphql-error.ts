import { type Problem, presentable } from './problem.ts';

const GRAPHQL = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

/** An error as a GraphQL response without `data`: what clients of the GraphQL path can read. */
export function toGraphqlError(
  error: unknown,
  requestId: string,
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
    body: JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] }),
  };
}

/** Of the two media types the one that `Accept` names first, as Yoga chooses; JSON for all who name neither. */
function acceptedType(accept = ''): string {
  const named = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return named.find((type) => type === GRAPHQL || type === JSON_TYPE) ?? JSON_TYPE;
}
