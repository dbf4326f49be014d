import type { Row } from '../../../src/googlesql/value.ts';

const HOUR = 3_600_000_000;
const FIRST = 1_782_864_000_000_000;

/** What every server answers: a day of `functions.invocation-stats`. */
export const ROWS: readonly Row[] = Array.from({ length: 25 }, (_, i) => [
  FIRST + i * HOUR,
  1.25 + i,
  950.5 + i,
  120.125 + i,
  640.75 + i,
  890.5 + i,
  10_000 + i,
  i,
]);

/** The question on the REST path. */
export const REST_PATH = pathFor('demo');

/** One of a thousand questions. */
export const REST_PATH_OF_MANY = pathFor('pQQQ');

/** The same in a target of its own: endpoints ignore arguments that they do not declare. */
export const UNEQUAL_REST_PATH_OF_MANY = `${REST_PATH_OF_MANY}&request=RRRRRRRR`;

/** The same in GraphQL, with all columns. */
export const GRAPHQL_BODY = bodyFor('demo');

/** One of a thousand questions. */
export const GRAPHQL_BODY_OF_MANY = bodyFor('pQQQ');

/** The same in a body of its own: neither server looks at the extension. */
export const UNEQUAL_GRAPHQL_BODY_OF_MANY = bodyFor('pQQQ', { request: 'RRRRRRRR' });

function pathFor(project: string): string {
  return `/api/endpoints/query/functions.invocation-stats?project=${project}&interval=1day`;
}

function bodyFor(project: string, extensions?: object): string {
  return JSON.stringify({
    query: `query Stats($project: String!, $interval: FunctionsInvocationStatsInterval!) {
  functionsInvocationStats(project: $project, interval: $interval) {
    rowCount
    rows {
      timestamp
      minExecutionTime
      maxExecutionTime
      avgExecutionTime
      p95ExecutionTime
      p99ExecutionTime
      count
      errorCount
    }
  }
}`,
    operationName: 'Stats',
    variables: { project, interval: 'ONE_DAY' },
    extensions,
  });
}
